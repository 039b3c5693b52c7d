// What words of the log and of states are called. A system may bring its own in `system-<id>.js`; without, these serve.

const TYPES = {
  begin: "戦闘を始める", rule: "裁定する", rewind: "巻き戻す", dispute: "異議を唱える", settle: "異議に答える",
  words: "運に言葉を預ける", roll: "ダイスを振る", show: "伏せたものを明かす", dice: "出目を伝える", say: "発言する",
  annotate: "注記を付ける", close: "戦闘を閉じる", attack: "攻撃する", move: "移動する", pass: "見送る", defend: "防御する",
  flee: "逃げる", surrender: "降伏する", cast: "呪文を唱える", wait: "待つ", check: "判定する", evade: "回避する",
  delay: "行動を遅らせる", other: "ほかのことをする", use_item: "アイテムを使う", use_skill: "スキルを使う", cover: "かばう",
};

const EVENTS = {
  opened: "開戦", began: "開始", declared: "宣言", rolled: "ダイス", drawn: "札を引く", dealt: "引いた札", revealed: "札を開く",
  reshuffled: "切り直し", round_started: "ラウンド開始", order_decided: "行動順", stage_started: "段階", passed: "見送り",
  ruling_awaited: "裁定待ち", called_off: "中断", turn_started: "手番", turn_ended: "手番の終わり", ruled: "裁定",
  rewound: "巻き戻し", disputed: "異議", settled: "異議への答え", said: "発言", annotated: "注記", words_given: "運への言葉",
  dice_awaited: "出目待ち", dice_given: "出目",
  shown: "開示", tallied: "ダイス", ended: "終戦", hit: "命中", missed: "外れ", damaged: "ダメージ", healed: "回復",
  fell: "戦闘不能", moved: "移動", checked: "判定", attacked: "攻撃", book_opened: "封筒の束", evaded: "回避",
};

const KEYS = {
  type: "種類", by: "誰が", target: "対象", targets: "対象", reason: "理由", changes: "変更", clause: "条項", clauses: "条項",
  path: "場所", to: "先", seq: "番号", claim: "言い分", dispute: "異議の番号", verdict: "答え", text: "本文",
  notation: "ダイス", purpose: "目的", secret: "シークレット", as: "話し手", channel: "タブ（誰もが読む）", from: "元", faces: "出目",
  sides: "面", entered: "手で入力", number: "封筒の番号", key: "鍵", rejected: "捨てた値", cards: "札", card: "札", deck: "山札",
  count: "枚数", round: "ラウンド", order: "行動順", stage: "段階", queue: "これから訊く順", terms: "計算", amount: "量", hp: "ＨＰ",
  hp_max: "最大ＨＰ", max_hp: "最大ＨＰ", mp: "ＭＰ", success: "成否", margin: "差", total: "合計", winner: "勝者", kind: "種別",
  name: "名前", more: "続く出目", laid: "出した札", id: "id", side: "側", team: "陣営", condition: "状態", weapon: "武器", weapons: "武器", items: "持ち物",
  item: "アイテム", skill: "スキル", skills: "スキル", spell: "呪文", spells: "呪文", hand: "手札", hand_limit: "手札の上限",
  armour: "装甲", level: "レベル", distance: "距離", bands: "間合い", power: "威力", uses: "回数", actions: "行動表",
  abilities: "能力", attacks: "攻撃回数", effects: "効果", options: "選択規則", phase: "局面", active: "手番", exchange: "応酬",
  fight: "戦場", fights: "戦場", characters: "参加者", over: "終わり", with: "相手", before: "誰の前", after: "誰の後",
  chance: "運の出どころ", version: "規則の版", fingerprint: "規則の指紋", title: "題", seats: "席", system: "システム", digest: "要約値",
  hash: "鎖のハッシュ", salt: "塩", what: "何を", why: "わけ", result: "結果", results: "結果", dice: "ダイス", value: "値",
  label: "名目", declaration: "宣言", seat: "席", cost: "コスト", damage: "ダメージ", range: "射程", element: "属性",
  stats: "能力値", acted: "行動済み", moved: "移動済み", defending: "防御中", done: "行動済み", book: "束", size: "数", root: "根",
  actor: "仕掛けた側", until: "いつまで", stat: "値", targets_left: "残る対象", difficulty: "難易度", modifier: "修正", attack: "攻撃", max_ap: "最大ＡＰ", max_st: "最大ＳＴ", max_op: "最大ＯＰ", mp_max: "最大ＭＰ",
  wit_max: "最大機転", max_targets: "対象の数", category: "分類", requires: "条件", source: "もと", method: "手段", figures: "数値",
  responses: "対応", response: "対応", critical: "クリティカル", fumble: "ファンブル", dealt: "与えたダメージ", covers: "かばう者",
  resource: "資源", lasts: "続く間", rounds: "ラウンド数", timing: "機会", attack_type: "攻撃の種類", now: "いまの値", left: "残り",
  lost: "失った値", how: "どう", failure: "失敗の条件", between: "誰と誰", metres: "メートル", cause: "もと", learned: "習得",
  used: "使った回数", prepared: "準備", school: "流派", damage_type: "攻撃の質", ways: "使い方", hit_bonus: "命中の加算",
  modifiers: "修正", carried: "持っている", worn: "着ている", behind: "背後から", auto_failure: "自動失敗", achievement: "達成値",
  step: "段階", roll: "ダイス", hit: "命中", receivers: "受ける者", doubled: "二人分", bonus: "加算", ended: "終わり", hours: "時間",
  minutes: "分", need_strength: "要る筋力", need_prowess: "要る武勇", need_spirit: "要る精神力", counts: "数えるもの",
  combined: "合わせて", between_all: "全員", own: "自分", responder: "応じる者", evasion_failed: "回避の失敗",
};

const VALUES = {
  pc: "ＰＣ側", npc: "ＮＰＣ側", gm: "ＧＭ", setup: "準備", fighting: "戦闘中", over: "終結", active: "行動可能", down: "戦闘不能",
  left: "離脱", escaped: "逃走", fled: "逃走", surrendered: "降伏", upheld: "元の裁定どおり", overturned: "裁定を覆す",
  sealed: "封印（サーバー）", entered: "卓で振る", true: "はい", false: "いいえ", table: "卓のダイス", spectator: "観戦席",
  dead: "死亡", attack: "攻撃", move: "移動", ruling: "裁定待ち", action: "行動", check: "判定", cast: "呪文", annihilated: "全滅",
  damage: "ダメージ", initiative: "行動順", block: "阻止", pursuit: "追跡", evasion: "回避", defence: "防御", heal: "回復", action: "行動", reroll: "振り直し", attack_reroll: "攻撃の振り直し", damage_critical: "ダメージのクリティカル", effect: "効果",
  turn: "手番", battle: "戦闘", condition: "状態", change: "変化", bullet: "弾", gun: "銃", shield: "盾", item: "アイテム",
  weapon: "武器", spell: "呪文", armour: "防具", response: "対応", damage_result: "ダメージの結果", damage_dice: "ダメージのダイス",
  guard_result: "ガードの結果", guard_dice: "ガードのダイス", rerolled: "振り直し", shifted: "ずらし", rolled: "振った目",
  targets: "対象", rounds: "ラウンド",
};

const TERMS = {
  dice: "出目", die: "出目", power: "威力", armour: "装甲", margin: "達成値の差", modifier: "修正", level: "レベル",
  number: "数値", limit: "上限", distance: "距離", evasion: "回避", bonus: "加算", defence: "防御力", special: "特殊",
  strength: "筋力", damage: "ダメージ", resistance: "抵抗", size: "大きさ", divided_by: "割る数", double: "二倍",
};

const list = (text) => text.split(" ");
/** Who may stand in a field, or what: an id is looked up by where it stands, for one id may mean two things. */
const PEOPLE = new Set(list("by target targets before after with order queue active actor attacker defender character characters ally covers covered responder between who ask interrupting back_to receivers of undecided delayed done distances"));
const WORDS = new Set(list("type phase stage step condition kind side method until result timing resource stat verdict channel purpose why"));
const THINGS = { skill: ["skill"], skills: ["skill"], within: ["skill"], weapon: ["weapon", "item"], weapons: ["weapon", "item"],
  wielded: ["item", "weapon"], item: ["item", "weapon"], items: ["item", "weapon"], special: ["special"], specials: ["special"],
  spell: ["spell"], spells: ["spell"], school: ["school"], schools: ["school"], bullet: ["bullet", "item"], bullets: ["bullet", "item"],
  shield: ["shield", "item", "weapon"], mission: ["mission"], missions: ["mission"], ability: ["ability"], abilities: ["ability"] };
const KINDS = { skills: "skill", weapons: "weapon", weapon: "weapon", items: "item", ground: "item", specials: "special", spells: "spell",
  schools: "school", bullets: "bullet", shields: "shield", missions: "mission", abilities: "ability" };
const known = (table, word) => (Object.hasOwn(table, word) ? table[word] : undefined);

const RESERVED = new Set(["system", "seq", "options", "phase", "stage", "step", "round", "order", "active", "awaiting",
  "characters", "called", "seats", "disputes", "words"]);

/** The words of a system, over those that all share. */
export async function vocabulary(system) {
  let own = {};
  try {
    own = await import(`./system-${system}.js`);
  } catch {
    // a system without words of its own is shown with the shared ones
  }
  const pick = (shared, mine) => (word) => known(mine ?? {}, word) ?? known(shared, word) ?? word;
  const it = {
    system,
    type: pick(TYPES, own.TYPES),
    event: pick(EVENTS, own.EVENTS),
    key: (word) => known(own.KEYS ?? {}, word) ?? known(KEYS, word) ?? it.word(word),
    word: pick(VALUES, own.VALUES),
    term: (label) => own.TERMS?.[label] ?? TERMS[label] ?? own.VALUES?.[label] ?? own.KEYS?.[label] ?? label,
    bars: own.BARS ?? [["hp", "hp_max"], ["hp", "max_hp"], ["mp", "mp_max"], ["mp", "max_mp"]],
    facts: own.FACTS ?? [],
    quiet: new Set(own.QUIET),
    skip: new Set([...RESERVED, ...(own.SKIP ?? [])]),
    round: own.ROUND ?? "ラウンド",
    field: own.field,
    people: {},
    things: {},
    sides: {},
    phrases: own.PHRASES ?? {},
  };
  const index = new Set(own.INDEXES);
  const word = (value) => known(own.VALUES ?? {}, value) ?? known(VALUES, value);
  const person = (value) => known(it.people, value);
  const thing = (value, kinds) => kinds.map((kind) => known(it.things[kind] ?? {}, value)).find((name) => name !== undefined);
  /** What an id or a word is called in a field. */
  it.called = (value, place) => {
    const kinds = own.PLACES?.[place] ?? (WORDS.has(place) ? "word" : PEOPLE.has(place) ? "person" : known(THINGS, place));
    const first = kinds === "word" ? word(value) : kinds === "person" ? person(value) : kinds ? thing(value, kinds) : undefined;
    return first ?? person(value) ?? own.read?.(value) ?? word(value) ?? thing(value, Object.keys(it.things)) ?? value;
  };
  /** The things of this battle that may stand in a field, by id; whether it holds characters. */
  it.thingsOf = (place) => Object.assign({}, ...[known(THINGS, place) ?? []].flat().map((kind) => it.things[kind] ?? {}));
  it.isPerson = (place) => PEOPLE.has(place) && !own.PLACES?.[place];
  /** A value as people read it, by the field in which it stands. */
  it.say = (value, place) => {
    if (value === null || value === undefined) return "―";
    if (Array.isArray(value)) return value.length ? value.map((one) => it.say(one, place)).join("、") : "なし";
    if (typeof value === "object") {
      if (typeof value.name === "string") return value.name;
      return Object.entries(value).map(([k, v]) => `${it.label(k, place)}：${it.say(v, k)}`).join("、") || "なし";
    }
    if (typeof value === "string") return it.called(value, place);
    if (typeof value === "boolean") return value ? "はい" : "いいえ";
    if (index.has(place)) return `${value + 1}番目`;
    return String(value);
  };
  /** What a step into a value is called: an id of what stands in `place`, a number in a row, or a field. */
  it.label = (step, place) => {
    if (/^\d+$/.test(step)) return `${Number(step) + 1}番目`;
    const kinds = own.PLACES?.[place] ?? (PEOPLE.has(place) ? "person" : known(THINGS, place));
    const id = kinds === "person" ? person(step) : Array.isArray(kinds) ? thing(step, kinds) : undefined;
    if (id !== undefined) return id;
    const field = it.key(step);
    return field !== step ? field : it.called(step, place);
  };
  /** A path into the state, as people read it. */
  it.path = (path) => path.split(".").map((step, i, all) => (step === "characters" && i === 0 ? null : it.label(step, fieldOf(all.slice(0, i))))).filter(Boolean).join("・");
  /** Learns the names of characters, and of whatever else they carry that has an id and a name. */
  it.learn = (state) => {
    const people = { gm: "ＧＭ", spectator: "観戦席" };
    const things = {};
    const walk = (node, place) => {
      if (Array.isArray(node)) node.forEach((one) => walk(one, place));
      else if (node && typeof node === "object") {
        const kind = known(KINDS, place);
        if (kind && typeof node.id === "string" && typeof node.name === "string") (things[kind] ??= {})[node.id] ??= node.name;
        for (const [key, inside] of Object.entries(node)) walk(inside, known(KINDS, key) ? key : place);
      }
    };
    walk(state, null);
    for (const one of Object.values(state.characters ?? {})) people[one.id] = state.called?.[one.id] ?? one.name;
    it.people = people;
    it.things = things;
    it.sides = Object.fromEntries(Object.values(state.characters ?? {}).map((one) => [one.id, one.side]));
  };
  return it;
}

/** The last step of a path that is no place in a row: what the value there is. */
export function fieldOf(steps) {
  return steps.findLast((step) => !/^\d+$/.test(step)) ?? null;
}

/** What a seat is called. */
export function seatOf(words, seat) {
  const name = nameOf(words, seat);
  return name.endsWith("席") ? name : `${name}の席`;
}

/** Who speaks: a character, a seat, the GM. */
export function nameOf(words, who) {
  return words.people[who] ?? (who === "gm" ? "ＧＭ" : who);
}

// Words of powerplay.
export const TYPES = { make: "キャラクターを作る", swap: "能力値を入れ替える", learn: "術法を習得する", call_check: "チェックを求める",
  check: "チェックを振る", evade: "回避する", resist: "抵抗する", decline: "しない", cast: "術法を使う", concentrate: "集中する",
  change_weapon: "武器を替える", change_posture: "姿勢を変える", evade_only: "回避に専念する", act: "ほかの行動をとる", judge: "可否を決める",
  spend_hero_point: "ヒーローポイントを使う", accept: "このまま受け入れる", award: "経験点を与える", grow: "成長する" };
export const KEYS = { experience: "経験点", making: "作成", growth: "成長", race_bonus: "種族の加算", wielded: "構えている物",
  death_line: "死線", stun_line: "気絶の線", death_line_reached: "死線を越えた", hero_points: "ヒーローポイント", has_back: "背がある",
  back_to: "背を向けた相手", lifeless: "命なき者", resists: "抵抗する", held: "つかまれている", left: "離脱", posture: "姿勢",
  current: "いまの能力", checks: "チェック", evasion: "回避", main_abilities: "主能力", made: "作成済み", money: "所持金", growths: "成長回数",
  acts_at: "行動値", delayed: "遅らせた", evaded: "回避した", struck: "攻撃した", shot: "撃った", devoted: "回避専念",
  concentrating: "集中", strained: "無理をした", strain_paid: "代償済み", distances: "距離", schools: "流派", way: "攻め方", of: "誰の",
  ability: "能力", target_number: "目標値", counts: "数えるもの", exerting: "無理をする", for_lifeless: "命なき者に", no_heavy_armour: "重い鎧では不可",
  unfavourable: "不利", heavy: "重い", side_down: "倒れた側", people: "人数", percent: "百分率", levels: "レベル差", die: "出目", hidden: "伏せる", perfect: "完全", allowed: "許す" };
export const VALUES = { normal: "正常", light: "軽傷", heavy: "重傷", unconscious: "気絶", doomed: "死線", dead: "死亡", left: "離脱",
  concentration: "集中", goes: "行動", strength: "筋力", prowess: "武勇", agility: "敏捷性", endurance: "耐久力", spirit: "精神力",
  memory: "記憶力", charm: "魅力", observation: "観察力", hit: "命中", evasion: "回避", resistance: "抵抗", cast: "術法", spell_damage: "術法のダメージ", learning: "習得",
  melee: "近接", shoot: "射る", throw: "投げる", blunt: "打撃", cut: "斬撃", pierce: "刺突", exertion: "無理", spell: "術法", below: "届かず", auto_failure: "自動失敗", standing: "立位", prone: "伏せ" };
export const INDEXES = ["die"];
export const PLACES = { item: ["item"], weapon: ["item"], abilities: "word", ability: "word", to: "word" };
const dice = (play, what) => (play.dice === 0 ? `${what}（振らない）` : play.dice ? `${what}（${play.dice}個振る）` : what);
export const PHRASES = {
  change_weapon: (v, play) => (play.weapon === null ? "何も構えない" : `${v("weapon")}を構える`),
  attack: (v, play) => dice(play, `${v("target")}を攻撃する${v("way") ? `（${v("way")}）` : ""}`),
  cast: (v, play) => dice(play, `${v("spell")}を${v("target")}に使う${v("item") ? `（${v("item")}）` : ""}`),
  evade: (v, play) => dice(play, "回避する"), resist: (v, play) => dice(play, "抵抗する"), check: (v, play) => dice(play, "振る"),
  learn: (v, play) => dice(play, `${v("spell")}を習得する`),
  change_posture: (v) => v("to"), delay: (v) => `行動値${v("to")}まで遅らせる`, swap: (v) => `${v("abilities")}を入れ替える`,
};
export const QUIET = ["has_back", "resists", "made"];
export const FACTS = ["wielded", "posture", "armour"];
export const SKIP = ["undecided", "go", "distances", "schools", "spells", "experience_table", "ability_names", "awarded"];
export function field(state, words) {
  const rows = [];
  for (const [a, others] of Object.entries(state.distances)) {
    for (const [b, metres] of Object.entries(others)) {
      if (a < b || state.distances[b]?.[a] === undefined) rows.push(`${words.say(a)}―${words.say(b)} ${metres}m`);
    }
  }
  return rows.length ? [["距離", rows.join("、")]] : [];
}

// Words of persona.
const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
export const ROUND = "ターン";
export const TYPES = { arrange: "順を決める", attack: "攻撃する", defend: "防御する", discard: "札を捨てる", cast: "魔法を使う",
  change_persona: "ペルソナを替える", exchange: "札を交換する", negotiate: "交渉する", incapacitate: "無力化する", flee: "逃亡する",
  pass: "何もしない", other: "その他の行動をとる", recover: "回復する", show_hand: "手札を見せる", call: "裁定する", judge: "成否を決める",
  rest: "休む", pass_hour: "一時間を過ごす", delay: "行動を遅らせる", surrender: "降伏する" };
export const EVENTS = { cards_laid: "伏せた札", attack_laid: "攻撃", not_drawn: "山札切れ", defence_laid: "防御", discarded: "捨て札", all_target: "全体攻撃",
  attack_ended: "攻撃の終わり", persona_changed: "ペルソナ交代", cast: "魔法", revived: "復活", nullified: "無効", defenceless: "防御不能",
  rested: "休息" };
export const KEYS = { suit: "スート", personas: "ペルソナ", persona: "いまのペルソナ", persona_changed: "ペルソナ交代済み",
  recovery_due: "回復待ち", decks: "山札", attack: "攻撃", discards: "捨て札", remaining: "残り", defences: "防御", revealed: "公開",
  hours: "経過時間", delayed: "遅らせた者", levels: "レベル", numbers: "数値", approach: "言い方", granted: "許す", done: "行動済みの者" };
export const VALUES = { act: "行動", defend: "防御", judge: "成否の裁定", call: "裁定", discard: "捨て札", rest: "休息",
  easy: "容易", normal: "通常", hard: "至難", near_death: "瀕死", unable: "行動不能", vanished: "消滅", dead: "死亡",
  incapacitated: "無力化", left: "友好的に去った", fled: "逃亡", persona_user: "ペルソナ使い", minor_demon: "ザコ悪魔",
  civilian: "一般人", common: "共通", wiped_out: "全滅", "?": "伏せ札", refill: "補充",
  S: "♠", H: "♥", D: "♦", C: "♣" };
export const FACTS = ["kind", "suit", "level"];
export const SKIP = ["hours", "winner", "done", "delayed", "decks", "attack", "check"];
export const INDEXES = ["persona"];
export const PHRASES = {
  attack: (v) => `${v("cards") || "札なし"}で${v("target")}を攻撃する`,
  change_persona: (v) => `${v("persona")}に替える`,
  flee: (v) => (v("card") ? `${v("card")}で逃亡する` : "逃亡する"),
  show_hand: (v) => `${v("to")}に${v("cards")}を見せる`,
  delay: (v) => `${v("after")}の後に回る`,
  judge: (v, play) => (play.success ? "成功とする" : "失敗とする"),
  rest: (v, play) => (play.granted ? "休みを許す" : "休みを許さない"),
};
export function read(value) {
  if (/^[SHDC]([2-9]|10|[ATJQK])$/.test(value)) return SUITS[value[0]] + (value[1] === "T" ? "10" : value.slice(1));
  if (/^X[12]$/.test(value)) return "JOKER";
  return undefined;
}
export function field(state, words) {
  const rows = Object.entries(state.decks).map(([name, deck]) => [
    `山札（${words.say(name)}）`, `残り${deck.remaining}枚、捨て札${deck.discards.length}枚`]);
  const it = state.attack;
  if (it) {
    rows.push(["場の攻撃", `${words.say(it.by)} → ${words.say(it.target)}：${words.say(it.cards)}`]);
    for (const d of it.defences) rows.push(["防御", `${words.say(d.by)}：${words.say(d.cards)}`]);
  }
  return rows;
}

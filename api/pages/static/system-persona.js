// How the page of persona is laid out.
const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
export const ROUND = "ターン";
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
    `山札（${words.say(name, "decks")}）`,
    `残り${deck.remaining}枚、捨て札${deck.discards.length}枚`,
  ]);
  const it = state.attack;
  if (it) {
    rows.push(["場の攻撃", `${words.say(it.by)} → ${words.say(it.target)}：${words.say(it.cards, "cards")}`]);
    for (const d of it.defences) rows.push(["防御", `${words.say(d.by)}：${words.say(d.cards, "cards")}`]);
  }
  return rows;
}

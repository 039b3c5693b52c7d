// How the page of godeater is laid out.
export const BARS = [
  ["hp", "max_hp"],
  ["ap", "max_ap"],
  ["st", "max_st"],
  ["op", "max_op"],
];
export const PHRASES = {
  mark_mission: (v, play) => `「${v("mission")}」を${play.result === "achieved" ? "達成" : "失敗"}とする`,
  hand_over: (v) => `${v("item")}を${v("to")}に渡す`,
};
export const FACTS = ["cell"];
export const SKIP = ["turn", "timing", "missions", "ground", "effects_made"];
export function field(state, words) {
  const rows = state.missions.map((m) => [
    m.kind === "main" ? "主任務" : "副任務",
    `${m.success ?? m.id}${m.result ? `（${words.say(m.result, "result", "missions")}）` : ""}`,
  ]);
  for (const [cell, items] of Object.entries(state.ground)) {
    rows.push([`${words.say(cell, "cell")}の地面`, words.say(items, "items")]);
  }
  return rows;
}

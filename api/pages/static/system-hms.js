// How the page of hms is laid out.
export const PHRASES = {
  declare_skill: (v) => (v("weapon") ? `${v("skill")}（${v("weapon")}）` : v("skill")),
  flee: (v) => (v("with") ? `${v("skill")}で${v("with")}とともに逃走する` : `${v("skill")}で逃走する`),
  pursue: (v) => `${v("target")}を${v("skill")}で追撃する${v("band") ? `（${v("band")}へ）` : ""}`,
  interrupt: (v) => `${v("before")}の直前まで待つ`,
  special: (v) => (v("targets") ? `${v("special")}（${v("targets")}）` : v("special")),
};
export const FACTS = ["skill", "weapon", "interrupting"];
export const SKIP = ["fight", "initiative", "queue", "skills", "fights"];
export function field(state, words) {
  return state.fights
    .filter((f) => !f.over)
    .flatMap((f) => {
      const who = state.fights.length > 1 ? `戦場${f.id}（${words.say(f.characters)}）` : "距離";
      const pairs = f.distances.map((d) => [words.say(d.between), words.say(d.distance, "distance")]);
      return f.distance ? [[who, words.say(f.distance, "distance")]] : pairs;
    });
}

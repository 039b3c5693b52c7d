// How the page of powerplay is laid out.
export const INDEXES = ["die"];
export const PLACES = { item: ["item"], weapon: ["item"] };
const dice = (play, what) =>
  play.dice === 0 ? `${what}（振らない）` : play.dice ? `${what}（${play.dice}個振る）` : what;
export const PHRASES = {
  change_weapon: (v, play) => (play.weapon === null ? "何も構えない" : `${v("weapon")}を構える`),
  attack: (v, play) => dice(play, `${v("target")}を攻撃する${v("way") ? `（${v("way")}）` : ""}`),
  cast: (v, play) => dice(play, `${v("spell")}を${v("target")}に使う${v("item") ? `（${v("item")}）` : ""}`),
  evade: (v, play) => dice(play, "回避する"),
  resist: (v, play) => dice(play, "抵抗する"),
  check: (v, play) => dice(play, "振る"),
  learn: (v, play) => dice(play, `${v("spell")}を習得する`),
  change_posture: (v) => v("to"),
  delay: (v) => `行動値${v("to")}まで遅らせる`,
  swap: (v) => `${v("abilities")}を入れ替える`,
};
export const QUIET = ["has_back", "resists", "made"];
export const FACTS = ["wielded", "posture", "armour"];
export const SKIP = [
  "undecided",
  "go",
  "distances",
  "schools",
  "spells",
  "experience_table",
  "ability_names",
  "awarded",
];
export function field(state, words) {
  const rows = [];
  for (const [a, others] of Object.entries(state.distances)) {
    for (const [b, metres] of Object.entries(others)) {
      if (a < b || state.distances[b]?.[a] === undefined) rows.push(`${words.say(a)}―${words.say(b)} ${metres}m`);
    }
  }
  return rows.length ? [["距離", rows.join("、")]] : [];
}

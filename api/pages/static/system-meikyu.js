// How the page of meikyu is laid out.
export const ROUND = "ターン";
export const BARS = [
  ["hp", "hp_max"],
  ["mp", "mp_max"],
  ["wit", "wit_max"],
];
export const FACTS = ["row", "action_value", "defence"];

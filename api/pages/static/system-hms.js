// Words of hms.
export const TYPES = { declare_skill: "スキルを宣言する", block: "移動を阻止する", demand_reroll: "振り直しを求める",
  interrupt: "割り込みを待つ", special: "特殊行動をとる", pursue: "追う", defend: "防御に徹する", flee: "退く", pass: "見送る" };
export const EVENTS = { distance_declared: "開始の距離", skill_declared: "スキルの宣言", skills_revealed: "手の内",
  move_declared: "移動の宣言", block_offered: "阻止の機会", block_failed: "阻止の失敗", move_blocked: "移動の阻止",
  reroll_offered: "振り直しの権利", reroll_demanded: "振り直し", defended: "防御", interrupted: "割り込み", special_used: "特殊行動",
  flight_declared: "逃走の宣言", pursuit_declared: "追跡の宣言", caught: "追いつく", fight_started: "新しい戦場", fight_ended: "戦場の終わり" };
export const KEYS = { body: "肉体", band: "間合い", special: "特殊行動", specials: "特殊行動", special_used: "特殊行動を使った",
  blocked_retreat: "退路を断たれた", interrupting: "割り込む相手", flight: "逃走", pursuit: "追跡", initiative: "イニシアチブ",
  skill: "宣言スキル", group: "組", flee: "逃げに使う", pursue: "追跡に使う", within: "上位スキル", distances: "距離", target_dice: "相手の出目" };
export const VALUES = { skills: "スキル宣言", goes: "行動", flight: "逃走", pursuit: "追跡", split: "分断",
  grapple: "格闘戦距離", grapple_plus: "格闘戦距離＋", melee_minus: "白兵戦距離−", melee: "白兵戦距離", melee_plus: "白兵戦距離＋",
  throwing_minus: "投擲戦距離−", throwing: "投擲戦距離", throwing_plus: "投擲戦距離＋", shooting_minus: "射撃戦距離−",
  shooting: "射撃戦距離", shooting_plus: "射撃戦距離＋" };
export const TERMS = { actor_dice: "仕掛けた側の出目", actor_skill: "仕掛けた側のスキル", actor_skill_halved: "仕掛けた側のスキル（半減）",
  target_dice: "受ける側の出目", target_skill: "受ける側のスキル", target_skill_halved: "受ける側のスキル（半減）" };
export const PLACES = { to: "word", from: "word", band: "word", bands: "word", distance: "word" };
export const PHRASES = {
  declare_skill: (v) => (v("weapon") ? `${v("skill")}（${v("weapon")}）` : v("skill")),
  flee: (v) => (v("with") ? `${v("skill")}で${v("with")}とともに退く` : `${v("skill")}で退く`),
  pursue: (v) => `${v("target")}を${v("skill")}で追う${v("band") ? `（${v("band")}へ）` : ""}`,
  interrupt: (v) => `${v("before")}の直前まで待つ`,
  special: (v) => (v("targets") ? `${v("special")}（${v("targets")}）` : v("special")),
};
export const FACTS = ["skill", "weapon", "interrupting"];
export const SKIP = ["fight", "initiative", "queue", "skills", "fights"];
const band = (id) => VALUES[id] ?? id;
export function field(state, words) {
  return state.fights.filter((f) => !f.over).flatMap((f) => {
    const who = state.fights.length > 1 ? `戦場${f.id}（${words.say(f.characters)}）` : "距離";
    const pairs = f.distances.map((d) => [words.say(d.between ?? d.who ?? []), band(d.distance ?? d.band)]);
    return f.distance ? [[who, band(f.distance)]] : pairs;
  });
}

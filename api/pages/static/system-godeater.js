// Words of godeater.
const WIDE = (text) => text.replace(/\d/g, (d) => String.fromCharCode(d.charCodeAt(0) + 0xfee0));
export const TYPES = { place: "配置する", dash: "全力移動する", give_up: "行動を終える", jump: "ジャンプする", transform: "形態を変える",
  hand_over: "渡す", drop: "落とす", pick_up: "拾う", improvise: "工夫する", link_aid: "リンクエイドする", wait: "待つ", respond: "対応する",
  choose_shield: "盾を選ぶ", next_round: "次のラウンドへ", mark_mission: "任務の成否を記す", opposed_check: "対抗判定をさせる",
  check: "判定させる" };
export const KEYS = { cell: "位置", strength: "筋力", agility: "敏捷", intellect: "知力", endurance: "耐久", ap: "ＡＰ", st: "ＳＴ",
  op: "ＯＰ", ap_penalty: "ＡＰペナルティ", incapacitated: "戦闘不能", missions: "任務", ground: "地面の物", turn: "手番", timing: "機会",
  ability: "能力", character: "誰が", bullet: "弾", ally: "味方", shield: "盾", mission: "任務", action: "行動",
  attacker: "仕掛ける側", defender: "受ける側", attacker_ability: "仕掛ける側の能力", defender_ability: "受ける側の能力",
  attacker_modifier: "仕掛ける側の修正", defender_modifier: "受ける側の修正", label: "判定の名" };
export const VALUES = { achieved: "達成", failed: "失敗", enemy: "アラガミ", strength: "筋力", agility: "敏捷", intellect: "知力",
  endurance: "耐久", melee: "近接", ranged: "遠隔", divine: "神", fire: "火", ice: "氷", thunder: "雷", physical: "物理",
  main: "主", side: "副", step: "ステップ", guard: "ガード", cover: "カバーリング", skill: "スキル", item: "携行品", waive: "放棄",
  other: "その他", long: "長刀", short: "短刀", buster: "大剣", buckler: "小盾", tower: "大盾", dash: "全力移動", jump: "ジャンプ",
  critical: "クリティカル", fumble: "ファンブル", flying: "飛行", hp: "ＨＰ", ap: "ＡＰ", st: "ＳＴ", op: "ＯＰ", weapon: "武器" };
export const TERMS = { achievement: "達成値", guard_check: "ガード判定", guard_critical: "ガードのクリティカル", damage_check: "ダメージ判定",
  defender_wins: "受ける側の勝ち", max_ap: "最大ＡＰ", max_st: "最大ＳＴ", percent: "百分率" };
export const BARS = [["hp", "max_hp"], ["ap", "max_ap"], ["st", "max_st"], ["op", "max_op"]];
export const PLACES = { ability: "word", attacker_ability: "word", defender_ability: "word", action: "word" };
export const PHRASES = {
  mark_mission: (v, play) => `「${v("mission")}」を${play.result === "achieved" ? "達成" : "失敗"}とする`,
  hand_over: (v) => `${v("item")}を${v("to")}に渡す`,
};
export const FACTS = ["cell"];
export const SKIP = ["turn", "timing", "missions", "ground", "effects_made"];
export function read(value) {
  if (value === "C") return "中央";
  const it = /^([io])([1-9]|1[0-2])$/.exec(value);
  return it ? (it[1] === "i" ? "ｉｎ" : "ｏｕｔ") + WIDE(it[2]) : undefined;
}
export function field(state, words) {
  const rows = state.missions.map((m) => [m.kind === "main" ? "主任務" : "副任務",
    `${m.success ?? m.id}${m.result ? `（${words.say(m.result, "result")}）` : ""}`]);
  for (const [cell, items] of Object.entries(state.ground)) rows.push([`${words.say(cell)}の地面`, words.say(items, "items")]);
  return rows;
}

// Words of meikyu.
export const ROUND = "ターン";
export const TYPES = { change_row: "隊列を変える", use_ability: "特殊能力を使う", arrange: "順を決める", roll_action: "行動ダイスを振る",
  reroll: "機転で振り直す", shift: "機転で出目をずらす", perform: "この出目で行動する", cover: "かばう", wait: "待機する" };
export const EVENTS = { row_changed: "隊列の変更", ability_used: "特殊能力", mp_changed: "ＭＰ", bonus_gained: "補正", bonus_ended: "補正の終わり",
  order_arranged: "順の取り決め", action_read: "行動表", wit_changed: "機転", attack_taken: "被弾", alerted: "警戒", waited: "待機",
  item_used: "アイテム", cover_offered: "かばう機会", covered: "かばう" };
export const KEYS = { row: "隊列", mp: "ＭＰ", wit: "機転", action_value: "行動値", defence: "防御力", bonuses: "補正",
  evading: "回避の構え", covered: "かばわれている", idle: "行動なし", waiting: "待機中", item_used: "アイテム使用済み",
  action_used: "行動ダイス済み", passed: "見送り済み", row_changed: "隊列変更済み", ability_used: "特殊能力使用済み", arranged: "順決定済み",
  place: "順番", ability: "特殊能力", abilities: "特殊能力", change: "ずらす数", face: "出目", faces: "出目", tags: "性質", timing: "機会" };
export const VALUES = { front: "前衛", back: "後衛", setup: "セットアップ", initiative: "イニシアチブ", main: "メイン",
  cleanup: "クリンナップ", defence: "防御", evade: "回避", support: "補助", breathe: "調息", ranged: "遠距離", all: "全員", self: "自分",
  ally: "味方", enemy: "敵", round_end: "ターンの終わりまで", mp: "ＭＰ", hp: "ＨＰ", wit: "機転", action_value: "行動値",
  bonus: "補正", rest: "残り", effect: "効果", power: "パワー", magic: "魔力", "1": "＋1", "-1": "−1" };
export const BARS = [["hp", "hp_max"], ["mp", "mp_max"], ["wit", "wit_max"]];
export const FACTS = ["row", "action_value", "defence"];

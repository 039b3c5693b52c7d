"""The table's words: what everything that people read is called in Japanese, for narration, command, pages and audit.

Each system has its own `words.py`; what all systems share stands here. A word is looked up by what it is the name of
and where it stands, never by its spelling alone: `throwing` may be a skill in one field and a distance in another.
"""

from collections.abc import Mapping

import msgspec


class OptionWords(msgspec.Struct, frozen=True):
    """An option: its name, why the text leaves it open and why the default is what it is, and its answers by value."""

    title: str
    why: str
    values: Mapping[str, str]


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """The words of a system.

    Attributes:
        declarations: what is declared, as one says it of oneself (`攻撃する`), by type.
        events: what happened, as a heading (`命中`), by type.
        fields: names of fields of declarations, events, states and sheets; `damaged.by` where `by` means something
            else in one type.
        values: the values of a field that has words of its own, by the field's name; `damaged.kind` as above.
        terms: labels of numbers that an event adds up.
        options: by name.
    """

    declarations: Mapping[str, str]
    events: Mapping[str, str]
    fields: Mapping[str, str]
    values: Mapping[str, Mapping[str, str]]
    terms: Mapping[str, str]
    options: Mapping[str, OptionWords]

    def field(self, name: str, at: str = "") -> str:
        """What a field is called, in messages of type `at`."""
        return self.fields.get(f"{at}.{name}") or self.fields.get(name, name)

    def value(self, field: str, value: str, at: str = "") -> str | None:
        """What a value of a field is called; None where it has no word: then it is an id, a name or a text."""
        for place in (f"{at}.{field}", field):
            found = self.values.get(place, {}).get(value)
            if found is not None:
                return found
        return None


def words(
    *,
    declarations: Mapping[str, str],
    events: Mapping[str, str],
    fields: Mapping[str, str],
    values: Mapping[str, Mapping[str, str]],
    terms: Mapping[str, str],
    options: Mapping[str, OptionWords],
) -> Words:
    """The words of a system over those that all share."""
    shared: Mapping[str, Mapping[str, str]] = {**SHARED_VALUES}
    return Words(
        declarations={**SHARED_DECLARATIONS, **declarations},
        events={**SHARED_EVENTS, **events},
        fields={**SHARED_FIELDS, **fields},
        values={place: {**shared.get(place, {}), **values.get(place, {})} for place in {**shared, **values}},
        terms={**terms},
        options={**options},
    )


SHARED_DECLARATIONS: Mapping[str, str] = {
    "begin": "戦闘を始める",
    "rule": "裁定する",
    "rewind": "巻き戻す",
    "dispute": "異議を唱える",
    "settle": "異議に答える",
    "words": "運に言葉を預ける",
    "roll": "ダイスを振る",
    "show": "伏せたものを明かす",
    "say": "発言する",
    "annotate": "注記を付ける",
    "remark": "感想を書く",
    "close": "戦闘を閉じる",
    "dice": "出目を伝える",
}

SHARED_EVENTS: Mapping[str, str] = {
    "opened": "開戦",
    "began": "開始",
    "declared": "宣言",
    "book_opened": "新しい封筒の束",
    "rolled": "ダイス",
    "tallied": "卓のダイス",
    "drawn": "札を引く",
    "dealt": "配られた札",
    "revealed": "札を開く",
    "reshuffled": "切り直し",
    "round_started": "ラウンドの始まり",
    "order_decided": "行動順の決定",
    "stage_started": "段階の始まり",
    "passed": "見送り",
    "ruling_awaited": "裁定待ち",
    "called_off": "中断",
    "turn_started": "手番の始まり",
    "turn_ended": "手番の終わり",
    "ruled": "裁定",
    "rewound": "巻き戻し",
    "disputed": "異議",
    "settled": "異議への答え",
    "words_given": "運への言葉",
    "shown": "伏せたものの開示",
    "dice_awaited": "出目を待つ",
    "dice_given": "出目",
    "said": "発言",
    "annotated": "注記",
    "remarked": "感想",
    "ended": "終戦",
}

SHARED_FIELDS: Mapping[str, str] = {
    "type": "種類",
    "by": "誰が",
    "reason": "理由",
    "changes": "変更",
    "path": "場所",
    "to": "値",
    "clause": "条項",
    "clauses": "条項",
    "rewind.to": "戻る番号",
    "rewound.to": "戻った番号",
    "seq": "番号",
    "claim": "言い分",
    "settles": "答える異議",
    "overrules": "覆す出来事",
    "intent": "裁定の意図",
    "given": "埋め合わせ",
    "answers": "応える感想",
    "link": "リンク",
    "dispute": "異議の番号",
    "disputes": "異議",
    "verdict": "答え",
    "text": "本文",
    "notation": "ダイスの式",
    "purpose": "目的",
    "secret": "シークレット",
    "as": "話し手",
    "channel": "タブ",
    "terms": "計算",
    "label": "名目",
    "value": "値",
    "system": "システム",
    "version": "規則の版",
    "fingerprint": "規則の指紋",
    "options": "選択規則",
    "characters": "キャラクター",
    "chance": "運の出どころ",
    "seats": "席",
    "seat": "席",
    "title": "題",
    "kind": "種別",
    "book": "束",
    "size": "数",
    "root": "束の根",
    "number": "封筒の番号",
    "key": "鍵",
    "rejected": "捨てた値",
    "entered": "手で入力",
    "faces": "出目",
    "more": "続けて振った出目",
    "laid": "先に出した札や目",
    "sides": "面の数",
    "declaration": "宣言",
    "deck": "山札",
    "count": "枚数",
    "cards": "札",
    "round": "ラウンド",
    "order": "行動順",
    "fight": "戦場",
    "stage": "段階",
    "queue": "これから訊く順",
    "what": "見送ったもの",
    "why": "わけ",
    "total": "合計",
    "success": "成否",
    "chosen": "選ばれたもの",
    "winner": "勝者",
    "phase": "局面",
    "active": "手番",
    "awaiting": "待っている宣言",
    "types": "宣言の種類",
    "optional": "しなくてもよい",
    "id": "識別名",
    "name": "名前",
    "side": "側",
    "team": "陣営",
    "exchange": "応酬",
}

SHARED_VALUES: Mapping[str, Mapping[str, str]] = {
    "side": {"pc": "ＰＣ", "npc": "ＮＰＣ"},
    "phase": {"setup": "準備", "fighting": "戦闘中", "over": "終結"},
    "verdict": {"upheld": "元の裁定どおり", "overturned": "裁定を覆す"},
    "purpose": {"table": "卓のダイス"},
    "chance.kind": {"sealed": "封印（サーバー）", "entered": "卓で振る"},
    "ended.reason": {"closed": "ＧＭが閉じた"},
}

SHARED = words(declarations={}, events={}, fields={}, values={}, terms={}, options={})
"""The words that all systems share."""

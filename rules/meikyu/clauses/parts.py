"""Item part and action part (M-7, M-8)."""

from senki.rules.clause import Chapter

CHAPTER = Chapter()

CHAPTER.state(
    "M-7.1",
    "アイテムパート",
    ja="アイテムパートでは、消耗品か、タイミング：アイテムパートのアビリティのどちらかを使う。",
    en="Item part: use a consumable, or an ability of timing item part.",
)


CHAPTER.state(
    "M-7.2",
    "アイテムパート",
    ja="どちらを使うにせよ、一回のアイテムパートに一度まで。",
    en="One use in an item part, of the one or the other.",
)


CHAPTER.state(
    "M-8.1",
    "アクションパート",
    ja="アクションパートでは行動判定を行い、決まった行動を実行する。",
    en="Action part: an action check, and the action it gives is carried out.",
)

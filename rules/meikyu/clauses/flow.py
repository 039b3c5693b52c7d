"""The round and its phases; setup (M-1, M-2)."""

from senki.rules.clause import Chapter

CHAPTER = Chapter()

CHAPTER.state(
    "M-1.1",
    "戦闘の流れ",
    ja="一つのターンは、セットアップ、イニシアチブ、メイン、クリンナップの順に四つのフェイズで進む。",
    en="A round is four phases in this order: setup, initiative, main, cleanup.",
)


CHAPTER.state(
    "M-1.2",
    "戦闘の流れ",
    ja="ターンはセットアップフェイズに始まり、クリンナップフェイズに終わって、次のターンへ移る。",
    en="It begins with setup and ends with cleanup; then the next begins.",
)


CHAPTER.state(
    "M-2.1",
    "セットアップフェイズ",
    ja="セットアップフェイズは、ターンの初めに各キャラクターが準備をする段階。",
    en="Setup is where each character prepares at the start of the round.",
)


CHAPTER.state(
    "M-2.2",
    "セットアップフェイズ",
    ja="セットアップフェイズに隊列を変えられる。",
    en="A character may change its row in setup.",
)


CHAPTER.state(
    "M-2.3",
    "セットアップフェイズ",
    ja="タイミング：セットアップのアビリティを、一回のフェイズに一つ使える。隊列の変更と両方を行える。",
    en="It may use abilities of timing setup, one in each setup phase; it may do both, the row and the ability.",
)

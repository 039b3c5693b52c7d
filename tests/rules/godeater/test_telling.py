"""What is told of a battle, sentence by sentence."""

from tests.rules.godeater.fights import FANG, KNIFE, WALL, begun, foe, pc, skill, strike
from tests.story import Json

GUN: Json = {"id": "gun", "name": "銃", "category": "gun"}
SHELL: Json = {"id": "shell", "name": "弾", "category": "bullet", "range": [0, 3]}


def test_what_recovers_and_what_is_lost():
    story = begun(
        pc("a", ap=2, max_st=0, skills=[skill("cut", "side", {"kind": "change", "resource": "hp", "value": -3})]),
        foe("g"),
    )
    told = story.told()
    assert "aのＡＰが３回復し、５になった。" in told
    assert "aのＳＴが０変わり、０になった。" in told
    assert "aのＨＰが３失い、１７になった。" in story.when("use_skill", "a", skill="cut").told()


def test_moves_and_flying():
    fly = skill("fly", "side", {"kind": "condition", "condition": "flying", "lasts": "turn"})
    story = begun(pc("a", skills=[fly]), foe("g")).when("dash", "a", path=["o4", "o5"])
    assert "aは外４時、外５時を駆け抜け、外５時に至った。" in story.told()
    assert "aは宙へ跳んだ。" in story.when("use_skill", "a", skill="fly").told()


def test_an_attack_from_its_declaration_to_its_end():
    story = begun(
        pc("a", op=3, max_ap=9, weapon=GUN, items=[SHELL], intellect=1),
        foe("g", weapon=KNIFE, max_st=3, items=[{**WALL, "name": "盾"}]),
    )
    assert "aはgに銃で攻めかかる。" in story.when("attack", "a", targets=["g"], bullet="shell").told()
    told = story.when("respond", "g", [9], [1, 1, 1], action="guard").told()
    assert "aのダメージ判定は出目９、銃０、弾０、知力１で１０。" in told
    assert "gは盾で受け、ガード判定は０。構えが間に合わない。" in told
    assert told.count("aの行動が終わった。") == 2
    story.when("attack", "a", targets=["g"], bullet="shell")
    told = story.when("respond", "g", [1], action="waive").told()
    assert "aのダメージ判定は０。だが、刃は空を切った。" in told
    assert "aの攻撃は実らなかった。" in told


def test_a_critical_and_a_void_cover():
    fang, wall = {**FANG, "id": "fang_b"}, {**WALL, "id": "wall_b"}
    story = begun(
        foe("g", max_ap=9, skills=[strike(name="爪")]),
        pc("a", weapon=KNIFE, items=[WALL]),
        pc("b", weapon=fang, items=[wall]),
    )
    story.when("attack", "g", skill="claw", targets=["a"]).when("respond", "a", action="guard")
    told = story.when("respond", "b", [10, 2], [3], [10, 2, 2], [3], action="cover", ally="a").told()
    assert "bは庇おうとしたが、aにその必要はなかった。" in told
    assert "gのダメージ判定は出目１５、爪３、筋力０で１８。会心の手応えだ。" in told
    assert "aはwallで受け、ガード判定は１９。" in told


def test_checks():
    story = begun(pc("a"), foe("g"))
    told = story.when("check", None, [10], character="a", ability="agility", difficulty=12).told()
    assert "aの敏捷判定、達成値１０に対し目標値は１２――成功だ。" in told
    told = story.when("check", None, [1], character="a", ability="agility", difficulty=0).told()
    assert "aの敏捷判定、達成値１に対し目標値は０――失敗だ。" in told


def test_a_ruling_is_told_in_words():
    story = begun(pc("a", weapon=KNIFE), foe("g"))
    changes = [{"path": "characters.a.weapon", "to": None}, {"path": "turn.part", "to": "side"}]
    told = story.when("rule", reason="壊れた", changes=changes).told()
    assert "ＧＭの裁定：壊れた（aの武器をなしに、ターンの段階をサイドアクションに）" in told


def test_a_ruling_calls_one_word_by_the_field_in_which_it_stands():
    story = begun(pc("a", weapon=KNIFE), foe("g"))
    changes = [
        {"path": "characters.g.side", "to": "pc"},
        {"path": "characters.g.kind", "to": "npc"},
        {"path": "options.responses", "to": "open"},
        {"path": "options.diagonals", "to": True},
        {"path": "characters.a.cell", "to": "i12"},
    ]
    told = story.when("rule", reason="寝返り", changes=changes).told()
    assert (
        "ＧＭの裁定：寝返り（gの側をＰＣに、gの種類をＮＰＣに、選択規則のレスポンスの公開を「行動順に公開で決める」に、"
        "選択規則の斜めの隣接を「斜めも隣り合う」に、aのセルを内１２時に）" in told
    )

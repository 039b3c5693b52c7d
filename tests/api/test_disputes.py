"""A quarrel over HTTP: raised, answered by a ruling or a rewind, listed; and what going back would undo."""

from tests.api.table import Battle, Table


def begun(table: Table) -> Battle:
    """A battle whose dice have fallen for initiative."""
    battle = table.open(spectators="open")
    battle.begin()
    battle.choose("a", "sword", "longsword")
    return battle


def test_a_ruling_that_names_a_dispute_answers_it(table: Table):
    battle = begun(table)
    raised = battle.says("a", {"type": "dispute", "seq": 3, "claim": "先に動くのはこちらのはず"})["events"][-1]["seq"]
    assert battle.get("a", "/disputes").json()["disputes"][0]["status"] == "open"
    ruling = {
        "type": "rule",
        "reason": "順番を入れ替える",
        "changes": [{"path": "characters.a.hp", "to": 30}],
        "settles": raised,
        "overrules": [3],
        "intent": "同値なら傷の浅い者から",
        "given": "ボブに小さな盾",
    }
    told = battle.says("gm", ruling)["events"]
    assert [e["type"] for e in told][:3] == ["declared", "ruled", "settled"]
    assert "意図：同値なら傷の浅い者から　埋め合わせ：ボブに小さな盾" in told[1]["text"]
    (dispute,) = battle.get(None, "/disputes").json()["disputes"]
    assert (dispute["seq"], dispute["event"], dispute["status"]) == (raised, 3, "overturned")
    assert dispute["corrections"] == [told[1]["seq"]]
    assert (dispute["settled"], dispute["reason"]) == (told[2]["seq"], "順番を入れ替える")
    assert battle.get("gm").json()["disputes"] == []


def test_a_ruling_cannot_answer_what_is_no_dispute(table: Table):
    battle = begun(table)
    refused = battle.declare("gm", {"type": "rule", "reason": "r", "changes": [], "settles": 2})
    assert refused.json()["code"] == "illegal_value"
    refused = battle.declare("gm", {"type": "rule", "reason": "r", "changes": [], "overrules": [999]})
    assert refused.json()["code"] == "illegal_value"


def test_what_a_rewind_would_undo_is_told_beforehand(table: Table):
    battle = table.open(spectators="open")
    begin = battle.says("gm", {"type": "begin"})["seq"]
    found = battle.get("gm", f"/undoing?to={begin}").json()
    assert (found["declarations"], found["warning"], found["learned"]) == (0, "nothing", [])
    battle.choose("b", "fist", "fist")
    battle.choose("a", "sword", "longsword")
    battle.says("a", {"type": "say", "text": "いくぞ"})
    found = battle.get("gm", f"/undoing?to={begin}").json()
    assert found["declarations"] == 2
    assert [it["kind"] for it in found["learned"]].count("dice") == 2  # one roll of initiative each
    assert found["warning"] == "much"
    assert found["text"].startswith("宣言2件が取り消されます。注意：出た目2件、明かされた秘密2件は、もう")
    assert battle.get("gm", "/undoing?to=0").status_code == 400
    assert battle.get("gm", "/undoing?to=999").status_code == 400


def test_remarks_come_after_the_fight_and_only_from_those_who_took_part(table: Table):
    battle = begun(table)
    remark = {"type": "remark", "seq": 3, "text": "ここで引いていたら？", "link": "/battles/x/page"}
    assert battle.declare("a", remark).json()["code"] == "not_awaited"
    battle.says("gm", {"type": "close"})
    first = battle.says("a", remark)["events"][-1]
    assert first["type"] == "remarked"
    assert "の感想（3番）：ここで引いていたら？" in first["text"]
    answer = battle.says("gm", {"type": "remark", "seq": 3, "text": "なるほど", "answers": first["seq"]})["events"][-1]
    assert answer["data"]["answers"] == first["seq"]
    assert battle.declare("gm", {**remark, "answers": 2}).json()["code"] == "illegal_value"
    assert battle.declare("gm", {**remark, "link": "https://elsewhere"}).json()["code"] == "malformed"
    assert battle.declare("spectator", remark).status_code in {403, 409}

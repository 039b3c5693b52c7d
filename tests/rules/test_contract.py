"""What each declaration of each game is made of, and the one code for each kind of mistake in it.

The table was written by hand from the contract of the declarations: who speaks, which fields must be there, and which
may (`?`). Where several codes apply: `malformed`, `unknown_character`, `gm_only`, and only then the state of the game.
"""

import copy
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from senki.rules import SYSTEMS
from senki.rules.chance import Entered
from senki.rules.codec import codec
from senki.rules.decide import decide, open_battle
from senki.rules.rejection import Rejection
from senki.rules.rulebook import Battle
from tests.rules.play import openings

SHARED = {
    "begin": "gm:",
    "rule": "gm: reason changes clause? settles? overrules? intent? given?",
    "rewind": "gm: to reason settles? intent? given?",
    "dispute": "anyone: seq claim clause?",
    "settle": "gm: dispute verdict reason",
    "words": "anyone: text",
    "roll": "anyone: notation purpose? secret?",
    "show": "anyone: seq",
    "say": "anyone: text as? channel?",
    "annotate": "anyone: seq text",
    "close": "gm: reason?",
    "dice": "anyone:",
    "remark": "anyone: seq text answers? link?",
}
CONTRACT: dict[str, dict[str, str]] = {
    "persona": {
        "arrange": "either: order",
        "delay": "by: after",
        "attack": "by: target cards?",
        "defend": "by: cards",
        "discard": "by: cards",
        "cast": "by: spell card? target? name?",
        "change_persona": "by: persona",
        "exchange": "by: cards",
        "negotiate": "by: target card approach?",
        "incapacitate": "by: target card?",
        "flee": "by: card?",
        "pass": "by:",
        "other": "by: text",
        "surrender": "by:",
        "call": "gm: difficulty",
        "check": "by: card?",
        "judge": "gm: success reason?",
        "rest": "gm: granted reason?",
        "pass_hour": "gm:",
        "recover": "by: card?",
        "show_hand": "by: to cards",
    },
    "godeater": {
        "place": "by: cell",
        "move": "by: to",
        "dash": "by: path",
        "give_up": "by:",
        "jump": "by:",
        "transform": "by: weapon",
        "use_skill": "by: skill targets?",
        "use_item": "by: item targets?",
        "hand_over": "by: item to",
        "drop": "by: item",
        "pick_up": "by: item",
        "improvise": "by: text",
        "attack": "by: targets bullet? skill? item?",
        "link_aid": "by: target",
        "wait": "by:",
        "respond": "by: action to? ally? skill? item? targets? text?",
        "choose_shield": "by: shield",
        "pass": "by:",
        "next_round": "gm:",
        "mark_mission": "gm: mission result",
        "check": "gm: character ability difficulty modifier? label?",
        "opposed_check": "gm: attacker defender attacker_ability defender_ability "
        "attacker_modifier? defender_modifier?",
    },
    "meikyu": {
        "change_row": "by:",
        "use_ability": "by: ability targets?",
        "arrange": "by: order",
        "use_item": "by: item targets?",
        "roll_action": "by:",
        "reroll": "by:",
        "shift": "by: change",
        "perform": "by: targets?",
        "cover": "by: target",
        "wait": "by:",
        "pass": "by:",
    },
    "powerplay": {
        "make": "by:",
        "swap": "by: abilities",
        "learn": "by: spell dice?",
        "call_check": "gm: of ability target_number hidden? perfect? text?",
        "check": "by: dice?",
        "attack": "by: target way? dice?",
        "evade": "by: dice?",
        "resist": "by: dice?",
        "decline": "by:",
        "cast": "by: spell target item? dice?",
        "concentrate": "by: spell",
        "change_weapon": "by: weapon",
        "change_posture": "by: to",
        "evade_only": "by:",
        "act": "by: text",
        "judge": "gm: allowed slow? ability? target_number? hidden? perfect?",
        "delay": "by: to",
        "pass": "by:",
        "spend_hero_point": "by: die",
        "accept": "by:",
        "award": "gm: hours minutes? to? adjust?",
        "grow": "by: ability",
    },
    "hms": {
        "declare_skill": "by: skill weapon?",
        "move": "by: to target?",
        "block": "by:",
        "attack": "by: target",
        "defend": "by:",
        "demand_reroll": "by:",
        "interrupt": "by: before",
        "special": "by: special targets?",
        "flee": "by: skill with?",
        "pursue": "by: target skill band?",
        "surrender": "by:",
        "pass": "by:",
    },
}
ALL = [(s, t, row) for s, own in CONTRACT.items() for t, row in (SHARED | own).items()]
OF_GM = [(s, t, row) for s, t, row in ALL if row.startswith("gm:")]
OF_CHARACTERS = [(s, t, row) for s, t, row in ALL if row.startswith("by:")]

SAMPLES: dict[str, Any] = {
    **dict.fromkeys(("seq", "dispute", "dice", "die", "hours", "minutes", "target_number", "persona", "change"), 1),
    **dict.fromkeys(("modifier", "attacker_modifier", "defender_modifier"), 1),
    **dict.fromkeys(("secret", "hidden", "perfect", "slow", "allowed", "success", "granted"), True),
    **{field: [] for field in ("cards", "order", "targets", "path", "changes")},
    "card": "S2",
    "verdict": "upheld",
    "notation": "2D6",
    "clause": None,
    "abilities": ["agility", "spirit"],
    "adjust": {},
    "ability": "strength",
    "attacker_ability": "strength",
    "defender_ability": "strength",
    "difficulty": 5,
    "result": "achieved",
    "action": "waive",
}
"""A value of the right form for each field; a word for all others."""
SAMPLES_OF: dict[tuple[str, str], dict[str, Any]] = {
    ("*", "rewind"): {"to": 1},
    ("powerplay", "delay"): {"to": 1},
    ("powerplay", "award"): {"to": []},
    ("persona", "show_hand"): {"to": []},
    ("persona", "call"): {"difficulty": "easy"},
    ("persona", "cast"): {"spell": "diarahan"},
}
NAMES = ("after", "target", "of", "character", "attacker", "defender", "before")
"""Fields that name a character."""


def fields(row: str) -> tuple[set[str], set[str]]:
    """The fields that must be there, and those that may."""
    words = row.partition(":")[2].split()
    return {w for w in words if not w.endswith("?")}, {w[:-1] for w in words if w.endswith("?")}


def two(system: str) -> tuple[Battle[Any], str, str]:
    """A battle that is open, one of its pcs and one of its npcs."""
    for given in openings(system):
        battle = open_battle(SYSTEMS[system], given).battle
        sides = {battle.table.seat_of(c) != "gm": c for c in battle.game.characters}
        if len(sides) == 2:
            return battle, sides[True], sides[False]
    raise AssertionError(system)


def well_formed(system: str, type: str, row: str, pc: str) -> dict[str, Any]:
    """A declaration with every field that must be there, of the right form, naming somebody who is there."""
    samples = SAMPLES | SAMPLES_OF.get(("*", type), {}) | SAMPLES_OF.get((system, type), {})
    must = fields(row)[0]
    said = {"type": type} | {f: pc if f in NAMES else copy.deepcopy(samples.get(f, "x")) for f in must}
    if (system, type) in {("persona", "cast"), ("godeater", "hand_over")}:
        said["to" if type == "hand_over" else "target"] = pc
    return said | ({"by": pc} if row.startswith("by:") else {})


def code(system: str, battle: Battle[Any], seat: str, said: dict[str, Any]) -> str:
    """The code with which a seat's declaration is refused; nothing where it is not."""
    rules = SYSTEMS[system]
    try:
        decide(rules, battle, codec(rules).declaration(said), Entered(()), seat=seat)
    except Rejection as refusal:
        return refusal.code
    return ""


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_declaration_has_the_contracts_fields(system: str):
    found: dict[str, tuple[str, set[str], set[str]]] = {}
    for type, kind in codec(SYSTEMS[system]).declaration_types.items():
        known = msgspec.structs.fields(kind)
        must = {f.encode_name for f in known if f.required}
        may = {f.encode_name for f in known if not f.required}
        found[type] = ("by" if "by" in must else "", must - {"by"}, may - {"by"})
    wanted = {t: ("by" if r.startswith("by:") else "", *fields(r)) for t, r in (SHARED | CONTRACT[system]).items()}
    assert found == wanted


def malformed(system: str, type: str, row: str, pc: str) -> Iterator[dict[str, Any]]:
    """The declaration with a field missing, a field too many, and each field of a wrong type."""
    whole = well_formed(system, type, row, pc)
    must, may = fields(row)
    for field in must | ({"by"} if row.startswith("by:") else set()):
        yield {k: v for k, v in whole.items() if k != field}
    yield whole | {"colour": "red"}
    for field in must | may | {"by"}:
        yield whole | {field: {"no": [1.5]}}


@pytest.mark.parametrize(("system", "type", "row"), ALL)
def test_a_wrong_form_is_malformed_for_every_seat(system: str, type: str, row: str):
    battle, pc, _ = two(system)
    for said in malformed(system, type, row, pc):
        for seat in (battle.table.seat_of(pc), "gm", "spectator"):
            assert code(system, battle, seat, said) == "malformed", (seat, said)
            assert code(system, battle, seat, said | {"by": "nobody", "colour": "red"}) == "malformed"


@pytest.mark.parametrize(("system", "type", "row"), ALL)
def test_somebody_who_is_not_there_is_unknown_whoever_speaks(system: str, type: str, row: str):
    battle, pc, npc = two(system)
    whole = well_formed(system, type, row, pc)
    wrong = [whole | {"by": "nobody"}]
    wrong += [whole | {"by": by, f: "nobody"} for f in fields(row)[0] & set(NAMES) for by in (pc, npc)]
    for said in wrong:
        for seat in (battle.table.seat_of(pc), "gm", "spectator"):
            assert code(system, battle, seat, said) == "unknown_character", (seat, said)


@pytest.mark.parametrize(("system", "type", "row"), OF_GM)
def test_where_the_gm_speaks_for_the_table_by_or_another_seat_is_gm_only(system: str, type: str, row: str):
    battle, pc, npc = two(system)
    whole = well_formed(system, type, row, pc)
    for seat in (battle.table.seat_of(pc), "spectator"):
        assert code(system, battle, seat, whole) == "gm_only"
    for seat in (battle.table.seat_of(pc), "gm", "spectator"):
        for by in (pc, npc):
            assert code(system, battle, seat, whole | {"by": by}) == "gm_only"
    assert code(system, battle, "gm", whole) not in {"malformed", "unknown_character", "gm_only"}


@pytest.mark.parametrize(("system", "type", "row"), OF_CHARACTERS)
def test_a_character_is_spoken_for_by_its_own_seat_before_its_go_is_asked_about(system: str, type: str, row: str):
    battle, pc, npc = two(system)
    whole = well_formed(system, type, row, pc)
    assert code(system, battle, battle.table.seat_of(pc), whole | {"by": npc}) == "gm_only"
    assert code(system, battle, "spectator", whole | {"by": npc}) == "gm_only"
    assert code(system, battle, "spectator", whole) == "not_your_seat"
    assert code(system, battle, "gm", whole) == "not_your_seat"
    own = code(system, battle, battle.table.seat_of(pc), whole)
    assert own not in {"malformed", "unknown_character", "gm_only", "not_your_seat"}

"""Running the contract's cases: open a battle, declare, and compare what comes of it (contract: "Cases")."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import msgspec

from senki.projections.readjudicate import Moments
from senki.projections.seen import state
from senki.rules import SYSTEMS
from senki.rules.chance import Entered, known_decks
from senki.rules.codec import codec, encode
from senki.rules.decide import decide, open_battle
from senki.rules.rejection import Rejection
from senki.rules.rulebook import Battle, Decision, RuleSystem

Json = dict[str, Any]


class Failure(msgspec.Struct, frozen=True):
    """What did not come out as the case says.

    Attributes:
        step: its number from 1; 0 is the opening.
        message: what was expected and what came.
    """

    step: int
    message: str


class Result(msgspec.Struct, frozen=True):
    """How one case went."""

    name: str
    clauses: tuple[str, ...]
    failure: Failure | None


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One case, as its file has it."""

    name: str
    open: Json
    clauses: tuple[str, ...] = ()
    steps: tuple[Json, ...] = ()
    open_reject: Json | None = None
    note: str = ""


class CaseFile(msgspec.Struct, frozen=True):
    """A group of cases of one system."""

    system: str
    cases: tuple[Case, ...]


def read_cases(data: bytes) -> CaseFile:
    """A case file from its bytes.

    Raises:
        ValueError: it is no case file, or of a system that we do not have.
    """
    try:
        found = msgspec.json.decode(data, type=CaseFile)
    except msgspec.MsgspecError as error:
        msg = f"not a case file: {error}"
        raise ValueError(msg) from None
    if found.system not in SYSTEMS:
        msg = f"no such system: {found.system} (there are {', '.join(SYSTEMS)})"
        raise ValueError(msg)
    return found


def run_cases(cases: CaseFile) -> Iterator[Result]:
    """Run each case of a file, in order."""
    system = SYSTEMS[cases.system]
    for case in cases.cases:
        yield Result(case.name, case.clauses, run_case(system, case))


def run_case(system: RuleSystem[Any], case: Case) -> Failure | None:
    """Run one case.

    Returns:
        The first thing that did not come out as the case says, or None.
    """
    given = dict(case.open)
    decks = opening_decks(given)
    try:
        decision = open_battle(system, given)
    except Rejection as rejection:
        wanted = case.open_reject
        if wanted is None or wanted.get("code") != rejection.code:
            return Failure(0, f"the opening was refused: {rejection}")
        return None
    if case.open_reject is not None:
        return Failure(0, f"the opening should be refused with {case.open_reject.get('code')}")
    run = Run(system, decision.battle, decks)
    for number, step in enumerate(case.steps, 1):
        problem = run.step(step)
        if problem is not None:
            return Failure(number, problem)
    return None


def opening_decks(given: Json) -> dict[str, tuple[str, ...]]:
    """The known orders of the decks; they stay in the opening too, where the system wants to see them."""
    deck = given.get("deck")
    if isinstance(deck, list):
        return known_decks({"": cast("list[str]", deck)})
    if isinstance(deck, dict):
        return known_decks(cast("dict[str, list[str]]", deck))
    return {}


class Run:
    """A case on its way: the battle so far, and its earlier moments."""

    def __init__(self, system: RuleSystem[Any], battle: Battle[Any], decks: dict[str, tuple[str, ...]]) -> None:
        self.system = system
        self.battle = battle
        self.decks = decks
        self.past = Moments()
        self.past.keep(battle)
        self.ends: list[int] = [battle.seq]

    def step(self, step: Json) -> str | None:
        """Take one step; says what did not come out right, or None."""
        before = self.seen()
        wanted: Json | None = step.get("reject")
        try:
            decision = self.declare(step)
        except Rejection as rejection:
            self.ends.append(self.battle.seq)
            if wanted is None:
                return f"refused: {rejection}"
            if wanted.get("code") != rejection.code:
                return f"refused with {rejection.code}, should be {wanted.get('code')}: {rejection.message}"
            return None if self.seen() == before else "a refused step changed the state"
        if wanted is not None:
            return f"should be refused with {wanted.get('code')}"
        self.battle = decision.battle
        self.past.keep(self.battle)
        self.ends.append(self.battle.seq)
        return self.compare(step.get("expect", {}), decision)

    def seen(self, seat: str | None = None) -> Json:
        """The state as plain JSON, as a seat (or nobody in particular) sees it."""
        return cast("Json", msgspec.json.decode(encode(state(self.system, self.battle, seat))))

    def declare(self, step: Json) -> Decision[Any]:
        """Decide the step's declaration with its scripted chance."""
        said = dict(step["do"])
        if isinstance(said.get("to"), dict):
            said["to"] = self.ends[said["to"]["step"]]
        it = codec(self.system).declaration(said)
        chance = Entered(step.get("rolls", ()), self.decks)
        return decide(self.system, self.battle, it, chance, seat=step.get("as"), past=self.past)

    def compare(self, expect: Json, decision: Decision[Any]) -> str | None:
        """What differs from what the step expects, or None."""
        now = self.seen()
        events = [cast("Json", msgspec.json.decode(encode(h.event))) for h in decision.events]
        for path, value in expect.get("state", {}).items():
            problem = differs(now, path, value)
            if problem:
                return problem
        problem = missing(events, expect.get("events", ()))
        if problem:
            return problem
        for kind in expect.get("no_events", ()):
            if any(e["type"] == kind for e in events):
                return f"there should be no {kind}"
        for seat, seen in expect.get("view", {}).items():
            own = self.seen(seat)
            for path, value in seen.items():
                problem = differs(own, path, value)
                if problem:
                    return f"as {seat} sees it: {problem}"
        return awaited(now["awaiting"], expect.get("awaiting"))


def differs(tree: Json, path: str, value: object) -> str | None:
    """What stands at a path instead of the value, or None."""
    found = at(tree, path)
    same = found == value and isinstance(found, bool) == isinstance(value, bool)
    return None if same else f"{path} is {_show(found)}, should be {_show(value)}"


def at(tree: Any, path: str) -> Any:  # noqa: ANN401 - any JSON
    """The value at a path with dots; a missing one is told by a text that no state has."""
    node = tree
    for step in path.split("."):
        if isinstance(node, Mapping) and step in node:
            node = cast("Mapping[str, Any]", node)[step]
        elif isinstance(node, Sequence) and not isinstance(node, str) and step.isdecimal():
            row = cast("Sequence[Any]", node)
            if int(step) >= len(row):
                return f"<nothing at {path}>"
            node = row[int(step)]
        else:
            return f"<nothing at {path}>"
    return node


def missing(events: Sequence[Json], wanted: Sequence[Json]) -> str | None:
    """The first wanted event that does not appear after those before it, or None."""
    place = 0
    for want in wanted:
        found = next((n for n in range(place, len(events)) if fits(events[n], want)), None)
        if found is None:
            kinds = [_show(e) for e in events if e["type"] == want.get("type")]
            return f"no {_show(want)} among the events; of that type: {', '.join(kinds) or 'none'}"
        place = found + 1
    return None


def fits(event: Json, want: Json) -> bool:
    """Whether an event has all that is wanted of it; an absent field counts as null, or as an empty list."""
    return all(_same(event.get(name), value) or (value == [] and name not in event) for name, value in want.items())


def _same(found: object, value: object) -> bool:
    if isinstance(found, dict) and isinstance(value, dict):
        return all(_same(cast("Json", found).get(n), v) for n, v in cast("Json", value).items())
    if isinstance(found, list) and isinstance(value, list):
        rows, wanted = cast("list[object]", found), cast("list[object]", value)
        return len(rows) == len(wanted) and all(_same(a, b) for a, b in zip(rows, wanted, strict=True))
    return found == value


def awaited(now: Sequence[Json], wanted: Sequence[Json] | None) -> str | None:
    """What differs between who is awaited and who should be, or None."""
    if wanted is None:
        return None
    if not wanted:
        return None if not now else f"nobody should be awaited, but {_show(list(now))}"
    for want in wanted:
        if not any(n["by"] == want["by"] and set(want["types"]) <= set(n["types"]) for n in now):
            return f"should be awaited: {_show(want)}; awaited: {_show(list(now))}"
    return None


def _show(value: object) -> str:
    return msgspec.json.encode(value).decode()

"""ペルソナTRPG over HTTP: no answer of any route tells a seat of a card that it may not know (P-0.5)."""

import random
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from senki.projections.readjudicate import Moments
from senki.rules import SYSTEMS
from senki.rules.codec import codec
from senki.rules.rulebook import Battle as Folded
from senki.rules.rulebook import begin_battle, fold
from senki.rules.table import GM, Audience
from tests.api.table import Battle, Table, serving
from tests.api.test_live import watching
from tests.rules.persona.fights import demon, fight, user

SYSTEM = SYSTEMS["persona"]
CARD = re.compile(r"(?<![A-Za-z0-9])((?:[SHDC][2-9TJQKA])|X[12])(?![A-Za-z0-9])")
TOLD = re.compile(r"(スペード|ハート|ダイア|クラブ)の(10|[2-9]|ジャック|クイーン|キング|エース)")
PROOFS = re.compile(r'"(?:hash|digest|salt|key|root|stream|id|head|siblings)":\s*(?:"[^"]*"|\[[^\]]*\])')
SUITS = {"スペード": "S", "ハート": "H", "ダイア": "D", "クラブ": "C"}
RANKS = {"10": "T", "ジャック": "J", "クイーン": "Q", "キング": "K", "エース": "A"}
STEPS = 30


def cards_in(text: str) -> set[str]:
    """The cards that a text names, as codes or as they are read in Japanese."""
    plain = PROOFS.sub("", text)
    return set(CARD.findall(plain)) | {SUITS[s] + RANKS.get(r, r) for s, r in TOLD.findall(plain)}


def log_of(table: Table, battle: Battle) -> list[tuple[str, str | None]]:
    """Data and audience of every event, from the file itself."""
    with closing(sqlite3.connect(f"file:{table.settings.database}?mode=ro", uri=True)) as file:
        return file.execute("SELECT data, audience FROM log WHERE stream = ? ORDER BY seq", (battle.id,)).fetchall()


def folded(log: list[tuple[str, str | None]]) -> Folded[Any]:
    """The battle, folded here from the file."""
    past = Moments()
    now: Folded[Any] | None = None
    for data, _ in log:
        event = codec(SYSTEM).event(data)
        now = begin_battle(SYSTEM, event) if now is None else fold(SYSTEM, now, event, past)
    assert now is not None
    return now


def unknown_to(seat: str, log: list[tuple[str, str | None]], now: Folded[Any]) -> set[str]:
    """Cards in others' hands or face down that no event for this seat, or for everybody, has ever shown."""
    hidden = {
        card
        for character in now.game.characters.values()
        if now.table.seat_of(character.id) != seat
        for card in character.hand or ()
    }
    attack = now.game.attack
    if attack is not None and now.table.seat_of(attack.by) != seat:
        hidden |= set(attack.cards)
    shown: set[str] = set()
    for seq, (data, audience) in enumerate(log, 1):
        who = None if audience is None else msgspec.json.decode(audience, type=Audience)
        if now.table.may_see(who, seq, seat):
            shown |= cards_in(data)
    return hidden - shown


def any_declaration(battle: Battle, dice: random.Random) -> None:
    """Some seat declares something that it is offered."""
    seats = list(battle.tokens)
    dice.shuffle(seats)
    for seat in seats:
        offers = [
            o
            for o in battle.get(seat, "/declarations/legal").json()["declarations"]
            if o["awaited"] and o.get("plays") and o["type"] not in {"surrender", "flee", "show_hand"}
        ]
        if offers:
            best = [o for o in offers if o["type"] in {"attack", "defend", "discard"}] or offers
            battle.declare(seat, dice.choice(dice.choice(best)["plays"]))
            return


def questions(now: Folded[Any], dice: random.Random) -> list[str]:
    """Paths that ask questions of a record: dossiers in each form, reasons of what lies hidden, uses of clauses."""
    seqs = [*dice.sample(range(1, now.seq + 1), min(6, now.seq)), now.seq]
    forms = ("", "?format=markdown", "?format=html")
    fields = [f"characters.{id}.{field}" for id in now.game.characters for field in ("hand", "hp")]
    fields += ["attack", "decks", "awaiting", "check", "attack.cards"]
    known = [f"/why?path={field}&at={at}" for field in fields for at in (now.seq, dice.choice(seqs))]
    dossiers = [f"/audit/{seq}{dice.choice(forms)}" for seq in seqs]
    return [*dossiers, *known, *(f"/clauses/{clause}" for clause in list(SYSTEM.clauses)[::5])]


def why_nots(now: Folded[Any], dice: random.Random) -> list[dict[str, Any]]:
    """Declarations of anybody, at some moment; and why nobody was asked."""
    found: list[dict[str, Any]] = []
    for id in now.game.characters:
        at = dice.choice((now.seq, dice.randrange(1, now.seq + 1)))
        found += [{"by": id, "type": kind, "at": at} for kind in ("attack", "defend", "discard")]
        found.append({"declaration": {"type": "attack", "by": id, "target": "boss"}, "at": at})
    return found


@pytest.mark.parametrize("seed", range(4))
def test_no_answer_tells_of_a_card_that_the_seat_may_not_know(tmp_path: Path, seed: int):
    dice = random.Random(seed)
    with serving(tmp_path) as table:
        setup = fight(
            user("yuka", "S", 5),
            user("rei", "H", 4),
            user("boss", "D", 5, side="npc"),
            demon("slime", "C", 3),
            damage_refill=dice.choice(["at_once", "turn_end"]),
            check=dice.choice(["gm", "drawn"]),
            decks=dice.choice(["one", "two"]),
            combined_defence=dice.choice(["once", "each"]),
        )
        answer = table.client.post("/battles", json={"system": "persona", "setup": setup})
        assert answer.status_code == 201, answer.text
        battle = Battle(table.client, answer.json())
        battle.begin()
        looked = kept_secret = 0
        for step in range(STEPS):
            any_declaration(battle, dice)
            if step % 5:
                continue
            log = log_of(table, battle)
            now = folded(log)
            if now.game.phase == "over":
                break
            for seat in battle.tokens:
                unknown = unknown_to(seat, log, now)
                kept_secret += len(unknown)
                moments = [f"/state?at={dice.randrange(1, now.seq)}" for _ in range(3)]
                chances = [f"/chance/{n}" for n in range(1, now.table.used + 1, 3)]
                for path in (
                    "/state",
                    "/events?limit=1000",
                    "/archive",
                    "/verify",
                    "/chance",
                    "/luck",
                    f"/odds/{dice.randrange(2, now.seq)}",
                    f"/odds/{now.seq}",
                    *moments,
                    *chances,
                    "/page",
                    *questions(now, dice),
                ):
                    assert not cards_in(battle.get(seat, path).text) & unknown, (seat, path)
                for asked in why_nots(now, dice):
                    told = battle.client.post(f"{battle.url}/why-not", json=asked, headers=battle.auth(seat))
                    assert told.status_code in {200, 404}, told.text
                    assert not cards_in(told.text) & unknown, (seat, asked)
                legal = battle.get(seat, "/declarations/legal").text
                assert not cards_in(legal) & unknown, (seat, "legal")
                for otherwise in ({"options": {"check": "drawn"}}, {"at": now.seq, "faces": ["S2"]}):
                    asked = battle.client.post(f"{battle.url}/what-if", json=otherwise, headers=battle.auth(seat))
                    assert asked.status_code == 403 or not unknown, (seat, asked.text)
                    assert not cards_in(asked.text) & unknown, (seat, "what-if")
                wrong = {"type": "attack", "by": "yuka", "target": "boss", "cards": sorted(unknown)[:1] or ["S2"]}
                refused = battle.declare(seat, wrong)
                assert refused.status_code != 201 or seat != GM
                with watching(battle, seat, "?after=0") as watcher:
                    lived = msgspec.json.encode(watcher.until(now.seq)).decode()
                assert not cards_in(lived) & unknown, (seat, "live")
                looked += 1
        assert looked >= len(battle.tokens)
        assert kept_secret > 20  # else there was nothing to find

"""A stranger's check of a file: the page that is one file, and our own reading, find the same first thing wrong.

The page was written from eventstore/README.md and rules/CHANCE.md; where the two differ, one of the three is at fault.
"""

import asyncio
import base64
import functools
import hashlib
import io
import itertools
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from senki.api.cli import senki
from senki.eventstore import Head
from senki.eventstore.notes import Signer
from senki.projections.stranger import examine
from tests.sealed import altered, rechained, sealed
from tests.stranger import NODE, PAGE, WITHOUT, run, script, told

LOGS = Path(__file__).parents[1] / "logs"
VECTORS = Path(__file__).parents[1] / "rules" / "vectors" / "chance.json"
SYSTEMS = ("godeater", "hms", "meikyu", "persona", "powerplay")
COPIES = 120
needs_node = pytest.mark.skipif(NODE is None, reason=WITHOUT)
Archives = dict[str | None, bytes]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Archives]:
    """Archives of a sealed battle of a system, over."""
    folder = tmp_path_factory.mktemp("sealed")

    @functools.cache
    def of(system: str) -> Archives:
        return asyncio.run(sealed(folder, system, 7, 60, close=True))

    return of


def ours(content: bytes, kept: Head | None = None) -> tuple[str, int | None]:
    """Our own verdict: in what way, and from which event on."""
    found = examine(io.BytesIO(content), kept)
    return found.damage, found.seq


def theirs(report: Any) -> tuple[str, int | None]:
    """The page's."""
    first = report["first"]
    return ("", None) if first is None else (first["damage"], first["seq"])


def states(report: Any) -> dict[str, str]:
    """What the page says of each check."""
    return {check["id"]: check["state"] for check in report["checks"]}


@needs_node
def test_the_recorded_logs_and_the_demos_hold(tmp_path: Path):
    files = {path.name: path.read_bytes() for path in sorted(LOGS.glob("*.jsonl"))}
    for system in SYSTEMS:
        db = str(tmp_path / f"{system}.db")
        shown = CliRunner().invoke(senki, ["demo", system, "--db", db])
        assert shown.exit_code == 0, shown.output
        battle = json.loads(CliRunner().invoke(senki, ["list", "--json", "--db", db]).output)[0]["battle"]
        out = tmp_path / f"{system}.jsonl"
        assert CliRunner().invoke(senki, ["export", battle, "-o", str(out), "--db", db]).exit_code == 0
        files[out.name] = out.read_bytes()
    found = told(tmp_path, files)
    assert len(found) >= 6
    for name, report in found.items():
        assert theirs(report) == ours(files[name]) == ("", None), name
        signed = {"signature": "unknown"} if b'"note":"senki/' in files[name] else {}
        assert states(report) == {"chain": "ok", "heads": "unknown", "chance": "none", **signed}, name
        assert report["events"] == files[name].count(b"\n") - 2


SIGNER = Signer("senki", bytes(range(32)))


def signed(content: bytes, stream: str, head: Head) -> bytes:
    """An archive with a signed head in its last line."""
    *lines, last = content.splitlines()
    footer = {**json.loads(last), "note": SIGNER.sign(stream, head)}
    return b"\n".join([*lines, json.dumps(footer, separators=(",", ":")).encode(), b""])


@needs_node
def test_a_signed_head_is_checked_with_the_servers_key(tmp_path: Path):
    log = (LOGS / "hms-1.jsonl").read_bytes()
    header = json.loads(log.splitlines()[0])
    head = Head(header["seq"], bytes.fromhex(header["hash"]))
    files = {
        "good": signed(log, "hms-1", head),
        "other-head": signed(log, "hms-1", Head(244, head.hash)),
        "forged": signed(log, "hms-1", head).replace(b"\\u2014 senki ", b"\\u2014 senki A"),
    }
    found = told(tmp_path, files, SIGNER.verifier)
    assert states(found["good"])["signature"] == "ok"
    assert theirs(found["other-head"]) == ours(files["other-head"]) == ("unreadable", 246)
    assert states(found["forged"])["signature"] == "bad"
    stranger = told(tmp_path, {"good": files["good"]}, Signer("senki", bytes(32)).verifier)
    assert states(stranger["good"])["signature"] == "bad"


@needs_node
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_sealed_battle_is_proven_from_its_file_alone(system: str, played: Callable[[str], Archives], tmp_path: Path):
    """Every envelope is recomputed and found in its book, cards too, across rewinds; with a head, nothing is open."""
    content = played(system)[None]
    head = json.loads(content.splitlines()[0])
    report = told(tmp_path, {system: content}, f"{head['seq']}:{head['hash']}")[system]
    assert (report["first"], report["complete"]) == (None, True)
    assert set(states(report).values()) == {"ok"}
    entries = report["ledger"]
    assert [it["number"] for it in entries] == list(range(1, len(entries) + 1))
    assert all(it["recomputed"] and it["included"] for it in entries)
    assert any(it["struck"] for it in entries)
    if system == "persona":
        assert any("枚から" in it["asked"] for it in entries)
    book = examine(io.BytesIO(content)).ledger
    shared = ("number", "seq", "by", "purpose", "state", "struck", "key")
    assert [[it[name] for name in shared] for it in entries] == [
        [getattr(it, name) for name in shared] for it in book.entries
    ]


@needs_node
def test_a_book_that_is_used_up_is_proven_by_its_keys_alone(tmp_path: Path):
    """The first book has 256 envelopes: all their keys give its root; of the next book only proofs tell."""
    content = asyncio.run(sealed(tmp_path, "hms", 2, 0, close=True, rolls=260))[None]
    lines = content.splitlines(keepends=True)
    last = json.loads(lines[-1])
    assert last["proofs"] == 262
    bare = b"".join(line for line in lines[:-1] if not line.startswith(b'{"senki":"proof"'))
    bare += (
        json.dumps({"senki": "end", "events": last["events"], "concealed": 0}, separators=(",", ":")).encode() + b"\n"
    )
    found = told(tmp_path, {"whole": content, "bare": bare})
    assert theirs(found["whole"]) == theirs(found["bare"]) == ours(content) == ours(bare) == ("", None)
    assert states(found["whole"])["book"] == "ok"
    assert states(found["bare"])["book"] == "unknown"
    assert [it["number"] for it in found["bare"]["ledger"] if not it["included"]] == list(range(257, 263))
    roots = [n for n, line in enumerate(lines[1:]) if b'"type":"book_opened"' in line]
    assert len(roots) == 1
    seq = roots[0] + 1
    other = rechained(content, lambda events: events[seq - 1]["data"].update(root="ab" * 32))
    forged = told(tmp_path, {"forged": other})["forged"]
    assert theirs(forged) == ours(other) == ("chance", seq + 1)


@needs_node
@pytest.mark.parametrize("system", ["hms", "persona"])
def test_what_a_file_cannot_prove_is_never_said_to_be_proven(system: str, tmp_path: Path):
    """A running battle: a secret roll that a spectator may not see, draws whose keys are kept."""
    files = asyncio.run(sealed(tmp_path, system, 2, 9, close=False))
    found = told(tmp_path, {str(viewer): content for viewer, content in files.items()})
    watching = found["spectator"]
    assert watching["ledger"][0]["state"] == "unseen"
    assert states(watching)["numbers"] == states(watching)["values"] == states(watching)["book"] == "unknown"
    assert found["gm"]["ledger"][0]["state"] == "secret"
    if system == "persona":
        held = [it for it in found["None"]["ledger"] if it["state"] == "held"]
        assert held
        assert not any(it["recomputed"] or it["included"] or it["key"] for it in held)
        assert states(found["None"])["values"] == "unknown"
    for viewer, content in files.items():
        assert theirs(found[str(viewer)]) == ours(content) == ("", None)


@needs_node
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("viewer", [None, "spectator"])
def test_copies_with_one_thing_changed_are_found_out_alike(
    system: str, viewer: str | None, played: Callable[[str], Archives], tmp_path: Path
):
    """A byte, a line dropped, doubled or swapped, an end cut off, another number in the last line."""
    content = played(system)[viewer]
    copies = dict(itertools.islice(altered(content, random.Random(f"{system} {viewer}")), COPIES))
    found = {name: theirs(report) for name, report in told(tmp_path, copies).items()}
    assert found == {name: ours(copy) for name, copy in copies.items()}
    assert sum(verdict == ("", None) for verdict in found.values()) <= COPIES // 20


def forgeries(archive: bytes) -> dict[str, tuple[bytes, int]]:
    """Copies whose chain is sound and whose chance is not, and the event at which it shows."""
    lines = [json.loads(line) for line in archive.splitlines()]
    at: dict[str, list[int]] = {}
    for line in lines[1:]:
        if "seq" in line and line.get("data"):
            at.setdefault(line["type"], []).append(line["seq"])
    third, fourth = at["rolled"][2], at["rolled"][3]

    def of(seq: int, **fields: Any) -> bytes:
        return rechained(archive, lambda events: events[seq - 1]["data"].update(fields))

    def data(seq: int) -> Any:
        return json.loads(lines[seq]["data"])

    roll, following = data(third), data(fourth)
    face = roll["faces"][0] % roll["sides"] + 1
    opened = data(1)
    return {
        "face": (of(third, faces=[face, *roll["faces"][1:]]), third),
        "rejected": (of(third, rejected=roll["rejected"] + 1), third),
        "no rejected": (of(third, rejected=None), third),
        "key": (of(third, key=following["key"]), third),
        "short key": (of(third, key=roll["key"][:-2]), third),
        "skipped": (of(third, number=roll["number"] + 1), third),
        "twice": (of(fourth, number=roll["number"]), fourth),
        "entered": (of(third, number=None, key=None, rejected=None, entered=True), third),
        "root": (of(1, chance=opened["chance"] | {"root": "00" * 32}), at["rolled"][0]),
        "size": (of(1, chance=opened["chance"] | {"size": 100}), 1),
        "smaller": (of(1, chance=opened["chance"] | {"size": 128}), at["rolled"][0]),
        "words": (of(at["words_given"][0], text="別の言葉"), at["rolled"][0]),
    }


@needs_node
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_forger_who_hashes_everything_anew_is_found_out_by_the_envelopes(
    system: str, played: Callable[[str], Archives], tmp_path: Path
):
    forged = forgeries(played(system)[None])
    found = told(tmp_path, {name: copy for name, (copy, _) in forged.items()})
    for name, (copy, seq) in forged.items():
        assert theirs(found[name]) == ("chance", seq), name
        assert ours(copy) == ("chance", seq), name


@needs_node
def test_another_card_than_the_envelope_gives_is_found_out(played: Callable[[str], Archives], tmp_path: Path):
    """Cards that change places in one hand as it is dealt: they are the same cards, but not as they were drawn."""
    content = played("persona")[None]
    events = [json.loads(line) for line in content.splitlines()[1:]]
    data = [json.loads(event["data"]) for event in events if event.get("data")]
    forged: dict[str, tuple[bytes, int]] = {}
    for drawn, dealt in itertools.pairwise(data):
        if drawn["type"] == "drawn" and dealt["type"] == "dealt" and drawn["count"] > 1:
            seq = data.index(drawn) + 1
            turned = dealt["cards"][::-1]
            copy = rechained(content, lambda them, seq=seq, turned=turned: them[seq]["data"].update(cards=turned))
            forged[str(seq)] = (copy, seq)
    assert forged
    found = told(tmp_path, {name: copy for name, (copy, _) in forged.items()})
    for name, (copy, seq) in forged.items():
        assert theirs(found[name]) == ours(copy) == ("chance", seq), name


@needs_node
def test_a_head_that_was_kept_tells_another_history(played: Callable[[str], Archives], tmp_path: Path):
    content = played("hms")[None]
    lines = [json.loads(line) for line in content.splitlines()[1:]]
    kept = Head(9, bytes.fromhex(lines[8]["hash"]))
    anew = rechained(content, lambda events: events[4].update(recorded_at="2020-01-01T00:00:00.000000Z"))
    shorter = rechained(content, lambda events: events.__delitem__(slice(8, None)))
    heads = f"9:{kept.hash.hex()}"
    found = told(tmp_path, {"same": content, "anew": anew, "shorter": shorter}, heads)
    assert theirs(found["same"]) == ours(content, kept) == ("", None)
    assert theirs(found["anew"]) == ours(anew, kept) == ("other_history", 9)
    assert theirs(found["shorter"]) == ours(shorter, kept) == ("cut_off", 9)
    assert states(found["anew"])["heads"] == "bad"


@needs_node
def test_the_page_computes_the_known_answers():
    code = """
    const at = (h) => Uint8Array.from(h.match(/../g) ?? [], (d) => parseInt(d, 16));
    (async () => {
      const v = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
      const told = { words: [], faces: [], picks: [] };
      for (const it of v.words) told.words.push(hex(await wordsDigest(it.words)));
      for (const it of v.faces) {
        told.faces.push(await faces(at(it.key), at(it.words), it.number, it.count, it.sides, it.throw ?? 1));
      }
      for (const it of v.picks) {
        const deck = Array.from({ length: it.total }, (_, i) => i);
        told.picks.push(await cards(at(it.key), at(it.words), it.number, it.count, deck));
      }
      console.log(JSON.stringify(told));
    })();
    """
    vectors = json.loads(VECTORS.read_text())
    found = json.loads(run(script() + code, VECTORS.read_text()))
    assert found["words"] == [it["digest"] for it in vectors["words"]]
    assert [[it["values"], it["rejected"]] for it in found["faces"]] == [
        [it["values"], it["rejected"]] for it in vectors["faces"]
    ]
    for it, wanted in zip(found["picks"], vectors["picks"], strict=True):
        deck = list(range(wanted["total"]))
        assert it == {"values": [deck.pop(i) for i in wanted["values"]], "rejected": wanted["rejected"]}


def test_the_page_may_run_its_own_scripts_and_load_nothing():
    """Its policy names the hash of each script and style in it, and no address."""
    page = PAGE.read_text()
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    inside = re.findall(r"<(?:script|style)[^>]*>(.*?)</(?:script|style)>", page, re.DOTALL)
    hashes = {f"sha256-{base64.b64encode(hashlib.sha256(it.encode()).digest()).decode()}" for it in inside}
    assert set(re.findall(r"'(sha256-[^']+)'", policy[1])) == hashes
    assert policy[1].startswith("default-src 'none'")
    assert not re.search(r"(?:src|href)=|https?://|url\(|@import|fetch\(|XMLHttp", page)
    assert max(map(len, page.splitlines())) <= 120

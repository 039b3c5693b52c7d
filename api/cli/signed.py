"""Signed heads in the command: are they this server's, does the log still hold them, do two of them contradict?"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import msgspec
from rich.text import Text

from senki.api.cli.exits import BadInput
from senki.api.settings import Settings, server_secret
from senki.api.signing import signer
from senki.eventstore import EventStore
from senki.eventstore.notes import BadNote, SignedHead, verify


class Word(msgspec.Struct, frozen=True):
    """A signed head that was handed in, and what the log says to it.

    Attributes:
        file: where it stands.
        stream, seq, hash: what it says.
        ok: the log has that hash there.
        detail: what is wrong, if anything is.
    """

    file: str
    stream: str
    seq: int
    hash: str
    ok: bool
    detail: str | None = None


def own_key(db: Path, secret_file: Path | None) -> str:
    """The verifier key of the server whose store this is.

    Raises:
        BadInput: its secret is not here.
        SettingsError: it cannot be read.
    """
    path = secret_file or Settings(database=str(db)).secret_path
    if not path.exists():
        raise BadInput(f"there is no secret file {path}: give the server's key with --key (its `GET /key` tells it)")
    return signer(server_secret(path)).verifier


def read_notes(files: Sequence[Path], key: str) -> list[tuple[Path, SignedHead]]:
    """The signed heads in some files, each signed by a key.

    Raises:
        BadInput: a file holds none, or it is not signed by that key.
    """
    found: list[tuple[Path, SignedHead]] = []
    for path in files:
        try:
            found.append((path, verify(path.read_text(encoding="utf-8"), key)))
        except (BadNote, UnicodeDecodeError) as error:
            raise BadInput(f"{path}: {error}") from None
    return found


async def judge(store: EventStore, notes: Sequence[tuple[Path, SignedHead]]) -> list[Word]:
    """Hold each signed head against the log."""
    words: list[Word] = []
    for path, note in notes:
        head = note.head
        there = await store.head(note.stream)
        at = await store.read(note.stream, head.seq - 1, 1) if there.seq >= head.seq else []
        detail = None
        if not at:
            detail = f"the log of {note.stream} ends at event {there.seq}: its end was cut off, or it is another"
        elif at[0].hash != head.hash:
            detail = f"event {head.seq} of {note.stream} has hash {at[0].hash.hex()}: it is another history"
        words.append(Word(str(path), note.stream, head.seq, head.hash.hex(), detail is None, detail))
    return words


def contradictions(notes: Sequence[tuple[Path, SignedHead]]) -> Iterator[str]:
    """Pairs of signed heads that cannot both be of one history."""
    for (one, first), (other, second) in combinations(notes, 2):
        if (first.stream, first.head.seq) == (second.stream, second.head.seq) and first.head.hash != second.head.hash:
            yield (
                f"PROOF AGAINST THE SERVER: {one} and {other} are both signed by its key, for event {first.head.seq} of"
                f" {first.stream}, with two hashes. It has shown two histories. Keep both files: nobody else could have"
                " made them."
            )


def told(word: Word) -> Text:
    """A signed head in a line."""
    mark = Text("ok     ", "green") if word.ok else Text("WRONG  ", "bold red")
    said = f"{word.file}: the server signed {word.stream} {word.seq}:{word.hash}"
    return mark + Text(said if word.detail is None else f"{said}; {word.detail}")

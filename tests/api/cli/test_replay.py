"""`senki replay`: printed, and stepped through on a real terminal."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.cli.conftest import Senki

STARTER = "from senki.api.cli import main; main()"
PATIENCE = 20


class Screen:
    """A `senki replay` on a pseudo-terminal of 24 lines of 90 columns."""

    def __init__(self, *arguments: str) -> None:
        self.fd, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 90, 0, 0))
        self.command = subprocess.Popen(
            [sys.executable, "-c", STARTER, *arguments],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env={**os.environ, "TERM": "xterm"},
            start_new_session=True,
        )
        os.close(inside)
        self.text = ""
        self.ended = False

    def type(self, keys: str) -> None:
        self.text = ""
        os.write(self.fd, keys.encode())

    def shows(self, wanted: str) -> bool:
        """Read until the text has come; False when it never does."""
        until = time.monotonic() + PATIENCE
        while wanted not in self.plain and not self.ended and time.monotonic() < until:
            self.read(until - time.monotonic())
        return wanted in self.plain

    @property
    def plain(self) -> str:
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.text)

    def read(self, seconds: float) -> None:
        ready, _, _ = select.select([self.fd], [], [], max(seconds, 0))
        if not ready:
            return
        try:
            data = os.read(self.fd, 65536)
        except OSError:  # what Linux says when the other side has gone
            data = b""
        self.ended = not data
        self.text += data.decode(errors="replace")

    def exit_code(self) -> int:
        until = time.monotonic() + PATIENCE
        while not self.ended and time.monotonic() < until:
            self.read(until - time.monotonic())
        os.close(self.fd)
        return self.command.wait(PATIENCE)


@pytest.fixture
def screen(db: Path) -> Iterator[Screen]:
    it = Screen("replay", "hms-1", "--db", str(db), "--speed", "0.05")
    assert it.shows("1/61")
    yield it
    if not it.ended:
        it.type("q")
        assert it.exit_code() == 0


def test_a_key_forward_and_a_key_back(screen: Screen):
    screen.type("l")
    assert screen.shows("2/61")
    assert screen.shows("通りたけりゃ")
    screen.type("\x1b[C")
    assert screen.shows("3/61")
    screen.type("\x1b[D")
    assert screen.shows("2/61")


def test_several_keys_at_once_are_all_taken(screen: Screen):
    screen.type("lll\x1b[C")
    assert screen.shows("5/61")


def test_jumps_to_rounds_and_events_and_the_ends(screen: Screen):
    screen.type("r2\r")
    assert screen.shows("第2ラウンド　")
    assert screen.shows("27/61")
    screen.type("g60\r")
    assert screen.shows("15/61")
    assert screen.shows("ＨＰ  27/35")
    screen.type("$")
    assert screen.shows("61/61")
    assert screen.shows("待ち なし")
    screen.type("0")
    assert screen.shows("1/61")
    screen.type("\x1b[B")
    assert screen.shows("4/61")
    screen.type("r9\r")
    assert screen.shows("第9ラウンドはまだありません")


def test_it_plays_by_itself_to_the_end(screen: Screen):
    screen.type("g200\ra")
    assert screen.shows("61/61")


def test_help_names_the_keys(screen: Screen):
    screen.type("?")
    assert screen.shows("自動再生")


@pytest.mark.parametrize("key", ["q", "\x03", "\x1b"])
def test_leaving_gives_the_terminal_back(db: Path, key: str):
    it = Screen("replay", "hms-1", "--db", str(db))
    assert it.shows("1/61")
    it.type(key)
    assert it.exit_code() == 0
    assert "\x1b[?1049l" in it.text
    assert "\x1b[?25h" in it.text
    assert "Traceback" not in it.text


def test_without_a_terminal_it_prints_from_one_event_to_another(run: Senki, db: Path):
    told = run("replay", "hms-1", "--from", 53, "--to", 60, db=db)
    assert told.exit_code == 0
    lines = [line.strip() for line in told.output.splitlines()]
    assert lines[0] == "54 ミユキは白兵戦距離＋から白兵戦距離へ動こうとする。"
    assert lines[-1] == "60 雷蔵が行く手をふさぎ、ミユキは動けなかった。"


def test_printed_whole_it_has_every_round_and_the_end(run: Senki, db: Path):
    told = run("replay", "hms-1", db=db).output
    for part in (
        "第1ラウンド",
        "第2ラウンド",
        "2つ目の戦場、第3ラウンド",
        "3つ目の戦場、第3ラウンド",
        "戦いは終わった。",
    ):
        assert part in told


def test_a_part_that_is_not_there_is_exit_2(run: Senki, db: Path):
    assert run("replay", "hms-1", "--from", 900, db=db).exit_code == 2
    assert run("replay", "hms-1", "--round", 9, db=db).exit_code == 2
    assert run("replay", "hms-1", "--round", 1, "--from", 1, db=db).exit_code == 2

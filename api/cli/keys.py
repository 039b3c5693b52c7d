"""Single keys from a terminal, with a time-out."""

import os
import re
import select
import sys
import termios
import tty
from collections.abc import Generator
from contextlib import contextmanager

LOCAL = 3
"""Where the local modes stand in what `tcgetattr` gives."""
TOKEN = re.compile(r"\x1b(?:\[|O)[0-9;]*[A-Za-z~]|.", re.DOTALL)
MEANINGS = {
    "\x1b[C": "forward",
    "\x1bOC": "forward",
    "l": "forward",
    "n": "forward",
    " ": "forward",
    "\r": "forward",
    "\n": "forward",
    "\x1b[D": "back",
    "\x1bOD": "back",
    "h": "back",
    "p": "back",
    "\x7f": "back",
    "\x1b[B": "next_round",
    "\x1bOB": "next_round",
    "j": "next_round",
    "\x1b[6~": "next_round",
    "\x1b[A": "previous_round",
    "\x1bOA": "previous_round",
    "k": "previous_round",
    "\x1b[5~": "previous_round",
    "\x1b[H": "first",
    "\x1bOH": "first",
    "\x1b[1~": "first",
    "0": "first",
    "\x1b[F": "last",
    "\x1bOF": "last",
    "\x1b[4~": "last",
    "$": "last",
    "r": "round",
    "g": "seq",
    "a": "play",
    "?": "help",
    "q": "quit",
    "\x03": "quit",
    "\x04": "quit",
    "\x1b": "quit",
}
"""What each key means to the replay."""


class Keys:
    """Keys as they are typed; several that came at once are handed out one by one."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._waiting: list[str] = []

    def read(self, timeout: float | None = None) -> str | None:
        """Wait for the next key: a character or an escape sequence; None when the time is up."""
        if not self._waiting:
            ready, _, _ = select.select([self._fd], [], [], timeout)
            if not ready:
                return None
            data = os.read(self._fd, 1024)
            if not data:
                return "\x04"
            self._waiting = TOKEN.findall(data.decode(errors="replace"))
        return self._waiting.pop(0)


@contextmanager
def keyboard() -> Generator[Keys]:
    """The terminal on stdin, key by key; as it was when this ends."""
    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    try:
        tty.setcbreak(fd)
        mode = termios.tcgetattr(fd)
        mode[LOCAL] &= ~termios.ISIG  # Ctrl-C is a key here: nothing is cut off half way
        termios.tcsetattr(fd, termios.TCSADRAIN, mode)
        yield Keys(fd)
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, before)

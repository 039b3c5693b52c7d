"""How two threads wake each other quickly."""

import os


class Bell:
    """Wakes one thread from another through a pipe.

    A pipe tells the kernel that the one who rings is about to sleep, so that the woken thread runs where it was; a
    lock wakes it on another processor, which has to come out of its idle state first. Measured on two virtual
    processors: 10 to 20 µs instead of 20 to 170 µs.

    Whoever rings has put its message where the other will look *before* ringing; whoever waits looks there *after*
    waiting. Then no message is missed, and one ring may stand for many.
    """

    def __init__(self) -> None:
        self._hear, self._pull = os.pipe()
        self._rung = False

    def ring(self) -> None:
        """Wake the other thread, if it has not been rung for already."""
        if not self._rung:
            self._rung = True
            os.write(self._pull, b"!")

    def wait(self) -> None:
        """Sleep until there is a ring, and take it."""
        os.read(self._hear, 1)
        self._rung = False

    def fileno(self) -> int:
        """Give what an event loop may watch instead of waiting: when it is readable, `wait` does not sleep."""
        return self._hear

    def close(self) -> None:
        """Take the bell down; nobody may use it any more."""
        os.close(self._hear)
        os.close(self._pull)

"""The one writer: a thread that writes everything that waits in one transaction and answers together.

Each job in a group stands or falls by itself: it is judged against the tails as the jobs before it leave
them, and only what was judged good is written. So a conflict costs the others nothing, and one flush to disk
serves them all.
"""

import asyncio
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from senki.eventstore.bell import Bell
from senki.eventstore.connection import writer_connection
from senki.eventstore.errors import StoreClosed, StoreError, StoreUnavailable
from senki.eventstore.events import Appended
from senki.eventstore.tails import Change, Tails

GROUP = 512
Outcome = Appended | BaseException | None
Answers = tuple[Sequence["Job"], Sequence[Outcome], Sequence[str]]
"""Jobs, what became of each, and the streams that got events."""


class Job(Protocol):
    """Something to be written. `alone` asks for a transaction of its own."""

    alone: bool
    future: asyncio.Future[Appended | None]

    def judge(self, change: Change) -> Appended | None:
        """Decide against the change so far and add to it, or raise and leave it as it was."""
        ...


class Writer:
    """The thread and its queue. `touched` is called in the loop with the streams that got events."""

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        *,
        loop: asyncio.AbstractEventLoop,
        touched: Callable[[Sequence[str]], None],
        clock: Callable[[], str],
        busy_seconds: float,
    ) -> None:
        self._clock = clock
        self._path = path
        self._connection: sqlite3.Connection | None = connection
        self._loop = loop
        self._touched = touched
        self._busy_seconds = busy_seconds
        self._queue: deque[Job] = deque()
        self._work = Bell()
        self._answers: deque[Answers] = deque()
        self._answered = Bell()
        self._tell = self._answered.ring
        try:
            loop.add_reader(self._answered, self._hear)
        except NotImplementedError:  # Windows' default loop watches no pipes
            self._tell = self._tell_later
        self._tails = Tails(self._clock)
        self._closing = False
        self._thread = threading.Thread(target=self._run, name=f"writer of {path.name}", daemon=True)
        self._thread.start()

    def put(self, job: Job) -> None:
        """Hand in a job; its future is answered in the loop. Raises StoreClosed."""
        if self._closing:
            raise StoreClosed
        self._queue.append(job)
        if len(self._queue) == 1:
            self._loop.call_soon(self._work.ring)  # those who ask in the same turn of the loop share a transaction

    def close(self) -> None:
        """Take no more jobs; the thread ends when all that waits is written."""
        self._closing = True
        self._work.ring()

    def join(self) -> None:
        """Wait for the thread's end."""
        self._thread.join()

    def end(self) -> None:
        """Give the last answers and listen no more, after the thread's end, in the loop."""
        with suppress(NotImplementedError):
            self._loop.remove_reader(self._answered)
        self._give()
        self._work.close()
        self._answered.close()

    def _run(self) -> None:
        while True:
            closing = self._closing  # before looking for jobs: none is handed in after it
            jobs = self._gather()
            if jobs:
                self._group(jobs)
            elif closing:
                break
            else:
                self._work.wait()
        self._start_over()

    def _gather(self) -> Sequence[Job]:
        """Take what waits, up to a job that must be alone; what was given up meanwhile is left out."""
        jobs: list[Job] = []
        queue = self._queue
        while queue and len(jobs) < GROUP and not (jobs and (jobs[-1].alone or queue[0].alone)):
            job = queue.popleft()
            if not job.future.cancelled():
                jobs.append(job)
        return jobs

    def _group(self, jobs: Sequence[Job]) -> None:
        outcomes: list[Outcome]
        streams: Sequence[str] = ()
        try:
            outcomes, streams = self._write(jobs)
        except Exception as error:  # noqa: BLE001  # whatever it is, those who wait are told and the thread goes on
            self._start_over()
            outcomes = [StoreUnavailable(f"nothing was written: {error}") for _ in jobs]
        self._answers.append((jobs, outcomes, streams))
        self._tell()

    def _write(self, jobs: Sequence[Job]) -> tuple[list[Outcome], Sequence[str]]:
        if self._connection is None:
            self._connection = writer_connection(self._path, create=False, busy_seconds=self._busy_seconds)
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        change = self._tails.begin(connection)
        outcomes: list[Outcome] = []
        failed: BaseException | None = None
        for job in jobs:
            try:
                outcomes.append(job.judge(change))
            except sqlite3.Error:
                raise
            except Exception as error:  # noqa: BLE001  # whatever one job does wrong is its own failure
                failed = error
                outcomes.append(error if isinstance(error, StoreError) else _unexpected(error))
        if change.empty or (failed is not None and jobs[0].alone):
            connection.execute("ROLLBACK")
            return outcomes, ()
        change.flush()
        connection.execute("COMMIT")
        self._tails.keep(change)
        return outcomes, change.streams

    def _start_over(self) -> None:
        """Close the connection; nothing that it believes is trusted, and the next group opens another."""
        self._tails = Tails(self._clock)
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()  # rolls back

    def _tell_later(self) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(self._give)

    def _hear(self) -> None:
        self._answered.wait()
        self._give()

    def _give(self) -> None:
        """Answer those who wait, group by group, and tell which streams got events."""
        while self._answers:
            jobs, outcomes, streams = self._answers.popleft()
            for job, outcome in zip(jobs, outcomes, strict=True):
                if job.future.done():
                    continue
                if isinstance(outcome, BaseException):
                    job.future.set_exception(outcome)
                else:
                    job.future.set_result(outcome)
            self._touched(streams)


def _unexpected(error: Exception) -> StoreError:
    wrapped = StoreError(f"cannot be recorded: {error!r}")
    wrapped.__cause__ = error
    return wrapped

"""The one writer: a thread that writes everything that waits in one transaction and answers together.

Each job in a group stands or falls by itself: it is judged against the tails as the jobs before it leave
them, and only what was judged good is written. So a conflict costs the others nothing, and one flush to disk
serves them all.
"""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Protocol

from eventstore.connection import writer_connection
from eventstore.errors import StoreClosed, StoreError, StoreUnavailable
from eventstore.events import Appended
from eventstore.tails import Change, Tails

GROUP = 512
Outcome = Appended | BaseException | None


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
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._tails = Tails(self._clock)
        self._closing = False
        self._thread = threading.Thread(target=self._run, name=f"writer of {path.name}", daemon=True)
        self._thread.start()

    def put(self, job: Job) -> None:
        """Hand in a job; its future is answered in the loop. Raises StoreClosed."""
        if self._closing:
            raise StoreClosed
        self._queue.put(job)

    def close(self) -> None:
        """Take no more jobs; the thread ends when all that waits is written."""
        if not self._closing:
            self._closing = True
            self._queue.put(None)

    def join(self) -> None:
        """Wait for the thread's end."""
        self._thread.join()

    def _run(self) -> None:
        ahead: Job | None = None
        while True:
            first = self._queue.get() if ahead is None else ahead
            if first is None:
                break
            jobs, ahead = self._gather(first)
            wanted = [job for job in jobs if not job.future.cancelled()]
            if wanted:
                self._group(wanted)
        if self._connection is not None:
            self._connection.close()

    def _gather(self, first: Job) -> tuple[list[Job], Job | None]:
        """Take what waits besides the first; a job that must be alone comes after it."""
        jobs = [first]
        while not first.alone and len(jobs) < GROUP:
            try:
                job = self._queue.get_nowait()
            except Empty:
                break
            if job is None:
                self._queue.put(None)  # the end: to be met again after this group
                break
            if job.alone:
                return jobs, job
            jobs.append(job)
        return jobs, None

    def _group(self, jobs: Sequence[Job]) -> None:
        outcomes: list[Outcome]
        streams: Sequence[str] = ()
        try:
            outcomes, streams = self._write(jobs)
        except Exception as error:  # noqa: BLE001  # whatever it is, those who wait are told and the thread goes on
            self._start_over()
            outcomes = [StoreUnavailable(f"nothing was written: {error}") for _ in jobs]
        try:
            self._loop.call_soon_threadsafe(self._deliver, jobs, outcomes, streams)
        except RuntimeError:  # the loop is closed: nobody waits any more
            self.close()

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
        """After a failure nothing that the connection believes is trusted: the next group opens a new one."""
        self._tails = Tails(self._clock)
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()  # rolls back

    def _deliver(self, jobs: Sequence[Job], outcomes: Sequence[Outcome], streams: Sequence[str]) -> None:
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

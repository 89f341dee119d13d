"""The document reader that a run uses: worker processes with limits of time and memory."""

from __future__ import annotations

import asyncio
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor

from ascertain.adapters.readers.frames import Answer, Order
from ascertain.adapters.readers.hints import MAX_TEXT
from ascertain.adapters.readers.process import WorkerProcess
from ascertain.adapters.readers.version import crew_version
from ascertain.errors import ReadError
from ascertain.evidence.document import Document

__all__ = ["PooledReader"]

_GIVE_UP_EXTRA_S = 15
"""Seconds after the time limit at which a worker whose parent is gone ends itself."""
_CLOSED = "the reader is closed"


class PooledReader:
    """Reads documents in worker processes; implements the ``DocumentReader`` port.

    Workers start at the first read, stay for later ones and are replaced when they die.

    Args:
        workers: processes at most; more reads than that wait their turn.
        timeout_s: seconds one read may take, not counting its turn and a worker's start.
        memory_mb: what a worker may use above what it starts with (where the platform has
            ``RLIMIT_AS``).
        max_bytes: larger documents are refused as ``too_large``.
        max_text: code points of text kept from one document.
    """

    def __init__(
        self,
        *,
        workers: int = 2,
        timeout_s: float = 30.0,
        memory_mb: int = 1024,
        max_bytes: int = 50_000_000,
        max_text: int = MAX_TEXT,
    ) -> None:
        self._max_bytes = max_bytes
        self._crew = _Crew(timeout_s, memory_mb, max_text)
        self._threads = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="reader")
        self._end = weakref.finalize(self, self._crew.close)

    @property
    def version(self) -> str:
        """The readers' and their libraries' versions, on one line."""
        return crew_version()

    async def read(self, data: bytes, *, name: str = "", declared: str | None = None) -> Document:
        """Read the bytes.

        Args:
            data: as received.
            name: a file name or URL path, for the suffix only.
            declared: the media type somebody declared, with charset if given.

        Raises:
            ReadError: with a status and a reason in a person's words.
        """
        if self._crew.is_closed:
            raise ReadError("error", _CLOSED)
        if not data:
            raise ReadError("empty", "the file is empty (0 bytes)")
        if len(data) > self._max_bytes:
            size, cap = len(data) / 1e6, self._max_bytes / 1e6
            raise ReadError("too_large", f"it has {size:,.1f} MB; at most {cap:,.1f} MB are read")
        job = _Job(self._crew, data, name, declared)
        try:
            return await asyncio.wrap_future(self._threads.submit(job.run))
        except asyncio.CancelledError:
            job.abandon()
            raise
        except RuntimeError as error:  # submitted after close
            raise ReadError("error", _CLOSED) from error

    async def close(self) -> None:
        """Stop workers, at once; reads under way end with an error. Closing twice is harmless."""
        self._end()
        await asyncio.to_thread(self._threads.shutdown)


class _Crew:
    """The workers of one reader, and who is idle.

    Args:
        timeout_s: seconds one read may take.
        memory_mb: a worker's cap.
        max_text: code points of text kept from one document.
    """

    def __init__(self, timeout_s: float, memory_mb: int, max_text: int) -> None:
        self.timeout_s = timeout_s
        self.memory_mb = memory_mb
        self.is_closed = False
        self._max_text = max_text
        self._idle: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()
        self._lock = threading.Lock()

    def take(self) -> WorkerProcess:
        with self._lock:
            while self._idle:
                worker = self._idle.pop()
                if worker.exit_status is None:
                    return worker
                self._all.discard(worker)
                worker.dispose()
            if self.is_closed:
                raise ReadError("error", _CLOSED)
            worker = WorkerProcess(self.memory_mb, self._max_text)
            self._all.add(worker)
            return worker

    def give_back(self, worker: WorkerProcess, *, fit: bool) -> None:
        with self._lock:
            if fit and not self.is_closed:
                self._idle.append(worker)
                return
            self._all.discard(worker)
        worker.dispose()

    def close(self) -> None:
        """End idle workers and kill busy ones; whoever holds those disposes of them."""
        with self._lock:
            self.is_closed = True
            idle, self._idle = self._idle, []
            for worker in self._all.difference(idle):
                worker.kill()
            self._all.difference_update(idle)
        for worker in idle:
            worker.dispose()


class _Job:
    """One read, run in a thread that waits for its worker."""

    def __init__(self, crew: _Crew, data: bytes, name: str, declared: str | None) -> None:
        self._crew = crew
        give_up_s = int(crew.timeout_s) + _GIVE_UP_EXTRA_S
        self._order = Order(data, name[-2_000:], declared, give_up_s)
        self._worker: WorkerProcess | None = None
        self._abandoned = False
        self._lock = threading.Lock()

    def run(self) -> Document:
        worker = self._crew.take()
        with self._lock:
            self._worker = worker
            if self._abandoned:
                worker.kill()
        started = time.monotonic()
        answer = worker.read(self._order, self._crew.timeout_s)
        took_s = time.monotonic() - started
        with self._lock:
            self._worker = None
        self._crew.give_back(worker, fit=answer is not None and not self._abandoned)
        return self._document(answer, took_s)

    def abandon(self) -> None:
        """Free the worker: it is ended, and another takes its place at the next read."""
        with self._lock:
            self._abandoned = True
            if self._worker is not None:
                self._worker.kill()

    def _document(self, answer: Answer | None, took_s: float) -> Document:
        crew = self._crew
        if answer is None:
            if crew.is_closed:
                raise ReadError("error", _CLOSED)
            if took_s >= crew.timeout_s:
                raise ReadError("error", f"reading took longer than {crew.timeout_s:g} s")
            reason = f"reading it crashed, or used more memory than {crew.memory_mb} MB"
            raise ReadError("error", reason)
        if answer.status == "ok":
            try:
                return Document.model_validate_json(answer.body)
            except ValueError as error:
                raise ReadError("error", "its reader gave no usable answer") from error
        if answer.status == "memory":
            reason = f"reading used more memory than {crew.memory_mb} MB"
            raise ReadError("error", reason)
        raise ReadError(answer.status, answer.body.decode("utf-8", "replace"))

"""A run's exchanges as WARC, written as they happen."""

from __future__ import annotations

import errno
import os
import re
import stat
import uuid
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from ascertain.adapters.archive.commit_list import (
    COMMIT_LIST,
    WARC_FILE,
    CommitReading,
    CommittedExchange,
)
from ascertain.adapters.archive.http_heads import ascii_url
from ascertain.adapters.archive.records import Capture, exchange_records, warcinfo_record
from ascertain.adapters.stores.atomic import sync_folder, why, write_all
from ascertain.errors import SnapshotError
from ascertain.evidence.chain import digest
from ascertain.evidence.exchange import Exchange

__all__ = ["WarcLog"]

_FLAGS = (
    os.O_RDWR
    | os.O_CREAT
    | os.O_APPEND
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
)
_MOMENT = re.compile(r"[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z")
_SECOND = len("2026-01-01T00:00:00")
_WEB = ("http://", "https://")
_MAX_URL = 8_000
_MAX_ORIGINALS = 10_000
_STATUSES = range(100, 1000)
_OK = 200
_Originals = OrderedDict[str, Capture]


class _Files(NamedTuple):
    archive: int
    commits: int


@dataclass(slots=True)
class _State:
    """Where both files end, and which response of a URL a later HTTP 304 speaks of."""

    end: int = 0
    list_end: int = 0
    originals: _Originals = field(default_factory=OrderedDict[str, Capture])


class _Batch(NamedTuple):
    """What one call adds, ready to be written."""

    archive: bytes
    commits: bytes
    originals: _Originals


class WarcLog:
    """Keeps exchanges in ``exchanges.warc.gz``; see ``ports.exchange_log.ExchangeLog``.

    The records of a call are built in memory and written at once, then their lines go into
    ``exchanges.jsonl``: what has no line there was never committed, and the first call after
    opening cuts it off, because nothing behind a torn gzip member could be read. Both files are
    made by the first call. Opening a run twice at a time is prevented by ``RunLock``, not here.

    Args:
        folder: the run's.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._state: _State | None = None
        self._files: _Files | None = None
        self._closed = False

    def append(self, exchanges: Sequence[Exchange]) -> None:
        """Keep the exchanges, durably.

        Raises:
            SnapshotError: if the log is closed or damaged, an exchange cannot be put into a
                record, or the files cannot be written: then none of them is kept.
        """
        if not exchanges:
            return
        with self._lock:
            if self._closed:
                raise _not_kept(exchanges, "the archive is closed")
            if self._state is None:
                self._state = _load(self._folder)
            state = self._state
            batch = _build(exchanges, state)
            try:
                self._write(batch, state)
            except OSError as error:
                reason = f"{self._folder / WARC_FILE} could not be written: {why(error)}"
                raise _not_kept(exchanges, reason) from error

    def close(self) -> None:
        """Release the files. Closing twice is harmless."""
        with self._lock:
            self._closed = True
            self._release()

    def _write(self, batch: _Batch, state: _State) -> None:
        files = self._opened(state)
        try:
            write_all(files.archive, batch.archive)
            os.fsync(files.archive)
            write_all(files.commits, batch.commits)
            os.fsync(files.commits)
        except BaseException:  # an interrupt too may leave a torn end; cut it, pass it on
            try:
                with suppress(OSError):
                    _cut(files, state)
            finally:
                # Opened anew by the next call, which cuts again what this could not.
                self._release()
            raise
        state.end += len(batch.archive)
        state.list_end += len(batch.commits)
        state.originals.update(batch.originals)
        while len(state.originals) > _MAX_ORIGINALS:
            state.originals.popitem(last=False)

    def _opened(self, state: _State) -> _Files:
        if self._files is None:
            # The list comes first: an archive without one is never cut for want of a promise.
            commits = _open(self._folder / COMMIT_LIST)
            try:
                archive = _open(self._folder / WARC_FILE)
            except OSError:
                os.close(commits)
                raise
            self._files = _Files(archive, commits)
            try:
                _cut(self._files, state)
            except OSError:
                self._release()
                raise
            sync_folder(self._folder)
        return self._files

    def _release(self) -> None:
        files, self._files = self._files, None
        for descriptor in files or ():
            with suppress(OSError):
                os.close(descriptor)


def _open(path: Path) -> int:
    descriptor = os.open(path, _FLAGS, 0o666)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is not a plain file")
    return descriptor


def _cut(files: _Files, state: _State) -> None:
    """Cut both files back to what was committed; the list first, since it promises the rest."""
    for descriptor, end in ((files.commits, state.list_end), (files.archive, state.end)):
        size = os.fstat(descriptor).st_size
        if size < end:
            raise OSError(errno.EINVAL, "somebody else shortened it")
        if size > end:
            os.ftruncate(descriptor, end)
            os.fsync(descriptor)


def _load(folder: Path) -> _State:
    state = _State()
    reading = CommitReading(folder)
    for entry in reading:
        if entry.status == _OK and entry.kind == "fetched":
            capture = Capture(entry.record, entry.url, entry.sent_at, entry.sha256)
            state.originals[entry.url] = capture
            if len(state.originals) > _MAX_ORIGINALS:
                state.originals.popitem(last=False)
    state.end, state.list_end = reading.end, reading.list_end
    return state


def _build(exchanges: Sequence[Exchange], state: _State) -> _Batch:
    """Make the records of all exchanges.

    Raises:
        SnapshotError: if one of them cannot be put into a record.
    """
    captures: list[Capture] = []
    news = _Originals()
    for exchange in exchanges:
        url, sha256 = _checked(exchange), digest(exchange.body)
        capture = Capture(_new_id(), url, exchange.sent_at, sha256)
        captures.append(capture)
        if exchange.status == _OK and exchange.kind == "fetched":
            news[url] = capture
    archive, commits, offset = bytearray(), bytearray(), state.end
    for exchange, named in zip(exchanges, captures, strict=True):
        original = news.get(named.url) or state.originals.get(named.url)
        capture = _after(original, named) if exchange.kind == "rendered" else named
        try:
            records = exchange_records(exchange, capture, _new_id(), original)
            if offset == 0:
                records = warcinfo_record(_new_id(), capture.date) + records
            commits += _line(exchange, capture, offset, records)
        except ValueError as error:
            raise SnapshotError(capture.sha256, f"no record holds it: {error}") from error
        archive += records
        offset += len(records)
    return _Batch(bytes(archive), bytes(commits), news)


def _line(exchange: Exchange, capture: Capture, offset: int, records: bytes) -> bytes:
    entry = CommittedExchange(
        offset=offset,
        length=len(records),
        record=capture.record,
        url=capture.url,
        method=exchange.method.encode("ascii", "replace").decode()[:100],
        status=exchange.status,
        kind="rendered" if exchange.kind == "rendered" else "fetched",
        sent_at=capture.date,
        sha256=capture.sha256,
        stored=digest(records),
    )
    return entry.model_dump_json().encode() + b"\n"


def _checked(exchange: Exchange) -> str:
    """Return the address as the archive writes it."""
    url = ascii_url(exchange.url)
    fault = None
    if not url.startswith(_WEB):
        fault = "its address is not one of the web"
    elif len(url) > _MAX_URL:
        fault = f"its address is longer than {_MAX_URL:,} characters"
    elif exchange.status not in _STATUSES:
        fault = f"{exchange.status} is not an HTTP status"
    elif not _is_moment(exchange.sent_at):
        fault = f"{exchange.sent_at[:40]!r} is not a moment in UTC"
    if fault is not None:
        raise SnapshotError(digest(exchange.body), f"no record holds it: {fault}")
    return url


def _is_moment(text: str) -> bool:
    if _MOMENT.fullmatch(text) is None:
        return False
    try:
        datetime.fromisoformat(text[:_SECOND])
    except ValueError:
        return False
    return True


def _after(plain: Capture | None, rendering: Capture) -> Capture:
    """Date a browser's page a second after the plain one where both fall into one second.

    Replay tools count seconds, and show the later of two captures.
    """
    if plain is None or plain.date[:_SECOND] != rendering.date[:_SECOND]:
        return rendering
    later = datetime.fromisoformat(rendering.date[:_SECOND]) + timedelta(seconds=1)
    date = f"{later.isoformat()}{rendering.date[_SECOND:]}"
    return Capture(rendering.record, rendering.url, date, rendering.sha256)


def _new_id() -> str:
    return uuid.uuid4().urn


def _not_kept(exchanges: Sequence[Exchange], reason: str) -> SnapshotError:
    return SnapshotError(digest(exchanges[0].body), reason)

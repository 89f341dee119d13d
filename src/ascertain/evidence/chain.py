"""Canonical JSON and the hash chain of the ledger, both pure.

Canonical form: RFC 8785 (JSON Canonicalization Scheme). Chain: each event's hash covers its own
fields and the hash of the event before, so that a changed, lost or reordered event shows.

A line of the ledger is verified over its own bytes without the hash field, not over a record
parsed and dumped again. That is faster, and a ledger stays valid when a later version adds an
optional field to a record. The hash field can be found without parsing: it and the three names
that sort after it have values of known form, so the end of every canonical event looks the same.
"""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

import rfc8785
from pydantic import ValidationError

from ascertain.errors import LedgerError
from ascertain.evidence.events import Event, EventBody, parse_event
from ascertain.evidence.record import Record

__all__ = [
    "GENESIS",
    "SealedEvent",
    "canonical_json",
    "chain_fault",
    "digest",
    "line_fault",
    "seal",
    "seal_line",
]

GENESIS = "0" * 64
"""The hash before the first event."""

_TAIL = re.compile(
    rb',"hash":"([0-9a-f]{64})"(,"prev":"([0-9a-f]{64})","schema_version":1,"seq":([1-9]\d{0,15})\})\Z'
)
_TAIL_MAX = 256
"""Longer than any tail, in bytes; keeps the search away from the body."""


class SealedEvent(NamedTuple):
    """An event and its canonical line, without a line end."""

    event: Event
    line: bytes


def canonical_json(record: Record) -> bytes:
    """Return the record as RFC 8785 JSON, without a line end.

    Raises:
        ValueError: if it holds what JSON cannot say (NaN, half a surrogate pair, an integer
            beyond 2**53).
    """
    return rfc8785.dumps(record.model_dump(mode="json"))


def digest(data: bytes) -> str:
    """Return the SHA-256 of the bytes in lower-case hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def seal_line(body: EventBody, *, seq: int, at: str, prev: str, branch: str = "") -> SealedEvent:
    """Make the event that follows ``prev``, with its hash, and the line to keep.

    The line is parsed once more, so that nothing is ever written that could not be read.

    Raises:
        LedgerError: if the body cannot be written as JSON or could not be read back.
    """
    kind = type(body).__name__
    try:
        open_event = Event(seq=seq, at=at, branch=branch, prev=prev, body=body, hash=GENESIS)
        rest = rfc8785.dumps(open_event.model_dump(mode="json", exclude={"hash"}))
        tail = f',"prev":"{prev}","schema_version":1,"seq":{seq}}}'.encode()
        line = b'%b,"hash":"%b"%b' % (rest[: -len(tail)], digest(rest).encode(), tail)
        return SealedEvent(parse_event(line), line)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise LedgerError(f"{kind} is not a valid event: {where}: {first['msg']}") from error
    except ValueError as error:
        raise LedgerError(f"{kind} cannot be written as JSON: {error}") from error


def seal(body: EventBody, *, seq: int, at: str, prev: str, branch: str = "") -> Event:
    """Make the event that follows ``prev``, with its hash.

    Raises:
        LedgerError: if the body cannot be written as JSON or could not be read back.
    """
    return seal_line(body, seq=seq, at=at, prev=prev, branch=branch).event


def line_fault(line: bytes, *, seq: int, prev: str) -> str | None:
    """Say why the line is not the event that follows ``prev`` at ``seq``, or None if it is.

    Args:
        line: one line without its line end, as ``seal_line`` made it.
        seq: the number that it must have.
        prev: the hash of the event before.
    """
    found = _TAIL.search(line, max(0, len(line) - _TAIL_MAX))
    if found is None:
        return "it is not an event in canonical form"
    claimed, tail, before, number = found.groups()
    if int(number) != seq:
        return _misplaced(int(number), seq)
    if before.decode() != prev:
        return _UNCHAINED
    actual = hashlib.sha256(memoryview(line)[: found.start()])
    actual.update(tail)
    if actual.hexdigest() != claimed.decode():
        return _ALTERED
    return None


def chain_fault(event: Event, *, seq: int, prev: str) -> str | None:
    """Say why the event does not follow ``prev`` at ``seq``, or return None if it does.

    For events in memory; a stored line is judged by ``line_fault``.
    """
    if event.seq != seq:
        return _misplaced(event.seq, seq)
    if event.prev != prev:
        return _UNCHAINED
    if event.hash != digest(rfc8785.dumps(event.model_dump(mode="json", exclude={"hash"}))):
        return _ALTERED
    return None


_UNCHAINED = "it does not follow the event before it (an event was changed, lost or moved)"
_ALTERED = "its content is not what its hash says"


def _misplaced(found: int, wanted: int) -> str:
    return f"event number {found} stands where {wanted} belongs"

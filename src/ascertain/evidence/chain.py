"""Canonical JSON and the hash chain of the ledger, both pure.

Canonical form: RFC 8785 (JSON Canonicalization Scheme). Chain: each event's hash covers its own
fields and the hash of the event before, so that a changed, lost or reordered event shows.
"""

from __future__ import annotations

import hashlib

import rfc8785

from ascertain.evidence.events import Event, EventBody
from ascertain.evidence.record import Record

__all__ = ["GENESIS", "canonical_json", "chain_fault", "digest", "seal"]

GENESIS = "0" * 64
"""The hash before the first event."""


def canonical_json(record: Record) -> bytes:
    """Return the record as RFC 8785 JSON, without a line end."""
    return rfc8785.dumps(record.model_dump(mode="json"))


def digest(data: bytes) -> str:
    """Return the SHA-256 of the bytes in lower-case hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def _hash_of(event: Event) -> str:
    return digest(rfc8785.dumps(event.model_dump(mode="json", exclude={"hash"})))


def seal(body: EventBody, *, seq: int, at: str, prev: str) -> Event:
    """Make the event that follows ``prev``, with its hash."""
    event = Event(seq=seq, at=at, prev=prev, body=body, hash=GENESIS)
    return event.model_copy(update={"hash": _hash_of(event)})


def chain_fault(event: Event, *, seq: int, prev: str) -> str | None:
    """Say why the event does not follow ``prev`` at ``seq``, or return None if it does."""
    if event.seq != seq:
        return f"event number {event.seq} stands where {seq} belongs"
    if event.prev != prev:
        return "it does not follow the event before it (an event was changed, lost or moved)"
    if event.hash != _hash_of(event):
        return "its content is not what its hash says"
    return None

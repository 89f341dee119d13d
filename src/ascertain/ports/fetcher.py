"""Fetching as a port."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from ascertain.evidence.exchange import FetchTrace

__all__ = ["Fetched", "Fetcher"]


@dataclass(frozen=True, slots=True)
class Fetched:
    """The bytes of a source and how they came.

    Attributes:
        data: as received, after content decoding.
        url: the final URL.
        media_type: as declared, parameters (charset) included, or None.
        attempts: requests made for the last hop, 0 if it came from a store.
        redirects: URLs passed through before the final one, in order, the first included.
        fetched_at: when the bytes came over the wire, UTC; None means now.
        facts: things worth keeping on the source: ``last-modified``, ``doi``, ``retraction``
            (a sentence), ``open-copy`` (which index named the copy that was read).
    """

    data: bytes
    url: str
    media_type: str | None = None
    attempts: int = 1
    from_cache: bool = False
    redirects: tuple[str, ...] = ()
    fetched_at: datetime | None = None
    facts: dict[str, str] = field(default_factory=dict[str, str])


class Fetcher(Protocol):
    """Gets the bytes of a URL under a policy that it enforces itself.

    Contract: size and time are bounded by the adapter. Only ``FetchError`` leaves, with status
    ``blocked`` (policy, or refused by the host), ``robots``, ``too_large``, ``empty`` or
    ``error``. What happened on the way is added to ``trace`` as it happens, so that it is there
    however the call ends. Cancelling the call ends the transfer. Any number of calls at once.
    """

    async def fetch(self, url: str, trace: FetchTrace | None = None) -> Fetched:
        """Fetch the URL."""
        ...

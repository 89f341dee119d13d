"""Fetching as a port."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

__all__ = ["Fetched", "Fetcher"]


@dataclass(frozen=True, slots=True)
class Fetched:
    """The bytes of a source and how they came.

    Attributes:
        data: as received, after content decoding.
        url: the final URL.
        media_type: as declared, or None.
        facts: header-like facts worth keeping, such as ``last-modified``.
    """

    data: bytes
    url: str
    media_type: str | None = None
    attempts: int = 1
    from_cache: bool = False
    facts: dict[str, str] = field(default_factory=dict[str, str])


class Fetcher(Protocol):
    """Gets the bytes of a URL under a policy that it enforces itself.

    Contract: size and time are bounded by the adapter. Only ``FetchError`` leaves, with status
    ``blocked`` (policy, or refused by the host), ``robots``, ``too_large`` or ``error``.
    Cancelling the call ends the transfer.
    """

    async def fetch(self, url: str) -> Fetched:
        """Fetch the URL."""
        ...

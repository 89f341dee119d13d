"""Searching as a port."""

from __future__ import annotations

from typing import Protocol

from ascertain.evidence.lead import SearchReply

__all__ = ["SearchProvider"]


class SearchProvider(Protocol):
    """Finds leads for a query.

    Contract: no leads means that it looked and found nothing; every failure leaves as
    ``SearchError``. Leads come best first, at most ``limit``, at most a few per document so
    that one long document does not crowd out the rest. A query of any length and script is
    accepted and, where the provider lets us choose, never interpreted as syntax. Any number of
    calls at once.
    """

    @property
    def name(self) -> str:
        """The provider's name in reports and events."""
        ...

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        """Search."""
        ...

"""Fixed results in place of a search provider."""

from __future__ import annotations

from collections.abc import Mapping

from ascertain.errors import SearchError
from ascertain.evidence.lead import Lead, SearchReply

__all__ = ["MemorySearch"]


class MemorySearch:
    """Answers known queries with fixed leads and every other query with none.

    Args:
        results: leads by query, best first; queries are compared without case and outer spaces.
        name: the provider's name.
        failure: if given, every search fails with this reason.
    """

    def __init__(
        self,
        results: Mapping[str, tuple[Lead, ...]] | None = None,
        *,
        name: str = "memory",
        failure: str = "",
    ) -> None:
        self._results = {_key(query): leads for query, leads in (results or {}).items()}
        self._name = name
        self._failure = failure
        self.queries: list[str] = []

    @property
    def name(self) -> str:
        """The provider's name."""
        return self._name

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        """Return the fixed leads for the query.

        Raises:
            SearchError: if the provider was built to fail.
        """
        self.queries.append(query)
        if self._failure:
            raise SearchError(self._name, self._failure)
        return SearchReply(leads=self._results.get(_key(query), ())[: max(limit, 0)])


def _key(query: str) -> str:
    return query.strip().casefold()

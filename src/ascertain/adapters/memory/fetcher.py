"""Fixed pages in place of a fetcher."""

from __future__ import annotations

from collections.abc import Mapping

from ascertain.errors import FetchError
from ascertain.evidence.exchange import FetchTrace
from ascertain.ports.fetcher import Fetched

__all__ = ["MemoryFetcher"]


class MemoryFetcher:
    """Gives fixed bytes for known URLs.

    Args:
        pages: by URL: bytes, a whole ``Fetched``, or the error that fetching it ends with.
    """

    def __init__(self, pages: Mapping[str, bytes | Fetched | FetchError]) -> None:
        self._pages = dict(pages)
        self.urls: list[str] = []

    async def fetch(self, url: str, trace: FetchTrace | None = None) -> Fetched:
        """Return the page.

        Raises:
            FetchError: the one given for the URL, or ``error`` if the URL is unknown.
        """
        del trace
        self.urls.append(url)
        page = self._pages.get(url)
        if page is None:
            raise FetchError("error", "there is no such page")
        if isinstance(page, FetchError):
            raise FetchError(page.status, page.reason)
        return Fetched(data=page, url=url) if isinstance(page, bytes) else page

"""One fetcher for files and for the web: each address goes where it belongs."""

from __future__ import annotations

from ascertain.errors import FetchError
from ascertain.evidence.exchange import FetchTrace
from ascertain.ports.fetcher import Fetched, Fetcher

__all__ = ["RoutedFetcher"]


class RoutedFetcher:
    """Sends ``file:`` addresses to one fetcher and all others to another.

    Args:
        local: None where no folder was given.
        web: None where the web may not be used.
    """

    def __init__(self, local: Fetcher | None, web: Fetcher | None) -> None:
        self._local = local
        self._web = web

    async def fetch(self, url: str, trace: FetchTrace | None = None) -> Fetched:
        """Fetch the address."""
        is_file = url.strip().lower().startswith("file:")
        fetcher = self._local if is_file else self._web
        if fetcher is None:
            reason = (
                "no folder was given to this run" if is_file else "this run may not use the web"
            )
            raise FetchError("blocked", reason)
        return await fetcher.fetch(url, trace)

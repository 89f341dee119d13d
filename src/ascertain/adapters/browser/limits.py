"""How much a page may cost in a browser."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["BrowserLimits"]


@dataclass(frozen=True, slots=True)
class BrowserLimits:
    """What one page, and the browser as a whole, may take.

    Attributes:
        total_s: seconds for one page from its first request; what is there then is used.
        settle_s: seconds to wait at most for a loaded page to stop asking for more.
        requests: what one page may ask for; images, media and fonts are never fetched.
        transfer_bytes: what one page may receive, as it goes over the wire.
        dom_bytes: the largest page that is used, as UTF-8.
        memory_mb: for the browser with all its processes.
        pages: read at once.
    """

    total_s: float = 20.0
    settle_s: float = 1.5
    requests: int = 80
    transfer_bytes: int = 20_000_000
    dom_bytes: int = 10_000_000
    memory_mb: int = 1024
    pages: int = 2

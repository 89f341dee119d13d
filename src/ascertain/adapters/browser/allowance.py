"""What one page has used of its limits, and what was refused to it."""

from __future__ import annotations

import asyncio

from ascertain.adapters.browser.limits import BrowserLimits
from ascertain.evidence.exchange import FetchTrace, RefusedRequest

__all__ = ["PageAllowance"]

_MAX_REFUSED = 100
_MAX_SHOWN = 2_000
_FLOOD = 5


class PageAllowance:
    """Counts for one page while it is in the browser.

    Args:
        limits: of the browser.
        trace: gets what policy refused, 100 entries at most.

    Attributes:
        spent: set when the page must end: a limit was passed by far, or bytes ran out.
        is_exhausted: whether it has asked for more than it may.
        refusal: why the last refused request was refused, or empty.
    """

    def __init__(self, limits: BrowserLimits, trace: FetchTrace) -> None:
        self._limits = limits
        self._trace = trace
        self._requests = 0
        self._attempts = 0
        self._received = 0
        self._refused: set[str] = set()
        self._reported: set[str] = set()
        self.spent = asyncio.Event()
        self.is_exhausted = False
        self.refusal = ""

    def ask(self, url: str) -> bool:
        """Whether the page may ask for one thing more."""
        self._requests += 1
        if self._requests <= self._limits.requests:
            return True
        self.is_exhausted = True
        self._report(url, f"the page asked for more than {self._limits.requests} things")
        return False

    def attempt(self) -> bool:
        """Count a request or connection, allowed or not; False for a page that floods."""
        self._attempts += 1
        if self._attempts <= _FLOOD * self._limits.requests:
            return True
        self.spent.set()
        return False

    def receive(self, count: int, url: str) -> bool:
        """Count bytes from the network; False if the page has had too many."""
        self._received += count
        if self._received <= self._limits.transfer_bytes:
            return True
        megabytes = self._limits.transfer_bytes / 1_000_000
        self._report(url, f"the page took more than {megabytes:g} MB")
        self.spent.set()
        return False

    def refuse(self, url: str, reason: str) -> None:
        """Note a request that policy stopped; the same one is noted once."""
        self.refusal = reason
        shown = url[:_MAX_SHOWN]
        if shown not in self._refused and len(self._refused) < _MAX_REFUSED:
            self._refused.add(shown)
            self._trace.refused.append(RefusedRequest(shown, reason))

    def _report(self, url: str, reason: str) -> None:
        """Say once that a limit was met, at the first request that it stopped."""
        if reason not in self._reported:
            self._reported.add(reason)
            self._trace.refused.append(RefusedRequest(url[:_MAX_SHOWN], reason))

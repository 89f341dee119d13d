"""Fetching pages whose text comes by scripts, as a port."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ascertain.adapters.browser.allowance import PageAllowance
from ascertain.adapters.browser.finding import require_chromium
from ascertain.adapters.browser.limits import BrowserLimits
from ascertain.adapters.browser.proxy import CheckedNetwork, GuardedProxy
from ascertain.errors import FetchError
from ascertain.evidence.exchange import Exchange, FetchTrace, RefusedRequest
from ascertain.evidence.web_policy import WebPolicy
from ascertain.ports.fetcher import Fetched
from ascertain.sources.policy import check_url

if TYPE_CHECKING:
    from ascertain.adapters.browser.chromium import Chromium
    from ascertain.adapters.browser.rendering import Rendering

__all__ = ["BrowserFetcher"]

_HTML = "text/html; charset=utf-8"


class BrowserFetcher:
    """Shows pages in a Chromium of its own and gives what a reader would see.

    For pages that the plain fetcher has got already and found without text: robots.txt was
    asked then, and is not asked again here. The browser starts with the first page; one that
    crashed is started anew for the next. Everything it asks for goes through a proxy that asks
    the policy. Images, fonts, media, downloads, WebSockets, service workers and WebRTC are off.

    Args:
        policy: the run's.
        network: makes the connections.
        executable: Chromium's path; None stands for "none was found".
        limits: for each page and for the browser; the usual ones where None.

    Raises:
        NotAvailableError: if the browser or a library of the extra ``browser`` is missing.
    """

    def __init__(
        self,
        policy: WebPolicy,
        *,
        network: CheckedNetwork,
        executable: str | None,
        limits: BrowserLimits | None = None,
    ) -> None:
        self._executable = require_chromium(executable)
        self._policy = policy
        self._limits = limits or BrowserLimits()
        self._proxy = GuardedProxy(policy, network)
        self._places = asyncio.Semaphore(self._limits.pages)
        self._starting = asyncio.Lock()
        self._chromium: Chromium | None = None

    async def fetch(self, url: str, trace: FetchTrace | None = None) -> Fetched:
        """Return the page's document after its scripts have run.

        Args:
            url: ``http`` or ``https``.
            trace: gets one exchange of kind ``rendered``, and what policy refused to the page.

        Raises:
            FetchError: ``blocked``, ``too_large`` or ``error``.
        """
        seen = trace if trace is not None else FetchTrace()
        try:
            target = check_url(url, self._policy)
        except FetchError as error:
            seen.refused.append(RefusedRequest(url, error.reason))
            raise
        async with self._places:
            sent_at = datetime.now(UTC)
            rendering = await self._render(target.url, seen)
        seen.exchanges.append(_exchange(rendering, sent_at))
        return Fetched(
            data=rendering.html,
            url=rendering.url,
            media_type=_HTML,
            redirects=rendering.redirects,
            fetched_at=sent_at,
        )

    async def close(self) -> None:
        """End the browser and all its processes; a later fetch starts another."""
        async with self._starting:
            chromium, self._chromium = self._chromium, None
            if chromium is not None:
                await chromium.stop()
            await self._proxy.close()

    async def _render(self, url: str, trace: FetchTrace) -> Rendering:
        from ascertain.adapters.browser.rendering import (  # noqa: PLC0415  an optional dependency
            render,
        )

        chromium, proxy = await self._running()
        allowance = PageAllowance(self._limits, trace)
        issued = self._proxy.admit(allowance)
        try:
            return await render(
                chromium,
                url,
                policy=self._policy,
                limits=self._limits,
                allowance=allowance,
                issued=issued,
                proxy=proxy,
            )
        finally:
            await self._proxy.dismiss(issued)

    async def _running(self) -> tuple[Chromium, str]:
        """Return a browser that takes pages, and the proxy's address."""
        from ascertain.adapters.browser.chromium import (  # noqa: PLC0415  an optional dependency
            Chromium,
        )

        async with self._starting:
            proxy = await self._proxy.start()
            if self._chromium is not None and not self._chromium.is_alive:
                ended, self._chromium = self._chromium, None
                await ended.stop()
            if self._chromium is None:
                self._chromium = await Chromium.start(
                    self._executable, proxy, self._limits.memory_mb
                )
            return self._chromium, proxy


def _exchange(rendering: Rendering, sent_at: datetime) -> Exchange:
    return Exchange(
        url=rendering.url,
        status=rendering.status,
        response_headers=(("Content-Type", _HTML),),
        body=rendering.html,
        sent_at=sent_at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        kind="rendered",
    )

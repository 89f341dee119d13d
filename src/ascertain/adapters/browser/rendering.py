"""One page in the browser: what it may do, how long it is waited for, what is taken from it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import NoReturn

from playwright.async_api import (
    BrowserContext,
    CDPSession,
    Dialog,
    Page,
    Request,
    Response,
    Route,
    WebSocketRoute,
)
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeoutError
from pydantic import ValidationError

from ascertain.adapters.browser.allowance import PageAllowance
from ascertain.adapters.browser.chromium import Chromium
from ascertain.adapters.browser.dom import Dom, freeze, take_dom
from ascertain.adapters.browser.limits import BrowserLimits
from ascertain.adapters.browser.proxy import Pass
from ascertain.errors import FetchError
from ascertain.evidence.web_policy import WebPolicy
from ascertain.sources.policy import check_url

__all__ = ["Rendering", "render"]

_ALL = "**/*"
_OPEN_S = 15.0
_TAKE_S = 8.0
_CLOSE_S = 5.0
_FAULT = 400
_BLOCKED = frozenset((401, 402, 403, 407, 429, 451))
_NOT_READ = frozenset(("font", "image", "media"))
_GOING_AWAY = 1001
_MAX_MOVES = 50
_DOWNLOAD = "Download is starting"
_SHOWN = 200
# Nothing of these is needed to show text, and each is a way around a proxy or to the user.
_INIT = """
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport'])
  delete globalThis[name];
"""


@dataclass(frozen=True, slots=True)
class Rendering:
    """A page as the browser shows it.

    Attributes:
        html: the document, UTF-8.
        url: its address, which scripts may have changed.
        status: of the response that it began with.
        redirects: URLs passed through before, the first included.
    """

    html: bytes
    url: str
    status: int
    redirects: tuple[str, ...]


async def render(
    chromium: Chromium,
    url: str,
    *,
    policy: WebPolicy,
    limits: BrowserLimits,
    allowance: PageAllowance,
    issued: Pass,
    proxy: str,
) -> Rendering:
    """Show a page and return its document.

    Args:
        chromium: running.
        url: checked.
        policy: asked about all that the page asks for.
        limits: of the browser.
        allowance: counts for this page.
        issued: what the page shows to the proxy.
        proxy: its address.

    Raises:
        FetchError: ``blocked``, ``too_large`` or ``error``.
    """
    overfull = chromium.overfull
    context: BrowserContext | None = None
    visit: _Visit | None = None
    try:
        async with asyncio.timeout(_OPEN_S):
            context = await chromium.browser.new_context(
                proxy={
                    "server": proxy,
                    "bypass": "<-loopback>",
                    "username": issued.username,
                    "password": issued.password,
                },
                user_agent=chromium.user_agent,
                service_workers="block",
                accept_downloads=False,
                permissions=[],
            )
            visit = await _Visit.open(context, policy, limits, allowance)
        return await visit.read(url)
    except PlaywrightError as error:
        if visit is None:
            chromium.distrust()
        if chromium.overfull > overfull:
            reason = f"the page needed more than {limits.memory_mb} MB of memory"
            raise FetchError("too_large", reason) from None
        raise FetchError("error", f"the browser failed at the page: {_said(error)}") from None
    except TimeoutError:
        if visit is None:
            chromium.distrust()
        reason = "the page kept the browser too busy" if visit else "the browser opened no page"
        raise FetchError("error", f"{reason}, and was given up") from None
    except ValidationError:
        raise FetchError("error", "the browser gave no document") from None
    finally:
        if context is not None:
            await _close(context)


class _Visit:
    """One page from the moment it is opened."""

    def __init__(
        self,
        page: Page,
        session: CDPSession,
        policy: WebPolicy,
        limits: BrowserLimits,
        allowance: PageAllowance,
    ) -> None:
        self._page = page
        self._session = session
        self._policy = policy
        self._limits = limits
        self._allowance = allowance
        self._crashed = asyncio.Event()
        self._nears_end = asyncio.Event()
        self._visited: list[str] = []
        self._status = 0

    @classmethod
    async def open(
        cls,
        context: BrowserContext,
        policy: WebPolicy,
        limits: BrowserLimits,
        allowance: PageAllowance,
    ) -> _Visit:
        page = await context.new_page()
        visit = cls(page, await context.new_cdp_session(page), policy, limits, allowance)
        await asyncio.gather(
            context.add_init_script(_INIT),
            context.route(_ALL, visit.judge),
            context.route_web_socket(_ALL, visit.refuse_socket),
        )
        context.on("page", _close_popup)
        context.on("dialog", _dismiss)
        page.on("crash", visit.note_crash)
        page.on("response", visit.note_response)
        return visit

    async def read(self, url: str) -> Rendering:
        in_time = await self._show(url)
        if self._crashed.is_set():
            raise PlaywrightError("its process ended")
        if self._status >= _FAULT:
            kind = "blocked" if self._status in _BLOCKED else "error"
            raise FetchError(kind, f"HTTP {self._status} in the browser")
        if not self._visited and not in_time:
            reason = f"the host did not answer within {self._limits.total_s:g} s"
            raise FetchError("error", reason)
        if not self._visited:
            self._fail("nothing came")
        async with asyncio.timeout(_TAKE_S):
            await freeze(self._session)
            dom = await take_dom(self._session, self._limits.dom_bytes)
        if not in_time and not dom.has_text:
            reason = f"the page did not settle within {self._limits.total_s:g} s"
            raise FetchError("error", reason)
        return self._rendering(url, dom)

    async def judge(self, route: Route) -> None:
        """Let a request through that policy and limits allow."""
        if self._allowance.spent.is_set() or self._allowance.is_exhausted:
            return  # The page ends soon, and what it still asks for with it.
        request = route.request
        with suppress(PlaywrightError):  # The page may have gone meanwhile.
            if self._is_allowed(request):
                await route.continue_()
            else:
                # "aborted" leaves a page that tried to go elsewhere where it is.
                await route.abort("aborted")

    async def refuse_socket(self, socket: WebSocketRoute) -> None:
        """Close a WebSocket before anything is sent: what it brings has no address of its own."""
        url = socket.url
        try:
            check_url(url.replace("ws", "http", 1), self._policy)
        except FetchError as error:
            self._allowance.refuse(url, error.reason)
        else:
            self._allowance.refuse(url, "a page's WebSockets are not opened")
        with suppress(PlaywrightError):
            await socket.close(code=_GOING_AWAY)

    def note_crash(self, _: Page) -> None:
        """The page's process is gone."""
        self._crashed.set()

    def note_response(self, response: Response) -> None:
        """Remember where the page itself came from, redirects and its own moves included."""
        request = response.request
        if self._is_move(request):
            self._status = response.status
            if len(self._visited) < _MAX_MOVES:
                self._visited.append(request.url)

    def _is_move(self, request: Request) -> bool:
        """Whether it is for the page itself, not for a part or a popup."""
        with suppress(PlaywrightError):  # A popup has no frame yet.
            return request.is_navigation_request() and request.frame == self._page.main_frame
        return False

    async def _end_soon(self) -> None:
        """End when a page that gets nothing more, and so may never be loaded, has had time."""
        await self._nears_end.wait()
        await asyncio.sleep(self._limits.settle_s)

    def _is_allowed(self, request: Request) -> bool:
        allowance = self._allowance
        if not allowance.attempt():
            return False
        try:
            check_url(request.url, self._policy)
        except FetchError as error:
            allowance.refuse(request.url, error.reason)
            if self._is_move(request):
                self._nears_end.set()
            return False
        if request.resource_type in _NOT_READ:
            return False
        if not allowance.ask(request.url):
            self._nears_end.set()
            return False
        return True

    async def _show(self, url: str) -> bool:
        """Go there and wait until the page is still, spent or out of time; True if still."""
        going = asyncio.create_task(self._go(url))
        ways = (self._allowance.spent.wait(), self._crashed.wait(), self._end_soon())
        ends = [asyncio.create_task(way) for way in ways]
        try:
            await asyncio.wait({going, *ends}, return_when=asyncio.FIRST_COMPLETED)
            return going.result() if going.done() else True
        finally:
            for task in (going, *ends):
                task.cancel()
            await asyncio.gather(going, *ends, return_exceptions=True)

    async def _go(self, url: str) -> bool:
        loop = asyncio.get_running_loop()
        until = loop.time() + self._limits.total_s
        try:
            await self._page.goto(url, wait_until="commit", timeout=_ms(self._limits.total_s))
            left_s = max(until - loop.time(), 0.001)
            await self._page.wait_for_load_state("load", timeout=_ms(left_s))
        except PlaywrightTimeoutError:
            return False
        except PlaywrightError as error:
            self._fail(_said(error))
        left_s = min(self._limits.settle_s, max(until - loop.time(), 0.001))
        with suppress(PlaywrightTimeoutError):  # A page that never rests is read as it is.
            await self._page.wait_for_load_state("networkidle", timeout=_ms(left_s))
        return True

    def _rendering(self, url: str, dom: Dom) -> Rendering:
        html = dom.html.encode("utf-8")
        if dom.size > self._limits.dom_bytes or len(html) > self._limits.dom_bytes:
            megabytes = self._limits.dom_bytes / 1_000_000
            reason = f"the page that its scripts made is larger than {megabytes:g} MB"
            raise FetchError("too_large", reason)
        if not dom.url.startswith(("http://", "https://")):
            self._fail(f"it ended at {dom.url[:_SHOWN]}")
        final = check_url(dom.url, self._policy).url
        passed = dict.fromkeys(place for place in (url, *self._visited) if place != final)
        return Rendering(html, final, self._status, tuple(passed))

    def _fail(self, said: str) -> NoReturn:
        """Say why there is no page; what was refused on the way there comes first."""
        if self._crashed.is_set():
            raise PlaywrightError(said)
        if self._allowance.refusal:
            raise FetchError("blocked", self._allowance.refusal)
        if self._allowance.spent.is_set():
            raise FetchError("too_large", "the page took more than it may before anything showed")
        if _DOWNLOAD in said:
            raise FetchError("error", "it is a file to download, not a page")
        raise FetchError("error", f"the browser could not show the page: {said}")


async def _close_popup(page: Page) -> None:
    with suppress(PlaywrightError):
        await page.close()


async def _dismiss(dialog: Dialog) -> None:
    with suppress(PlaywrightError):
        await dialog.dismiss()


async def _close(context: BrowserContext) -> None:
    """Close a page with all that it opened, however the call that showed it ended."""
    closing = asyncio.ensure_future(context.close())
    try:
        await asyncio.wait({closing}, timeout=_CLOSE_S)
    finally:
        if not closing.done():
            closing.cancel()
        await asyncio.gather(closing, return_exceptions=True)


def _ms(seconds: float) -> float:
    return seconds * 1_000


def _said(error: PlaywrightError) -> str:
    """Return what Playwright says without its call log and the name of our call."""
    line = error.message.strip().partition("\n")[0]
    return line.partition(": ")[2][:_SHOWN] or line[:_SHOWN]

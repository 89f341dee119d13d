"""The site: written pages and faults on nine loopback addresses, and a search over them."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import parse_qs

from .faults import BUSY_S, Place, faults, make_bomb, robots_answer, wrongly_encoded
from .files import make_feed
from .finding import MODES, Found, SearchEndpoint
from .pages import HOSTS, Page, host_of, load_pages, page_html, validators_of
from .serving import Answer, Asked, HttpServer, Request

__all__ = ["QUESTION", "Site"]

QUESTION = (
    "Which roles has Ailsa Hestvane held at Skerrion Instruments, "
    "and what was Skerrion's revenue in 2024?"
)
"""A question whose answer is spread over the site's hosts."""

_HTML = "text/html; charset=utf-8"
_CONTROLS = ("/__log", "/__control")
_TRACKED = (
    ("/business/results-2024", "?utm_source=letter&utm_medium=mail&utm_campaign=spring"),
    ("/business/results-2024", "?fbclid=IwAR0invented&utm_source=feed"),
    ("/business/second-hall", "/amp"),
)
"""Other addresses of pages of the Courier that search finds as well."""


class Site:
    """Serves the pages.

    Args:
        latency_s: before each answer.
        port: the one to listen on, on every address; 0: a free one.
    """

    def __init__(self, *, latency_s: float = 0.05, port: int = 0) -> None:
        self._server = HttpServer(
            [host.address for host in HOSTS], self._answer, latency_s=latency_s, port=port
        )
        self._keys = {host.address: host.key for host in HOSTS}
        self._pages: dict[tuple[str, str], Page] = {}
        self._places: dict[tuple[str, str], Place] = {}
        self._visits: Counter[tuple[str, str]] = Counter()
        self._search = SearchEndpoint(())

    async def start(self) -> None:
        """Listen.

        Raises:
            OSError: if the addresses cannot be bound; outside Linux there is only 127.0.0.1.
        """
        bomb = await asyncio.to_thread(make_bomb)
        self._pages = {(page.host, page.path): page for page in load_pages()}
        self._places = {(x.page.host, x.page.path): x for x in faults(bomb)}
        await self._server.start()
        self._search = SearchEndpoint(tuple(self._findable()))

    async def stop(self) -> None:
        """Close everything. Stopping twice is harmless."""
        await self._server.stop()

    @property
    def hosts(self) -> dict[str, str]:
        """Each host's key and its origin, such as ``http://127.0.0.1:40001``."""
        return {host.key: self._origin(host.key) for host in HOSTS}

    @property
    def search_url(self) -> str:
        """The address of the search, as one gives that of a SearXNG."""
        return self._origin("search")

    @property
    def open_hosts(self) -> list[str]:
        """``HOST:PORT`` of every host."""
        return [f"{host.address}:{self._server.port}" for host in HOSTS]

    @property
    def log(self) -> list[Asked]:
        """Every request so far, the oldest first."""
        return self._server.log

    @property
    def page_count(self) -> int:
        """Addresses that answer with something of their own."""
        amp = sum(page.has_amp for page in self._pages.values())
        return len(self._pages) + len(self._places) + amp + 1

    def control(self, *, mode: str | None = None, only: tuple[str, ...] | None = None) -> None:
        """Tell the search what to do from now on.

        Args:
            mode: one of ``finding.MODES``; None leaves it.
            only: paths that may be found; empty: all; None leaves them.

        Raises:
            ValueError: if there is no such mode.
        """
        if mode is not None:
            if mode not in MODES:
                raise ValueError(f"no mode {mode!r}; there are: {', '.join(MODES)}")
            self._search.mode = mode
        if only is not None:
            self._search.only = frozenset(only)

    def _origin(self, key: str) -> str:
        return f"http://{host_of(key).address}:{self._server.port}"

    def _findable(self) -> Iterator[Found]:
        for page in (*self._pages.values(), *(x.page for x in self._places.values())):
            if page.title:
                yield Found(f"{self._origin(page.host)}{page.path}", page.title, page.snippet)
        for path, more in _TRACKED:
            page = self._pages["courier", path]
            yield Found(f"{self._origin('courier')}{path}{more}", page.title, page.snippet)
        yield Found(
            f"{self._origin('courier')}/feed", "The Pentland Courier, feed", "All that is new."
        )

    def _answer(self, request: Request) -> Answer:
        if request.path in _CONTROLS:
            return replace(self._controlled(request), is_logged=False)
        if request.method not in {"GET", "HEAD"}:
            return Answer(405, (("Allow", "GET, HEAD"),))
        key = self._keys[request.host]
        if request.path == "/robots.txt":
            return robots_answer(key)
        if key == "search":
            return self._search.answer(request) if request.path == "/search" else Answer(404)
        self._visits[key, request.path] += 1
        place = self._places.get((key, request.path))
        if place is not None:
            return place.respond(self._visits[key, request.path])
        return self._written(key, request)

    def _written(self, key: str, request: Request) -> Answer:
        if (key, request.path) == ("courier", "/feed"):
            pages = [page for page in self._pages.values() if page.host == key]
            body = make_feed("The Pentland Courier", self._origin(key), pages)
            return Answer(200, (("Content-Type", "application/rss+xml; charset=utf-8"),), body)
        page = self._pages.get((key, request.path.removesuffix("/amp") or "/"))
        if page is None or (request.path.endswith("/amp") and not page.has_amp):
            return Answer(404, (("Content-Type", _HTML),), b"<p>There is no such page.</p>")
        if request.path == "/busy/short" and self._visits[key, request.path] == 1:
            return Answer(429, (("Retry-After", str(BUSY_S)),), b"Ask again in a second.")
        text = page_html(page, self._origin(key))
        odd = wrongly_encoded(request.path, text)
        if odd is not None:
            return odd
        data = text.encode()
        validators = validators_of(page, data)
        if validators.match(request.headers):
            return Answer(304, validators.headers)
        return Answer(200, (("Content-Type", _HTML), *validators.headers), data)

    def _controlled(self, request: Request) -> Answer:
        """``GET /__log`` gives the log; ``POST /__control`` with a form changes the search."""
        if request.path == "/__log":
            lines = [asked._asdict() for asked in self.log]
            return Answer(200, (("Content-Type", "application/json"),), json.dumps(lines).encode())
        if request.method != "POST":
            return Answer(405, (("Allow", "POST"),))
        form = parse_qs(request.body.decode("utf-8", "replace"), keep_blank_values=True)
        try:
            self.control(
                mode=form["mode"][-1] if "mode" in form else None,
                only=tuple(x for x in form["only"] if x) if "only" in form else None,
            )
        except ValueError as error:
            return Answer(400, (("Content-Type", "text/plain"),), f"{error}\n".encode())
        return Answer(204)

"""Pages as a browser shows them."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncGenerator
from pathlib import Path

import psutil
import pytest
import pytest_asyncio

from ascertain.adapters.browser.fetching import BrowserFetcher
from ascertain.adapters.browser.limits import BrowserLimits
from ascertain.adapters.web.network import GuardedNetwork
from ascertain.errors import FetchError, NotAvailableError
from ascertain.evidence.exchange import FetchTrace
from ascertain.evidence.web_policy import WebPolicy
from browser_stage import Stage, chromium_or_skip, stage
from live_servers import Asked, answer, live_server, stall

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

_LOOP = "<script>for (;;);</script>"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def at() -> AsyncGenerator[Stage]:
    limits = BrowserLimits(total_s=6, transfer_bytes=3_000_000, dom_bytes=1_000_000, memory_mb=700)
    async with stage(limits) as opened:
        yield opened


def _browsers() -> list[psutil.Process]:
    """The browser processes below this one, without their children."""
    below = psutil.Process().children(recursive=True)
    commands = [(one, _command(one)) for one in below]
    return [
        one
        for one, words in commands
        if "--remote-debugging-pipe" in words and not any(w.startswith("--type=") for w in words)
    ]


def _command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


async def test_text_that_a_script_asks_for_is_read(at: Stage) -> None:
    at.pages["/api"] = answer("Zwölf Fähren 渡し船 🚢.".encode())
    shown = await at.show(
        "/app",
        "<div id=root></div><script>fetch('/api').then(r => r.text())"
        ".then(t => { root.textContent = t; history.pushState(0, '', '/app/read#part') })</script>",
    )
    assert "Zwölf Fähren 渡し船 🚢." in shown.html
    assert shown.html.startswith("<!DOCTYPE html>\n")
    fetched = shown.fetched
    assert fetched is not None
    assert fetched.url == f"{at.site.url}app/read"
    assert fetched.redirects == (f"{at.site.url}app",)
    assert fetched.media_type == "text/html; charset=utf-8"
    [exchange] = shown.trace.exchanges
    assert (exchange.kind, exchange.status, exchange.url) == ("rendered", 200, fetched.url)
    assert exchange.body == fetched.data
    assert exchange.header("content-type") == fetched.media_type
    assert exchange.sent_at.endswith("Z")
    assert shown.refused == {}
    assert " ascertain/" in at.site.asked[-1].headers["user-agent"]


async def test_redirects_are_followed_and_named(at: Stage) -> None:
    at.pages["/old"] = answer(status="301 Moved", headers=[("Location", "/older")])
    at.pages["/older"] = answer(status="302 Found", headers=[("Location", "/new")])
    at.pages["/new"] = "<p>New.</p><script>location = '/newest'</script>"
    at.pages["/newest"] = "<p>Newest.</p>"
    shown = await at.show("/old")
    assert "Newest." in shown.html
    assert shown.fetched is not None
    assert shown.fetched.redirects == tuple(f"{at.site.url}{p}" for p in ("old", "older", "new"))


async def test_what_shadow_trees_show_stands_in_the_page(at: Stage) -> None:
    shown = await at.show(
        "/shadow",
        "<x-card><b>light</b></x-card><script>",
        "customElements.define('x-card', class extends HTMLElement { constructor() { super();",
        "this.attachShadow({mode: 'open'}).innerHTML = `<style>p { color: red }</style>",
        "<p>shade <slot></slot> end</p><p style='display: none'>unseen</p>",
        "<slot name=n>else</slot>` } })</script>",
    )
    assert "<p>shade <b>light</b> end</p>" in shown.html
    assert '<p style="display: none" hidden="">unseen</p>else</x-card>' in shown.html


async def test_pages_change_nothing_about_how_they_are_read(at: Stage) -> None:
    shown = await at.show(
        "/liar",
        "<p>True.</p><script>Object.defineProperty(Element.prototype, 'outerHTML',"
        "{get: () => 'False.'}); String.prototype.toWellFormed = () => 'False.';"
        "document.querySelectorAll = () => { throw 1 }</script>",
    )
    assert "<p>True.</p>" in shown.html


@pytest.mark.parametrize(
    ("status", "failure"),
    [
        ("403 No", ("blocked", "HTTP 403 in the browser")),
        ("404 No", ("error", "HTTP 404 in the browser")),
        ("503 No", ("error", "HTTP 503 in the browser")),
    ],
)
async def test_an_error_page_is_no_source(at: Stage, status: str, failure: tuple[str, str]) -> None:
    at.pages["/fault"] = answer(b"<p>Sorry.</p>", status=status)
    assert (await at.show("/fault")).failure == failure


async def test_a_page_without_text_that_never_settles_is_an_error(at: Stage) -> None:
    shown = await at.show("/nothing", _LOOP)
    assert shown.failure == ("error", "the page did not settle within 6 s")
    assert shown.trace.exchanges == []


async def test_a_page_that_is_too_large_is_refused(at: Stage) -> None:
    shown = await at.show("/large", "<p id=p></p><script>p.append('é'.repeat(600_000))</script>")
    assert shown.failure == ("too_large", "the page that its scripts made is larger than 1 MB")
    larger = await at.show(
        "/larger", "<p id=p hidden></p><script>p.append('e'.repeat(9e6))</script>"
    )
    assert larger.failure == shown.failure


async def test_a_page_that_loads_too_much_is_read_as_far_as_it_came(at: Stage) -> None:
    at.pages["/heavy.js"] = answer(
        b"'" + b"x" * 4_000_000 + b"'", headers=[("Content-Type", "text/javascript")]
    )
    shown = await at.show("/heavy", "<p>Light.</p><script src='/heavy.js'></script>")
    assert "Light." in shown.html
    assert shown.refused == {f"{at.site.url}heavy.js": "the page took more than 3 MB"}
    alone = await at.show("/heavy.js")
    assert alone.failure[0] in {"too_large", "error"}


async def test_images_fonts_and_media_are_not_asked_for(at: Stage) -> None:
    before = len(at.site.asked)
    shown = await at.show(
        "/pictures",
        "<style>@font-face { font-family: f; src: url(/font) } p { font-family: f }</style>",
        "<p>Words.</p><img src='/picture'><video src='/film' autoplay></video>",
    )
    assert "Words." in shown.html
    assert [one.path for one in at.site.asked[before:]] == ["/pictures"]


async def test_a_page_that_takes_all_memory_is_ended_and_the_next_is_read(at: Stage) -> None:
    shown = await at.show(
        "/hoarder",
        "<p>x</p><script>const all = [];",
        "for (;;) all.push(new Uint8Array(2 ** 25).fill(1))</script>",
    )
    assert shown.failure == ("too_large", "the page needed more than 700 MB of memory")
    assert "Fine." in (await at.show("/fine", "<p>Fine.</p>")).html


async def test_a_browser_that_was_killed_is_started_anew_for_the_next_page(at: Stage) -> None:
    reading = asyncio.create_task(at.show("/killed", "<p>x</p>", _LOOP))
    await at.until_asked("/killed")
    [before] = _browsers()
    os.kill(before.pid, signal.SIGKILL)
    shown = await reading
    assert shown.failure[0] == "error"
    assert "Again." in (await at.show("/again", "<p>Again.</p>")).html
    [after] = _browsers()
    assert after.pid != before.pid


async def test_a_call_that_is_cancelled_closes_its_page(at: Stage) -> None:
    at.pages["/slow"] = "<p>x</p>" + _LOOP
    reading = asyncio.create_task(at.show("/slow"))
    await at.until_asked("/slow")
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    async with asyncio.timeout(10):
        await at.site.until_unconnected()
    assert "Next." in (await at.show("/next", "<p>Next.</p>")).html


async def test_an_address_that_policy_refuses_starts_nothing() -> None:
    policy = WebPolicy()
    fetcher = BrowserFetcher(policy, network=GuardedNetwork(policy), executable=chromium_or_skip())
    for url in ("http://127.0.0.1/", "file:///etc/passwd", "data:text/html,x", "chrome://gpu"):
        trace = FetchTrace()
        with pytest.raises(FetchError) as raised:
            await fetcher.fetch(url, trace)
        assert raised.value.status == "blocked"
        assert [one.url for one in trace.refused] == [url]
    await fetcher.close()


async def test_pages_take_turns_and_nothing_is_left_after_the_end() -> None:
    at_once = 0

    async def hold(asked: Asked, writer: asyncio.StreamWriter) -> bool:
        nonlocal at_once
        at_once = max(at_once, site.open_now)
        await asyncio.sleep(0.1)
        writer.write(answer(b"<p>x</p>", headers=[("Content-Type", "text/html")]))
        return False

    async with live_server(hold) as site:
        policy = WebPolicy(open=(site.host,))
        fetcher = BrowserFetcher(
            policy,
            network=GuardedNetwork(policy),
            executable=chromium_or_skip(),
            limits=BrowserLimits(pages=1, settle_s=0.1),
        )
        others = {one.pid for one in psutil.Process().children(recursive=True)}
        await asyncio.gather(*(fetcher.fetch(f"{site.url}{at}") for at in range(3)))
        mine = [one for one in psutil.Process().children(recursive=True) if one.pid not in others]
        assert len(mine) > 3
        await fetcher.close()
        _, alive = psutil.wait_procs(mine, timeout=5)
        assert alive == []
        assert at_once == 1


async def test_a_host_that_never_answers_is_given_up() -> None:
    async with live_server(stall) as site:
        policy = WebPolicy(open=(site.host,))
        fetcher = BrowserFetcher(
            policy,
            network=GuardedNetwork(policy),
            executable=chromium_or_skip(),
            limits=BrowserLimits(total_s=1),
        )
        try:
            with pytest.raises(FetchError, match="did not answer within 1 s"):
                await fetcher.fetch(site.url)
        finally:
            await fetcher.close()


async def test_a_program_that_is_no_browser_is_said_to_be_none(tmp_path: Path) -> None:
    program = tmp_path / "chromium"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    policy = WebPolicy()
    fetcher = BrowserFetcher(policy, network=GuardedNetwork(policy), executable=str(program))
    with pytest.raises(FetchError, match="the browser did not start"):
        await fetcher.fetch("https://example.org/")
    await fetcher.close()


async def test_without_a_browser_there_is_no_fetcher() -> None:
    policy = WebPolicy()
    with pytest.raises(NotAvailableError, match="no Chromium was found"):
        BrowserFetcher(policy, network=GuardedNetwork(policy), executable=None)

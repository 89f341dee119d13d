"""Pages that try to reach through the browser what a run may not reach."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio

from ascertain.adapters.browser.limits import BrowserLimits
from browser_stage import Stage, stage
from live_servers import answer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

_METADATA = "http://169.254.169.254/latest/"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def at() -> AsyncGenerator[Stage]:
    async with stage(BrowserLimits(total_s=5, memory_mb=1500)) as opened:
        yield opened


async def test_no_part_of_a_page_reaches_this_machine_or_its_network(at: Stage) -> None:
    port = at.canary.port
    far = f"http://127.0.0.1:{port}"
    at.pages["/worker.js"] = (
        f"fetch('{far}/by-worker').catch(() => 0);"
        f"try {{ new WebSocket('ws://127.0.0.1:{port}/worker-socket') }} catch (e) {{}};"
        f"try {{ new WebTransport('https://127.0.0.1:{port}/worker-wt') }} catch (e) {{}}"
    )
    shown = await at.show(
        "/parts",
        "<p>All that was tried.</p>",
        f"<link rel=preconnect href='{far}'><link rel=dns-prefetch href='//inward.example'>",
        f"<link rel=prefetch href='{far}/prefetch'><link rel=icon href='{far}/icon'>",
        f"<link rel=stylesheet href='{far}/style'><style>@import url('{far}/import')</style>",
        f"<img src='{far}/img'><script src='{far}/script'></script>",
        f"<iframe src='{far}/iframe'></iframe><iframe src='file:///etc/hostname'></iframe>",
        f"<object data='{far}/object'></object><video src='{far}/video'></video>",
        "<script>",
        f"fetch('{far}/fetch').catch(() => 0);",
        f"const x = new XMLHttpRequest(); x.open('POST', '{far}/xhr'); x.send('a');",
        f"navigator.sendBeacon('{far}/beacon', 'a');",
        f"new EventSource('{far}/events');",
        f"new WebSocket('ws://127.0.0.1:{port}/socket');",
        f"fetch('http://2130706433:{port}/decimal').catch(() => 0);",
        f"fetch('http://0x7f.1:{port}/hex').catch(() => 0);",
        f"fetch('http://[::ffff:127.0.0.1]:{port}/mapped').catch(() => 0);",
        f"fetch('http://localhost:{port}/localhost').catch(() => 0);",
        f"fetch('http://inward.example:{port}/name').catch(() => 0);",
        f"fetch('https://inward.example:{port}/tls').catch(() => 0);",
        f"fetch('http://mixed.example:{port}/mixed').catch(() => 0);",
        f"fetch('{_METADATA}').catch(() => 0);",
        "new Worker('/worker.js');",
        "</script>",
    )
    assert "All that was tried." in shown.html
    at.assert_nothing_got_out()
    for path in (
        *("img", "script", "fetch", "xhr", "events", "style", "import", "iframe", "by-worker"),
        *("decimal", "hex", "mapped"),
    ):
        assert any(url.startswith("http") and url.endswith(f"/{path}") for url in shown.refused)
    for url in (
        f"ws://127.0.0.1:{port}/socket",
        f"http://localhost:{port}/localhost",
        f"http://inward.example:{port}/name",
        f"https://inward.example:{port}/",
        f"http://mixed.example:{port}/mixed",
        _METADATA,
    ):
        assert url in shown.refused
    assert "leads here" in shown.refused[f"http://inward.example:{port}/name"]


async def test_names_are_looked_up_by_the_guarded_network_alone(at: Stage) -> None:
    at.resolving.asked.clear()
    shown = await at.show(
        "/names",
        "<link rel=dns-prefetch href='//prefetched.example'>",
        "<p>Names.</p><script>fetch('http://asked.example/').catch(() => 0)</script>",
    )
    assert "Names." in shown.html
    assert set(at.resolving.asked) == {"asked.example"}


async def test_calls_between_browsers_find_no_way_out(at: Stage) -> None:
    port = at.canary.port
    shown = await at.show(
        "/calls",
        "<p id=p>Calls: </p><iframe srcdoc='<p>inner</p>'></iframe><script>",
        "const kinds = w => [typeof w.RTCPeerConnection, typeof w.WebTransport].join();",
        "onload = () => { p.append(kinds(window), ' ', kinds(frames[0]));",
        f"try {{ const servers = [{{urls: 'stun:127.0.0.1:{port}'}}];"
        "const c = new RTCPeerConnection({iceServers: servers});"
        "c.createDataChannel('a'); c.createOffer().then(o => c.setLocalDescription(o)) }",
        "catch (e) {} }</script>",
    )
    assert "Calls: undefined,undefined undefined,undefined" in shown.html
    at.assert_nothing_got_out()


@pytest.mark.parametrize(
    "move",
    [
        "<meta http-equiv=refresh content='0;url={to}'>",
        "<script>location = '{to}'</script>",
        "<script>setTimeout(() => location.replace('{to}'), 50)</script>",
        "<form method=post action='{to}'></form><script>document.forms[0].submit()</script>",
        "<a id=a href='{to}'>x</a><script>a.click()</script>",
    ],
)
async def test_a_page_that_moves_inward_stays_where_it_is(at: Stage, move: str) -> None:
    to = f"{at.canary.url}moved"
    shown = await at.show("/mover", "<p>Still here.</p>", move.format(to=to))
    assert "Still here." in shown.html
    assert shown.fetched is not None
    assert shown.fetched.url == f"{at.site.url}mover"
    assert "is a loopback address" in shown.refused[to]
    at.assert_nothing_got_out()


@pytest.mark.parametrize(
    "to",
    [
        "http://127.0.0.1:{port}/hop",
        "http://inward.example:{port}/hop",
        "https://inward.example:{port}/hop",
        _METADATA,
    ],
)
async def test_a_redirect_inward_is_blocked_and_named(at: Stage, to: str) -> None:
    target = to.format(port=at.canary.port)
    at.pages["/redirect"] = answer(status="302 Found", headers=[("Location", target)])
    shown = await at.show("/redirect")
    assert shown.failure[0] == "blocked"
    assert any(target.startswith(url) for url in shown.refused)
    at.assert_nothing_got_out()


async def test_a_script_that_follows_a_redirect_inward_gets_nothing(at: Stage) -> None:
    at.pages["/hop"] = answer(status="302 Found", headers=[("Location", f"{at.canary.url}behind")])
    shown = await at.show(
        "/follower",
        "<p id=p>Got: </p><script>fetch('/hop', {mode: 'no-cors'})"
        ".then(() => p.append('something'), () => p.append('nothing'))</script>",
    )
    assert "Got: nothing" in shown.html
    assert f"{at.canary.url}behind" in shown.refused
    at.assert_nothing_got_out()


async def test_service_workers_are_not_registered(at: Stage) -> None:
    at.pages["/sw.js"] = f"fetch('{at.canary.url}by-service-worker')"
    shown = await at.show(
        "/served",
        "<p id=p>Registered: </p><script>navigator.serviceWorker.register('/sw.js')"
        ".then(r => p.append(String(r)), e => p.append('refused'))</script>",
    )
    assert "[object ServiceWorkerRegistration]" not in shown.html
    at.assert_nothing_got_out()


async def test_local_files_and_made_up_documents_are_no_pages(at: Stage) -> None:
    shown = await at.show(
        "/opener", "<p>Opener.</p><script>location = 'file:///etc/passwd'</script>"
    )
    assert "root:" not in shown.html
    gone = await at.show("/goner", "<p>x</p><script>location = 'about:blank'</script>")
    assert gone.failure == ("error", "the browser could not show the page: it ended at about:blank")


async def test_popups_dialogs_and_downloads_do_not_stop_a_page(at: Stage) -> None:
    at.pages["/file"] = answer(
        b"MZ", headers=[("Content-Disposition", "attachment; filename=a.exe")]
    )
    shown = await at.show(
        "/nuisance",
        "<p id=p>Before.</p><a id=a href='/file' download>x</a><script>",
        "alert('a'); confirm('b'); prompt('c'); a.click();",
        f"for (let i = 0; i < 20; i++) window.open('{at.canary.url}popup' + i);",
        "onbeforeunload = () => 'stay'; Notification.requestPermission();",
        "navigator.geolocation.getCurrentPosition(() => p.append('found'), () => 0);",
        "p.append(' After.')</script>",
    )
    assert '<p id="p">Before. After.</p>' in shown.html
    at.assert_nothing_got_out()
    download = await at.show("/file")
    assert download.failure == ("error", "it is a file to download, not a page")


async def test_an_endless_loop_is_ended_and_what_was_there_is_used(at: Stage) -> None:
    loop = "<script>for (;;);</script>"
    shown = await at.show("/loop", "<p>Before the loop.</p>", loop, "<p>After.</p>")
    assert "Before the loop." in shown.html


async def test_a_page_of_a_thousand_requests_is_cut_short(at: Stage) -> None:
    before = len(at.site.asked)
    shown = await at.show(
        "/thousand",
        "<p>Many.</p><script>for (let i = 0; i < 1000; i++) fetch('/many' + i)</script>",
    )
    assert "Many." in shown.html
    assert len(at.site.asked) - before <= 80
    assert "the page asked for more than 80 things" in shown.refused.values()


async def test_no_more_than_a_hundred_refusals_are_noted(at: Stage) -> None:
    shown = await at.show(
        "/refusals",
        f"<p>x</p><script>for (let i = 0; i < 300; i++) fetch('{at.canary.url}' + i)"
        ".catch(() => 0)</script>",
    )
    assert len(shown.refused) == 100
    at.assert_nothing_got_out()

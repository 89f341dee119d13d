"""What every fetcher promises."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from ascertain.adapters.corpus.fetching import LocalFetcher
from ascertain.adapters.memory.answer_store import MemoryAnswerStore
from ascertain.adapters.memory.fetcher import MemoryFetcher
from ascertain.adapters.system.clock import SystemClock
from ascertain.adapters.web.client import ClientLimits, WebClient
from ascertain.adapters.web.fetching import WebFetcher
from ascertain.errors import FetchError
from ascertain.evidence.web_policy import WebPolicy
from ascertain.ports.fetcher import Fetched, Fetcher
from live_servers import Asked, answer, live_server

BODY = b"The harbour lamp was lit by hand.\xff\x00"


class Setting(NamedTuple):
    fetcher: Fetcher
    good: str
    missing: str
    forbidden: str
    large: str


def memory() -> Setting:
    site = "https://example.org"
    pages: dict[str, bytes | Fetched | FetchError] = {
        f"{site}/good": BODY,
        f"{site}/forbidden": FetchError("blocked", "the host is not allowed"),
        f"{site}/large": FetchError("too_large", "it has 1,000 bytes"),
    }
    return Setting(
        MemoryFetcher(pages), f"{site}/good", f"{site}/gone", f"{site}/forbidden", f"{site}/large"
    )


def local(root: Path) -> Setting:
    folder = root / "papers"
    folder.mkdir()
    (folder / "good.txt").write_bytes(BODY)
    (folder / "large.txt").write_bytes(b"x" * 1_000)
    (root / "secret.txt").write_bytes(BODY)
    return Setting(
        LocalFetcher([folder], max_bytes=500),
        (folder / "good.txt").as_uri(),
        (folder / "gone.txt").as_uri(),
        (root / "secret.txt").as_uri(),
        (folder / "large.txt").as_uri(),
    )


@asynccontextmanager
async def web() -> AsyncGenerator[Setting]:
    pages = {"/good": answer(BODY), "/large": answer(b"x" * 1_000)}

    async def answering(asked: Asked, writer: asyncio.StreamWriter) -> None:
        writer.write(pages.get(asked.path, answer(b"gone", status="404 Not Found")))

    async with live_server(answering) as server:
        policy = WebPolicy(open=(server.host,), delay_s=0)
        client = WebClient(policy, limits=ClientLimits(max_bytes=500))
        fetcher = WebFetcher(client, policy, MemoryAnswerStore(), SystemClock())
        site = server.url
        yield Setting(fetcher, f"{site}good", f"{site}gone", "http://127.0.0.1:1/", f"{site}large")
        await fetcher.close()
        await client.close()


@pytest.fixture(params=["memory", "local", "web"])
async def setting(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Setting]:
    if request.param == "web":
        async with web() as made:
            yield made
    else:
        yield memory() if request.param == "memory" else local(tmp_path)


async def test_the_bytes_come_as_they_are_with_the_final_url(setting: Setting) -> None:
    fetched = await setting.fetcher.fetch(setting.good)
    assert fetched.data == BODY
    assert fetched.url == setting.good
    assert (fetched.attempts, fetched.from_cache) == (1, False)


async def test_what_is_missing_is_an_error(setting: Setting) -> None:
    with pytest.raises(FetchError) as caught:
        await setting.fetcher.fetch(setting.missing)
    assert caught.value.status == "error"
    assert caught.value.reason


async def test_what_policy_forbids_is_blocked(setting: Setting) -> None:
    with pytest.raises(FetchError) as caught:
        await setting.fetcher.fetch(setting.forbidden)
    assert caught.value.status == "blocked"


async def test_what_is_over_the_cap_is_too_large(setting: Setting) -> None:
    with pytest.raises(FetchError) as caught:
        await setting.fetcher.fetch(setting.large)
    assert caught.value.status == "too_large"


@pytest.mark.parametrize("url", ["", "x", "file:", "http://[::1", "javascript:alert(1)", "\0"])
async def test_only_fetch_errors_leave(setting: Setting, url: str) -> None:
    with pytest.raises(FetchError):
        await setting.fetcher.fetch(url)


async def test_many_fetches_at_once_do_not_disturb_each_other(setting: Setting) -> None:
    all_fetched = await asyncio.gather(*(setting.fetcher.fetch(setting.good) for _ in range(20)))
    assert {fetched.data for fetched in all_fetched} == {BODY}

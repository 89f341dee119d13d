"""What every fetcher promises."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import NamedTuple

import pytest

from ascertain.adapters.corpus.fetching import LocalFetcher
from ascertain.adapters.memory.fetcher import MemoryFetcher
from ascertain.errors import FetchError
from ascertain.ports.fetcher import Fetched, Fetcher

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


@pytest.fixture(params=["memory", "local"])
def setting(request: pytest.FixtureRequest, tmp_path: Path) -> Setting:
    return memory() if request.param == "memory" else local(tmp_path)


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

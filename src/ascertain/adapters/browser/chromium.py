"""One running Chromium: started, watched, stopped. This module imports the extra's libraries."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import tempfile
from pathlib import Path

import psutil
from playwright.async_api import Browser, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError
from pydantic import Field, ValidationError

from ascertain._version import __version__
from ascertain.adapters.browser.devtools import DevTools
from ascertain.errors import FetchError
from ascertain.evidence.record import Record

__all__ = ["Chromium"]

_START_S = 30.0
_STOP_S = 5.0
_WATCH_S = 0.2
_ROOT = 0
_SEARCH_PATH = "/usr/local/bin:/usr/bin:/bin"
_SHOWN = 200
_PROFILE_SWITCH = "--user-data-dir="
_SWITCHES = (
    "--disable-quic",
    "--disable-gpu",
    "--disable-3d-apis",
    "--dns-prefetch-disable",
    "--no-pings",
    "--disable-client-side-phishing-detection",
    "--disable-domain-reliability",
    "--disable-component-update",
    "--disable-background-networking",
    "--disable-sync",
    "--disable-extensions",
    "--deny-permission-prompts",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    # The proxy resolves names; what the browser tries to resolve by itself comes to nothing.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
)
# Playwright gives these for the tests of one's own pages; strangers' pages do not get them.
_WITHOUT = (
    "--disable-popup-blocking",
    "--disable-ipc-flooding-protection",
    "--enable-unsafe-swiftshader",
)


class _Process(Record, extra="ignore"):
    type: str
    id: int = Field(gt=1)


class _Processes(Record, extra="ignore"):
    """What ``SystemInfo.getProcessInfo`` of the DevTools protocol answers."""

    processes: tuple[_Process, ...] = Field(alias="processInfo")


class _Version(Record, extra="ignore"):
    """What ``Browser.getVersion`` of the DevTools protocol answers."""

    user_agent: str = Field(alias="userAgent", max_length=1_000)


class Chromium:
    """A browser process with its children, and the driver that speaks to it.

    Made by ``start``. The process that takes most memory is ended when all together pass the
    limit: as a rule that is the page's own, and the other pages go on.

    Args:
        playwright: the driver.
        browser: connected.
        home: a folder of its own, removed at the end.
        memory_mb: for all processes together.

    Attributes:
        browser: for new contexts.
        user_agent: the browser's own, with this package's name.
        pid: of the browser process.
    """

    def __init__(
        self,
        playwright: Playwright,
        browser: Browser,
        home: tempfile.TemporaryDirectory[str],
        memory_mb: int,
    ) -> None:
        self._playwright = playwright
        self._home = home
        self._memory = memory_mb * 1_000_000
        self._watch: asyncio.Task[None] | None = None
        self._overfull = 0
        self._is_stuck = False
        self._profile: Path | None = None
        self.browser = browser
        self.user_agent = ""
        self.pid = 0

    @classmethod
    async def start(cls, executable: str, proxy: str, memory_mb: int) -> Chromium:
        """Start a browser that reaches the network through the proxy alone.

        Args:
            executable: path of Chromium.
            proxy: its address; what no page asked for is refused there.
            memory_mb: for all processes together.

        Raises:
            FetchError: ``error``, if it does not start.
        """
        home = tempfile.TemporaryDirectory(prefix="ascertain-browser-", ignore_cleanup_errors=True)
        playwright: Playwright | None = None
        try:
            async with asyncio.timeout(_START_S):
                playwright = await async_playwright().start()
                browser = await _launch(playwright, executable, proxy, Path(home.name))
                chromium = cls(playwright, browser, home, memory_mb)
                await chromium.introduce()
        except (PlaywrightError, OSError, ValidationError) as error:
            await _give_up(playwright, home)
            said = str(error).strip().partition("\n")[0][:_SHOWN]
            why = said or f"it took more than {_START_S:g} s"
            raise FetchError("error", f"the browser did not start: {why}") from None
        except BaseException:
            await _give_up(playwright, home)
            raise
        return chromium

    async def introduce(self) -> None:
        """Ask the browser who it is, and begin to watch its memory."""
        session = await self.browser.new_browser_cdp_session()
        self.user_agent, self.pid = await _identity(session)
        await session.detach()
        self._profile = await asyncio.to_thread(_profile, self.pid)
        self._watch = asyncio.create_task(self._watch_memory())

    @property
    def is_alive(self) -> bool:
        """Whether it takes pages."""
        return self.browser.is_connected() and not self._is_stuck

    def distrust(self) -> None:
        """Take no more pages: it did not open one."""
        self._is_stuck = True

    @property
    def overfull(self) -> int:
        """How often a process was ended for its memory."""
        return self._overfull

    async def stop(self) -> None:
        """End the browser, its children and the driver, by force if need be."""
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
        family = await asyncio.to_thread(_family, self.pid)
        with contextlib.suppress(PlaywrightError, TimeoutError):
            async with asyncio.timeout(_STOP_S):
                await self.browser.close()
        await asyncio.to_thread(_kill, family)
        await _give_up(self._playwright, self._home)
        if self._profile is not None:  # The driver may fail to, after a crash.
            await asyncio.to_thread(shutil.rmtree, self._profile, ignore_errors=True)

    async def _watch_memory(self) -> None:
        while True:
            await asyncio.sleep(_WATCH_S)
            largest = await asyncio.to_thread(_largest_if_over, self.pid, self._memory)
            if largest is not None:
                self._overfull += 1  # Before it ends, so that its page can say why.
                _kill([largest])


async def _launch(playwright: Playwright, executable: str, proxy: str, home: Path) -> Browser:
    is_posix = os.name == "posix"
    # Chromium has no sandbox for the superuser and does not start if asked for one.
    sandbox = not (is_posix and os.geteuid() == _ROOT)
    return await playwright.chromium.launch(
        executable_path=executable,
        args=list(_SWITCHES),
        ignore_default_args=list(_WITHOUT),
        # Loopback is no exception. A page shows its own pass; the browser itself has none.
        proxy={"server": proxy, "bypass": "<-loopback>"},
        # No key of this process is the browser's business.
        env={"PATH": _SEARCH_PATH, "HOME": str(home), "LANG": "C.UTF-8"} if is_posix else None,
        chromium_sandbox=sandbox,
        # This process decides what an interrupt means.
        handle_sigint=False,
        handle_sigterm=False,
        handle_sighup=False,
        timeout=_START_S * 1_000,
    )


async def _identity(devtools: DevTools) -> tuple[str, int]:
    version = _Version.model_validate(await devtools.send("Browser.getVersion"))
    answer = await devtools.send("SystemInfo.getProcessInfo")
    processes = _Processes.model_validate(answer).processes
    pid = next((process.id for process in processes if process.type == "browser"), 0)
    return f"{version.user_agent} ascertain/{__version__}", pid


async def _give_up(playwright: Playwright | None, home: tempfile.TemporaryDirectory[str]) -> None:
    if playwright is not None:
        with contextlib.suppress(PlaywrightError, TimeoutError):
            async with asyncio.timeout(_STOP_S):
                await playwright.stop()
    await asyncio.to_thread(home.cleanup)


def _family(pid: int) -> list[psutil.Process]:
    """Return the process and all below it; none if it is gone."""
    try:
        parent = psutil.Process(pid)
        return [parent, *parent.children(recursive=True)]
    except psutil.Error:
        return []


def _profile(pid: int) -> Path | None:
    """Return the folder that the driver made for the browser, as its command line names it."""
    with contextlib.suppress(psutil.Error):
        for word in psutil.Process(pid).cmdline():
            folder = Path(word.removeprefix(_PROFILE_SWITCH))
            if word.startswith(_PROFILE_SWITCH) and folder.name.startswith("playwright"):
                return folder
    return None


def _largest_if_over(pid: int, limit: int) -> psutil.Process | None:
    """Return the largest process if all together hold more than the limit."""
    sizes = [(_held(process), process) for process in _family(pid)]
    if sum(size for size, _ in sizes) <= limit:
        return None
    return max(sizes, key=lambda pair: pair[0])[1]


def _held(process: psutil.Process) -> int:
    """Return the bytes of memory that a process holds, shared ones in proportion or not at all."""
    try:
        with contextlib.suppress(psutil.AccessDenied):
            full = process.memory_full_info()
            return int(getattr(full, "pss", full.uss))
        plain = process.memory_info()
        return int(plain.rss) - int(getattr(plain, "shared", 0))
    except psutil.Error:
        return 0


def _kill(processes: list[psutil.Process]) -> None:
    for process in processes:
        with contextlib.suppress(psutil.Error):
            process.send_signal(signal.SIGKILL)

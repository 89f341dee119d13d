"""Wiring of what the Claude program may do by itself: its way to the web, and its researchers."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from ascertain.errors import InputError

if TYPE_CHECKING:
    from ascertain.adapters.runtimes.claude.web_tools import BuiltInWeb, WayOut
    from ascertain.evidence.web_policy import WebPolicy

__all__ = ["BUILT_IN", "SOURCE_MODES", "ProgramParts", "ProgramSpec", "check_program"]

BUILT_IN = "built-in"
SOURCE_MODES = ("ours", BUILT_IN)
_REQUESTS = 400
_TRANSFER_BYTES = 200_000_000
_PROXIES = ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy")


@dataclass(frozen=True, slots=True)
class ProgramSpec:
    """What a caller lets the program of the Claude Agent SDK do by itself.

    Attributes:
        sources: ``ours``: it reads with our tools, and quotes are checked against the page;
            ``built-in``: it reads with its own, and quotes are checked against its answers
            first and against the page, read again, after.
        delegates: whether a lead hands the work to researchers that the program starts.
    """

    sources: str = "ours"
    delegates: bool = False


@dataclass(frozen=True, slots=True)
class ProgramParts:
    """What the program may do by itself, and the run's policy for the web.

    Attributes:
        policy: None: the run does not use the web.
    """

    spec: ProgramSpec = ProgramSpec()
    policy: WebPolicy | None = None

    def web(self) -> BuiltInWeb | None:
        """Return on what terms the program reads the web itself; None: with our tools alone."""
        if self.policy is None or self.spec.sources != BUILT_IN:
            return None
        return _built_in_web(self.policy)


def check_program(given: ProgramSpec, runtime: str, *, web: bool) -> None:
    """Refuse what does not fit a run.

    Raises:
        InputError: naming the option.
    """
    if given.sources not in SOURCE_MODES:
        raise InputError(
            f"there is no source mode {given.sources!r}",
            path="--sources",
            hint=f"One of {', '.join(SOURCE_MODES)}.",
        )
    built_in = given.sources == BUILT_IN
    for option, wanted in (("--sources", built_in), ("--delegate", given.delegates)):
        if wanted and runtime != "claude":
            raise InputError(
                f"is for the runtime claude, and this run uses {runtime}",
                path=option,
                hint="Add --runtime claude, or leave it out.",
            )
    if not built_in:
        return
    if given.delegates:
        raise InputError(
            "researchers of a lead read with our tools",
            path="--sources",
            hint="Leave out --delegate or --sources built-in.",
        )
    if not web:
        raise InputError(
            "the program's own tools read the web, which this run does not use",
            path="--sources",
            hint="Add --web, or leave it out.",
        )
    if named := next((name for name in _PROXIES if os.environ.get(name)), None):
        raise InputError(
            f"the program's own tools have to go through our proxy, and {named} names another",
            path="--sources",
            hint="Unset it for this run, or use --sources ours.",
        )


def _built_in_web(policy: WebPolicy) -> BuiltInWeb:
    from ascertain.adapters.runtimes.claude.web_tools import BuiltInWeb

    return BuiltInWeb(policy=policy, way_out=lambda: _way_out(policy))


def _way_out(policy: WebPolicy) -> AbstractAsyncContextManager[WayOut]:
    from ascertain.adapters.browser.allowance import PageAllowance
    from ascertain.adapters.browser.limits import BrowserLimits
    from ascertain.adapters.browser.proxy import GuardedProxy
    from ascertain.adapters.runtimes.claude.web_tools import WayOut
    from ascertain.adapters.web.network import GuardedNetwork
    from ascertain.evidence.exchange import FetchTrace

    @asynccontextmanager
    async def opened() -> AsyncGenerator[WayOut]:
        trace, network = FetchTrace(), GuardedNetwork(policy)
        proxy = GuardedProxy(policy, network)
        try:
            address = urlsplit(await proxy.start())
            limits = BrowserLimits(requests=_REQUESTS, transfer_bytes=_TRANSFER_BYTES)
            issued = proxy.admit(PageAllowance(limits, trace))
            user = f"{quote(issued.username, safe='')}:{quote(issued.password, safe='')}"
            yield WayOut(
                address=f"http://{user}@{address.netloc}",
                beside=_model_host(),
                refused=trace.refused,
            )
        finally:
            await proxy.close()
            network.close()

    return opened()


def _model_host() -> str:
    """Where the program reaches its model, without the proxy."""
    given = urlsplit(os.environ.get("ANTHROPIC_BASE_URL") or "https://api.anthropic.com")
    return given.netloc.rpartition("@")[2]

"""The program's own search and reading, under our policy, limits and records.

What ``WebFetch`` gives is not the page but a model's answer about it. It is kept as such; a quote
from it counts only once this run has found it in the page itself. The program makes the requests,
so it is sent through a proxy that checks each address; that proxy is the caller's to give.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import urlsplit

from ascertain.adapters.runtimes.claude.gate import CallGate
from ascertain.adapters.runtimes.claude.program_tools import Granted, ProgramCall
from ascertain.errors import FetchError
from ascertain.evidence.exchange import RefusedRequest
from ascertain.evidence.model_call import ModelUsage
from ascertain.evidence.program import ProcessedPage, ProgramSearch
from ascertain.evidence.web_policy import WebPolicy
from ascertain.ports.toolbox import Toolbox
from ascertain.sources.policy import check_url

__all__ = ["BuiltInWeb", "FetchGuard", "SearchGuard", "WayOut"]

_WINDOW = 100_000
"""Characters of a page that the program shows to its model."""
_MAX_ANSWER = 200_000
_CHARACTERS_PER_TOKEN = 4
_SEARCH_TOKENS = 12_000
_MAX_LEADS = 50
_REDIRECTED = "REDIRECT DETECTED"
_OK = range(200, 300)


@dataclass(frozen=True, slots=True)
class WayOut:
    """How one conversation's program reaches the web.

    Attributes:
        address: of a proxy that checks every address at the moment of connecting to it.
        beside: host and port that are reached without it: the model's.
        refused: what the proxy kept from being asked, as it happens.
    """

    address: str = field(repr=False)
    beside: str
    refused: Sequence[RefusedRequest] = ()


@dataclass(frozen=True, slots=True)
class BuiltInWeb:
    """On what terms the program may use the web itself.

    Attributes:
        policy: asked about each address before the program may have it.
        way_out: opens the way out of one conversation, and closes it.
    """

    policy: WebPolicy
    way_out: Callable[[], AbstractAsyncContextManager[WayOut]]


class FetchGuard:
    """Guards the tool that has a model read a page."""

    def __init__(
        self, toolbox: Toolbox, gate: CallGate, policy: WebPolicy, way_out: WayOut
    ) -> None:
        self._toolbox = toolbox
        self._gate = gate
        self._policy = policy
        self._way_out = way_out

    async def before(self, call: ProgramCall) -> Granted:
        """Grant an address that the policy allows and for which there is a place."""
        url = _url(call)
        # The place is taken first: an address that is refused keeps it.
        reserved = await self._toolbox.reserve(url)
        if not reserved.ok:
            said = reserved.content if isinstance(reserved.content, dict) else {}
            return Granted(f"{said.get('message')} {said.get('advice') or ''}".strip())
        try:
            # The program asks with https whatever the address says.
            check_url(_as_https(url), self._policy)
        except FetchError as error:
            await self._keep(call, reason=f"refused: {error.reason}")
            return Granted(f"that address may not be asked: {error.reason}")
        if refused := await self._gate.begin_aside(call.id, _WINDOW // _CHARACTERS_PER_TOKEN):
            return Granted(refused, ends=True)
        return Granted()

    async def after(self, call: ProgramCall, response: Mapping[str, Any]) -> Any:
        """Keep what was said of the page; the model sees it as it is."""
        text, status = str(response.get("result") or ""), _whole(response.get("code"))
        size = min(_whole(response.get("bytes")), _WINDOW)
        # The side request's own usage is told nowhere but in the conversation's total.
        made = bool(size)
        usage = ModelUsage(
            input_tokens=size // _CHARACTERS_PER_TOKEN,
            output_tokens=len(text) // _CHARACTERS_PER_TOKEN,
        )
        self._gate.end_aside(call.id, usage if made else None)
        reason = ""
        if text.startswith(_REDIRECTED):
            reason = "it leads to another host; ask for that address"
        elif status not in _OK:
            reason = f"the server answered with status {status}"
        elif not text.strip():
            reason = "nothing was said of the page"
        raw = json.dumps(response, ensure_ascii=False, default=str)
        await self._keep(call, text="" if reason else text, reason=reason, status=status, raw=raw)

    async def failed(self, call: ProgramCall, error: str) -> None:
        """Keep why the page could not be read."""
        self._gate.end_aside(call.id, error=error)
        host = urlsplit(_as_https(_url(call))).hostname
        refused = [one for one in self._way_out.refused if urlsplit(one.url).hostname == host]
        why = f"refused: {refused[-1].reason}" if refused else error
        await self._keep(call, reason=why or "it failed")

    async def _keep(
        self, call: ProgramCall, *, text: str = "", reason: str = "", status: int = 0, raw: str = ""
    ) -> None:
        await self._toolbox.keep(
            ProcessedPage(
                url=_url(call) or "?",
                status=status,
                text=text[:_MAX_ANSWER],
                reason=reason[:500],
                asked=str(call.arguments.get("prompt") or "")[:2_000],
                raw=raw[: 2 * _MAX_ANSWER] or "{}",
            )
        )


class SearchGuard:
    """Guards the tool that searches the web."""

    def __init__(self, toolbox: Toolbox, gate: CallGate) -> None:
        self._toolbox = toolbox
        self._gate = gate

    async def before(self, call: ProgramCall) -> Granted:
        """Grant a search that can be paid for."""
        if refused := await self._gate.begin_aside(call.id, _SEARCH_TOKENS):
            return Granted(refused, ends=True)
        return Granted()

    async def after(self, call: ProgramCall, response: Mapping[str, Any]) -> Any:
        """Put the leads on record."""
        results = cast("list[object]", response.get("results") or [])
        leads: list[tuple[str, str]] = []
        words: list[str] = []
        for result in results if isinstance(response.get("results"), list) else []:
            if isinstance(result, str):
                words.append(result)
            elif isinstance(result, Mapping):
                leads += _leads(cast("Mapping[str, object]", result).get("content"))
        said = " ".join(words)
        usage = ModelUsage(output_tokens=len(said) // _CHARACTERS_PER_TOKEN)
        self._gate.end_aside(call.id, usage)
        failure = ""
        if not leads:
            failure = said[:500] or "it gave no results"
        self._toolbox.searched(
            ProgramSearch(query=_query(call), leads=tuple(leads[:_MAX_LEADS]), failure=failure)
        )

    async def failed(self, call: ProgramCall, error: str) -> None:
        """Put on record why nothing was found."""
        self._gate.end_aside(call.id, error=error)
        self._toolbox.searched(ProgramSearch(query=_query(call), failure=error or "it failed"))


def _as_https(url: str) -> str:
    return f"https{url[4:]}" if urlsplit(url[:10]).scheme == "http" else url


def _url(call: ProgramCall) -> str:
    return str(call.arguments.get("url") or "").strip()[:2048]


def _query(call: ProgramCall) -> str:
    return str(call.arguments.get("query") or "")[:2_000]


def _leads(content: object) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for item in cast("list[object]", content) if isinstance(content, list) else []:
        if isinstance(item, Mapping):
            lead = cast("Mapping[str, object]", item)
            if url := str(lead.get("url") or "")[:2048]:
                found.append((url, str(lead.get("title") or "")[:300]))
    return found


def _whole(value: object) -> int:
    return value if isinstance(value, int) and value >= 0 else 0

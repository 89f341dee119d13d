"""Wiring for the commands that show one part at work: reading, checking, self-examination."""

from __future__ import annotations

import asyncio
import json
import platform
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, cast
from urllib.parse import unquote, urlsplit

from ascertain.bootstrap.probe_wiring import ModelProbe, probe_model
from ascertain.bootstrap.settings import Settings, read_settings
from ascertain.bootstrap.web_wiring import (
    WebSpec,
    browser_said,
    kind_table,
    open_web,
    search_said,
)
from ascertain.bootstrap.wiring import build_reader, versions
from ascertain.errors import AscertainError, InputError

if TYPE_CHECKING:
    from ascertain.evidence.lead import ReadReply

__all__ = ["Examination", "ExaminedPart", "check_line", "examine", "read_target"]

_PASSAGES = 50
_MAX_TEXT = 5_000_000
_LIKE_AN_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*:/|//|www\.", re.IGNORECASE)


class ExaminedPart(TypedDict):
    """One part of the installation and whether it works."""

    name: str
    ok: bool
    detail: str


class Examination(TypedDict):
    """What ``doctor`` found; ``ok`` if a first run would work."""

    ok: bool
    versions: dict[str, str]
    parts: list[ExaminedPart]
    model: ModelProbe


async def read_target(
    target: str, query: str, terms: WebSpec | None = None, settings: Settings | None = None
) -> ReadReply:
    """Read one page or file as a researcher would get it; a refusal is a reply with its reason.

    Args:
        target: an http(s) address, or a path.
        query: what to look for.
        terms: on what terms the web is used.
        settings: None: the environment's.

    Raises:
        InputError: if nothing is named, or the policy file or a setting cannot be used.
    """
    from ascertain.adapters.corpus.fetching import LocalFetcher
    from ascertain.adapters.memory.snapshot_store import MemorySnapshots
    from ascertain.adapters.system.clock import SystemClock
    from ascertain.gathering.reading import read_reply
    from ascertain.sources.registry import SourceRegistry
    from ascertain.sources.source_reading import ReadingPorts

    if not target.strip():
        raise InputError(
            "no page or file is named", hint="Give an http or https address, or a file's path."
        )
    if "://" in target and any("\ud800" <= sign <= "\udfff" for sign in target):
        raise InputError(f"{target[:200]!a} is no address: it is not UTF-8 text")
    given, clock = settings or read_settings(), SystemClock()
    async with AsyncExitStack() as stack:
        reader = build_reader(given)
        stack.push_async_callback(reader.close)
        path = await asyncio.to_thread(_path_of, target)
        web = None
        if path is None:
            web = await open_web(terms or WebSpec(), given, clock, stack)
        registry = SourceRegistry(
            ReadingPorts(
                fetcher=web.fetcher if web else LocalFetcher((path.parent,) if path else ()),
                reader=reader,
                snapshots=MemorySnapshots(),
                clock=clock,
                renderer=web.renderer if web else None,
                kinds=kind_table(given.web),
            ),
            lambda _: None,
        )
        stack.push_async_callback(registry.close)
        read = await registry.read(path.as_uri() if path else target, "read")
    reply = read_reply(read, query=query, limit=_PASSAGES)
    if path is None or reply.status == "ok":
        return reply
    return reply.model_copy(update={"reason": _file_reason(reply.reason or "", target, path)})


def _path_of(target: str) -> Path | None:
    """The file that is meant, or None for an address on the web."""
    scheme, mark, _ = target.partition("://")
    if scheme.lower() == "file" and mark:
        return Path(unquote(urlsplit(target).path)).absolute()
    return None if mark and scheme.isalpha() else Path(target).absolute()


def _file_reason(reason: str, target: str, path: Path) -> str:
    """Say which file was meant, which the target alone need not show."""
    said = f"{reason}: {path}"
    if _LIKE_AN_ADDRESS.match(target.strip()) and not target.lower().startswith("file:"):
        said += " (taken as a file's path; an address begins with https:// or http://)"
    return said


def check_line(line: bytes) -> dict[str, Any]:
    """Answer one line of ``check``: a claim with evidence, or a quote with a text.

    Returns:
        ``verdict``, ``confidence``, ``checks``; or ``anchor_method``, ``start``, ``end``,
        ``differences``; or ``error``.
    """
    try:
        given = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"error": f"not a line of JSON of acceptable size: {error}"}
    if not isinstance(given, dict):
        return {"error": "not a JSON object"}
    fields = cast("dict[str, Any]", given)
    for names, answer in ((("claim", "evidence"), _check_pair), (("quote", "text"), _anchor)):
        if set(fields) == set(names):
            first, second = (fields[name] for name in names)
            if not (isinstance(first, str) and isinstance(second, str)):
                return {"error": f"{names[0]} and {names[1]} must be strings"}
            if len(first) + len(second) > _MAX_TEXT:
                return {"error": f"over {_MAX_TEXT:,} characters"}
            return answer(first, second)
    return {
        "error": "give {claim, evidence} or {quote, text}; found "
        + (", ".join(sorted(map(str, fields)))[:200] or "nothing")
    }


def _check_pair(claim: str, evidence: str) -> dict[str, Any]:
    from ascertain.validation.checking import check_pair

    checked = check_pair(claim, evidence)
    return {
        "verdict": checked.verdict,
        "confidence": checked.confidence,
        "checks": [check.model_dump(mode="json") for check in checked.checks],
    }


def _anchor(quote: str, text: str) -> dict[str, Any]:
    from ascertain.sources.anchoring.finding import find_quote, prepare

    finding = find_quote(quote, prepare(text))
    if finding.anchor is not None:
        selector = finding.anchor.selector
        return {
            "anchor_method": finding.anchor.method,
            "start": selector.start,
            "end": selector.end,
            "differences": [item.model_dump(mode="json") for item in finding.anchor.differences],
        }
    near = finding.nearest
    return {
        "anchor_method": None,
        "start": None,
        "end": None,
        "differences": [item.model_dump(mode="json") for item in near.differences] if near else [],
        "nearest": {"start": near.start, "end": near.end, "reason": near.reason} if near else None,
    }


async def examine(
    settings: Settings | None = None, *, runtime: str | None = None, model: str | None = None
) -> Examination:
    """Find out what works here; never prints a key.

    Where a model is named or a key is found, the model is asked for one word.

    Raises:
        InputError: if a setting cannot be used, or runtime and model do not fit.
    """
    given = settings or read_settings()
    probe = await probe_model(runtime, model, given)
    parts = [
        _python(),
        await _part("run folder", lambda: asyncio.to_thread(_writable, Path())),
        await _part("index folder", lambda: asyncio.to_thread(_writable, given.cache_dir)),
        await _part("full-text search", _full_text),
        await _part("document reader", lambda: _reads(given)),
        await _part("researcher", _researcher),
        await _part("vector search", _semantic),
        ExaminedPart(name="model", ok=probe["status"] in {"ok", "none"}, detail=_model_said(probe)),
        await _part("web search", lambda: _web_search(given)),
        await _part("browser", lambda: _browser(given)),
    ]
    # Without a model named or a key found, the part `model` says that none is needed.
    needed = {
        "document reader",
        "full-text search",
        "index folder",
        "model",
        "python",
        "run folder",
    }
    return Examination(
        ok=all(part["ok"] for part in parts if part["name"] in needed),
        versions=versions(),
        parts=parts,
        model=probe,
    )


def _model_said(probe: ModelProbe) -> str:
    if probe["status"] == "none":
        return probe["detail"]
    if probe["status"] == "ok":
        cost = probe["cost_usd"]
        price = "no known price" if cost is None else f"about {cost:.4f} USD"
        return (
            f"{probe['runtime']} {probe['model_requested']}: "
            f"{probe['model_resolved'] or 'it'} answered; {price}"
        )
    return f"{probe['runtime']} {probe['model_requested']}: {probe['status']}: {probe['detail']}"


async def _part(name: str, probe: Callable[[], Awaitable[str]]) -> ExaminedPart:
    try:
        return ExaminedPart(name=name, ok=True, detail=await probe())
    except (AscertainError, OSError, ImportError) as error:
        return ExaminedPart(name=name, ok=False, detail=str(error))


def _python() -> ExaminedPart:
    return ExaminedPart(
        name="python",
        ok=sys.version_info >= (3, 11),
        detail=f"{platform.python_version()} on {platform.system()}",
    )


def _writable(folder: Path) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder):
        return f"{folder.absolute()} can be written"


async def _full_text() -> str:
    import sqlite3

    connection = sqlite3.connect(":memory:")
    try:
        connection.execute("CREATE VIRTUAL TABLE probe USING fts5(words)")
    except sqlite3.OperationalError as error:
        raise OSError(f"SQLite {sqlite3.sqlite_version} has no FTS5: {error}") from error
    finally:
        connection.close()
    return f"SQLite {sqlite3.sqlite_version} with FTS5"


async def _reads(settings: Settings) -> str:
    reader = build_reader(settings)
    page = b"<!doctype html><title>Probe</title><article><h1>Probe</h1><p>It reads.</p></article>"
    try:
        document = await reader.read(page, name="probe.html")
    finally:
        await reader.close()
    return f"{document.reader} in a worker process"


async def _researcher() -> str:
    from ascertain.adapters.runtimes.extractive.runtime import ExtractiveRuntime

    return f"{ExtractiveRuntime().name} (needs no model)"


async def _web_search(settings: Settings) -> str:
    return search_said(settings.web)


async def _browser(settings: Settings) -> str:
    return browser_said(settings.web)


async def _semantic() -> str:
    import importlib.util

    wanted = ("numpy", "onnxruntime", "tokenizers")
    missing = [name for name in wanted if importlib.util.find_spec(name) is None]
    if missing:
        raise OSError(f"not installed ({', '.join(missing)}): pip install 'ascertain[semantic]'")
    return "installed; use --semantic"

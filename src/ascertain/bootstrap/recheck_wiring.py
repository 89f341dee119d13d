"""Wiring of ``recheck``: a run's sources are read anew into a store of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ascertain.bootstrap.settings import Settings, read_settings
from ascertain.bootstrap.web_wiring import WebSpec, kind_table, open_web
from ascertain.bootstrap.wiring import build_reader, load_run
from ascertain.errors import InputError

if TYPE_CHECKING:
    from ascertain.controller.state import RunState
    from ascertain.evidence.recheck import Recheck, RecheckedSource

__all__ = ["recheck_folder", "recheck_said", "written_recheck"]

_FILE = "file:"


async def recheck_folder(
    path: Path,
    web: WebSpec | None = None,
    *,
    max_seconds: float = 900.0,
    told: Callable[[RecheckedSource], None] = lambda _: None,
    settings: Settings | None = None,
) -> Recheck:
    """Fetch a finished run's sources again and anchor its quotes anew; the folder is only read.

    Args:
        path: the run's folder.
        web: on what terms the web is used; offline, only kept pages are. Pages are asked for
            anew otherwise.
        max_seconds: after which no further source is asked.
        told: called with each source when it is known what became of it.
        settings: None: the environment's.

    Raises:
        InputError: if it is no run's folder, the run has not ended or has no evidence.
    """
    from ascertain.adapters.corpus.fetching import LocalFetcher
    from ascertain.adapters.memory.snapshot_store import MemorySnapshots
    from ascertain.adapters.system.clock import SystemClock
    from ascertain.adapters.web.routing import RoutedFetcher
    from ascertain.controller.rechecking import RecheckTerms, recheck_run
    from ascertain.sources.source_reading import ReadingPorts

    loaded = load_run(path)
    if loaded.damage is not None:
        raise InputError(
            f"the run's ledger is damaged: {loaded.damage}", hint="verify says what still holds."
        )
    given, clock, terms = settings or read_settings(), SystemClock(), web or WebSpec()
    async with AsyncExitStack() as stack:
        reader = build_reader(given)
        stack.push_async_callback(reader.close)
        parts = None
        if _uses_web(loaded.state):
            fresh = terms if terms.offline else replace(terms, refresh=True)
            parts = await open_web(fresh, given, clock, stack)
        ports = ReadingPorts(
            fetcher=RoutedFetcher(
                LocalFetcher(tuple(Path(folder) for folder in loaded.state.corpus)),
                parts.fetcher if parts else None,
            ),
            reader=reader,
            snapshots=MemorySnapshots(),
            clock=clock,
            renderer=parts.renderer if parts else None,
            kinds=kind_table(given.web),
        )
        return await recheck_run(
            loaded.state, ports, RecheckTerms(max_seconds=max_seconds, told=told)
        )


def written_recheck(found: Recheck, folder: Path) -> tuple[Path, Path]:
    """Write a recheck as JSON and Markdown into a folder under names of its own.

    Raises:
        InputError: if the folder cannot be written to.
    """
    from ascertain.reporting.recheck_text import recheck_markdown

    stamp = found.checked_at.split(".")[0].rstrip("Z").replace("-", "").replace(":", "")
    content = json.dumps(found.model_dump(mode="json"), ensure_ascii=False, indent=2) + "\n"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(1, 100):
            name = f"recheck-{stamp}Z" + (f"-{number}" if number > 1 else "")
            whole, text = folder / f"{name}.json", folder / f"{name}.md"
            try:
                with whole.open("x", encoding="utf-8") as file:
                    file.write(content)
                with text.open("x", encoding="utf-8") as file:
                    file.write(recheck_markdown(found))
            except FileExistsError:
                continue
            return whole, text
    except OSError as error:
        raise InputError(
            f"{folder} cannot be written to: {error.strerror or error}", path="--out"
        ) from None
    raise InputError(f"{folder} holds a hundred rechecks of this second", path="--out")


def _uses_web(state: RunState) -> bool:
    used = {item.source_id for item in state.evidence.values()}
    return any(not state.sources[name].requested_url.lower().startswith(_FILE) for name in used)


def recheck_said(found: Recheck) -> list[str]:
    """Return a recheck as a few lines for a terminal."""
    from ascertain.reporting.recheck_text import recheck_lines

    return list(recheck_lines(found))

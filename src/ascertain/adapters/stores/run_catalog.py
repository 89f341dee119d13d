"""The runs in a folder."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from ascertain.adapters.stores.atomic import open_plain, read_plain, why
from ascertain.adapters.stores.run_view import EVENTS
from ascertain.errors import InputError
from ascertain.evidence.chain import GENESIS, line_fault
from ascertain.evidence.events import RunStarted, parse_event
from ascertain.evidence.manifest import Manifest
from ascertain.evidence.run_summary import RunSummary

__all__ = ["FolderRunCatalog", "list_runs"]

_MANIFEST_LIMIT = 16 * 1024 * 1024
_FIRST_LINE_LIMIT = 1024 * 1024
_RUN_ID = re.compile(r"(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-")


class FolderRunCatalog:
    """Lists the runs in a folder; see ``ports.run_catalog.RunCatalog``.

    Args:
        parent: the folder that holds the runs' folders; it need not exist.
    """

    def __init__(self, parent: Path) -> None:
        self._parent = parent

    def runs(self) -> Iterator[RunSummary]:
        """Yield every run, newest first; those without a known start come last.

        Raises:
            InputError: if the folder cannot be listed.
        """
        return list_runs(self._parent)


def list_runs(parent: Path) -> Iterator[RunSummary]:
    """Yield the runs in a folder, newest first, changing nothing.

    A run's line comes from its manifest, or from its first event while there is none. Reading
    is bounded for each run. A damaged run is listed with its reason.

    Args:
        parent: the folder that holds the runs' folders; it need not exist.

    Raises:
        InputError: if the folder cannot be listed.
    """
    try:
        folders = list(parent.iterdir())
    except FileNotFoundError:
        folders = []
    except OSError as error:
        raise InputError(f"{parent} cannot be listed: {why(error)}.") from error
    runs = [_summary(folder) for folder in folders if _is_run(folder)]
    return iter(sorted(runs, key=_age, reverse=True))


def _is_run(path: Path) -> bool:
    try:
        return (path / EVENTS).is_file()
    except OSError:
        return False


def _age(run: RunSummary) -> tuple[str, str]:
    if run.started_at is not None:
        return run.started_at, run.run_id
    # A folder's name is not proof of when a run began, but it is good enough to sort by.
    found = _RUN_ID.match(run.run_id)
    if found is None:
        return "", run.run_id
    year, month, day, hour, minute, second = found.groups()
    return f"{year}-{month}-{day}T{hour}:{minute}:{second}", run.run_id


def _summary(path: Path) -> RunSummary:
    manifest, reason = _manifest(path)
    if manifest is not None:
        return RunSummary(
            run_id=manifest.run_id,
            path=_shown(path),
            question=manifest.question,
            status=manifest.status,
            started_at=manifest.started_at,
            claims=_claims(manifest),
            sources=len(manifest.sources),
        )
    first = _first_event(path)
    if isinstance(first, str):
        return RunSummary(
            run_id=_shown(Path(path.name)),
            path=_shown(path),
            question="(unreadable)",
            status="incomplete",
            reason=first if not reason else f"{reason}; {first}",
        )
    started_at, started = first
    return RunSummary(
        run_id=started.run_id,
        path=_shown(path),
        question=started.question,
        status="incomplete",
        started_at=started_at,
        reason=reason or "it has no manifest: it is at work, or it was stopped",
    )


def _claims(manifest: Manifest) -> int | None:
    if manifest.scorecard is not None:
        return manifest.scorecard.claims
    count = manifest.counts.get("claims", -1)
    return count if count >= 0 else None


def _manifest(path: Path) -> tuple[Manifest | None, str]:
    try:
        raw = read_plain(path / "manifest.json", limit=_MANIFEST_LIMIT)
        return Manifest.model_validate_json(raw), ""
    except FileNotFoundError:
        return None, ""
    except OSError as error:
        return None, f"manifest.json cannot be read: {why(error)}"
    except ValidationError:
        return None, "manifest.json is damaged"


def _first_event(path: Path) -> tuple[str, RunStarted] | str:
    """Return the time and body of the run's first event, or why there is none."""
    try:
        with (
            open_plain(path / EVENTS) as descriptor,
            os.fdopen(descriptor, "rb", closefd=False) as file,
        ):
            line = file.readline(_FIRST_LINE_LIMIT)
    except OSError as error:
        return f"{EVENTS} cannot be read: {why(error)}"
    if not line.endswith(b"\n"):
        return f"the first line of {EVENTS} is not whole" if line else f"{EVENTS} is empty"
    return _run_started(line[:-1])


def _run_started(line: bytes) -> tuple[str, RunStarted] | str:
    fault = line_fault(line, seq=1, prev=GENESIS)
    if fault is not None:
        return f"{EVENTS} line 1: {fault}"
    try:
        event = parse_event(line)
    except ValidationError:
        return f"{EVENTS} line 1: this version cannot read it"
    if not isinstance(event.body, RunStarted):
        return f"{EVENTS} does not begin with the start of a run"
    return event.at, event.body


def _shown(path: Path) -> str:
    """Return the path as text; bytes that are not UTF-8 are shown as replacement characters."""
    return os.fsencode(path).decode(errors="replace")

"""Wiring of ``export``: a run's folder as one file that other tools open."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ascertain.bootstrap.wiring import load_run
from ascertain.errors import InputError, LedgerError, SnapshotError

if TYPE_CHECKING:
    from ascertain.adapters.archive.exporting import ArchiveExport
    from ascertain.bootstrap.wiring import LoadedRun

__all__ = ["EXPORT_FORMATS", "export_run"]

EXPORT_FORMATS = ("warc", "wacz")
"""What a run can be exported as."""

_SUFFIXES = {"warc": ".warc.gz", "wacz": ".wacz"}


def export_run(run: Path, kind: str, to: Path | None, *, overwrite: bool = False) -> ArchiveExport:
    """Write a run's archive.

    A run that has ended is written only if its archive is whole; one that was killed without
    what it lost, which the report counts.

    Args:
        run: the run's folder.
        kind: one of ``EXPORT_FORMATS``.
        to: the file to write; None: beside the run's folder, named like it.
        overwrite: replace a file that is there.

    Raises:
        InputError: if the format, the folder or the file cannot be used.
        LedgerError: if the ledger is damaged, so that it is not known what belongs to the run.
        SnapshotError: if a copy is missing or altered, or exchanges are lost.
    """
    from ascertain.adapters.archive.exporting import export_wacz, export_warc

    if kind not in EXPORT_FORMATS:
        raise InputError(
            f"there is no format {kind!r}",
            path="--format",
            hint=f"One of {', '.join(EXPORT_FORMATS)}.",
        )
    loaded = load_run(run)
    if loaded.damage is not None:
        raise LedgerError(f"not all of the run is known: {loaded.damage}")
    _must_be_whole(loaded)
    target = to or loaded.path.resolve().with_name(loaded.path.resolve().name + _SUFFIXES[kind])
    write = export_warc if kind == "warc" else export_wacz
    return write(
        loaded.path,
        tuple(loaded.state.sources.values()),
        loaded.snapshots,
        target,
        overwrite=overwrite,
    )


def _must_be_whole(run: LoadedRun) -> None:
    from ascertain.adapters.archive.examining import examine_archive
    from ascertain.controller.verifying import archive_problems

    problems = archive_problems(run.state, run.artifacts, examine_archive(run.path))
    if problems:
        said = "; ".join(f"{problem.where}: {problem.detail}" for problem in problems)
        raise SnapshotError("", f"{said}; restore it from a copy of the run")

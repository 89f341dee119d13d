"""Exporting a run as an archive that other tools open."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from pydantic import Field

from ascertain.adapters.archive.indexing import index_archive
from ascertain.adapters.archive.run_archive import RunArchive, write_archive
from ascertain.adapters.archive.wacz import ARCHIVE_NAME, WaczContent, pack_wacz
from ascertain.adapters.stores.atomic import sync_folder, why
from ascertain.errors import InputError
from ascertain.evidence.export_report import ExportReport
from ascertain.evidence.source import Source
from ascertain.ports.snapshot_store import SnapshotStore

__all__ = ["ArchiveExport", "export_wacz", "export_warc"]


class ArchiveExport(ExportReport):
    """What an export wrote, and what it could not.

    Attributes:
        lost: exchanges that the run's list names and its archive does not hold.
    """

    lost: int = Field(default=0, ge=0)


def export_warc(
    run: Path,
    sources: Sequence[Source],
    snapshots: SnapshotStore,
    target: Path,
    *,
    overwrite: bool = False,
) -> ArchiveExport:
    """Write a run's archive as one WARC file, whole or not at all, and check it by reading it.

    Args:
        run: the run's folder.
        sources: its sources.
        snapshots: its saved copies.
        target: the file; its folder must exist.
        overwrite: replace a file that is there.

    Raises:
        InputError: if the run has nothing to archive, or the file is there or cannot be written.
        SnapshotError: if the run's archive or a copy is missing or altered.
    """
    with _whole_file(target, run, overwrite=overwrite) as path:
        with path.open("wb") as file:
            written = write_archive(run, sources, snapshots, file)
            _to_disk(file)
        index_archive(path, written.exchanges, target.name)
    return _report(target, written)


def export_wacz(
    run: Path,
    sources: Sequence[Source],
    snapshots: SnapshotStore,
    target: Path,
    *,
    overwrite: bool = False,
) -> ArchiveExport:
    """Write a run's archive as one WACZ file: the WARC, an index and the list of pages.

    Arguments and errors are those of ``export_warc``. While it works, the WARC stands beside
    the file under a passing name.
    """
    with _whole_file(target, run, overwrite=overwrite) as path, _scratch(target) as archive:
        with archive.open("wb") as file:
            written = write_archive(run, sources, snapshots, file)
        content = WaczContent(
            archive=archive,
            index=index_archive(archive, written.exchanges, ARCHIVE_NAME),
            pages=written.pages,
            snapshots=snapshots,
            title=f"Research run {run.resolve().name}",
            created=datetime.now(UTC),
        )
        with path.open("wb") as file:
            pack_wacz(content, file)
            _to_disk(file)
    return _report(target, written)


@contextmanager
def _whole_file(target: Path, run: Path, *, overwrite: bool) -> Generator[Path]:
    """Give a passing name to write to, which becomes the file's if all goes well."""
    try:
        _may_write(target, run, overwrite=overwrite)
        with _scratch(target) as path:
            yield path
            _may_write(target, run, overwrite=overwrite)
            path.replace(target)
            sync_folder(target.parent)
    except OSError as error:
        raise InputError(
            f"{target} cannot be written: {why(error)}.",
            hint="Choose a file in a folder that exists and that you may write in.",
        ) from error


@contextmanager
def _scratch(target: Path) -> Generator[Path]:
    path = target.with_name(f".{target.name[:200]}.{secrets.token_hex(8)}.tmp")
    try:
        yield path
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _may_write(target: Path, run: Path, *, overwrite: bool) -> None:
    """Refuse a place where the file would take something else's.

    Raises:
        InputError: if there is no such file to write, or it may not be replaced.
        OSError: if it cannot be looked at.
    """
    if target.is_dir():
        raise InputError(f"{target} is a folder.", hint="Name a file.")
    if target.parent.resolve().is_relative_to(run.resolve()):
        raise InputError(
            f"{target} lies in the run's own folder.", hint="Name a file somewhere else."
        )
    try:
        found = target.lstat()
    except FileNotFoundError:
        return
    if not stat.S_ISREG(found.st_mode):
        raise InputError(
            f"{target} is a link, a pipe or a device, which is not replaced.", hint="Name a file."
        )
    if not overwrite:
        raise InputError(f"{target} is there already.", hint="Name another, or use --overwrite.")


def _to_disk(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def _report(target: Path, written: RunArchive) -> ArchiveExport:
    return ArchiveExport(
        path=str(target),
        exchanges=len(written.exchanges),
        texts=written.texts,
        local=written.local,
        lost=written.lost,
        size_bytes=target.stat().st_size,
    )

"""Wiring of what a run's researchers and checks may use beside searching and reading."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ascertain.errors import InputError

if TYPE_CHECKING:
    from ascertain.adapters.stores.run_folder import RunFolder
    from ascertain.gathering.tool_sets import ToolSet
    from ascertain.ports.clock import Clock
    from ascertain.ports.entailment_judge import EntailmentJudge
    from ascertain.ports.folder import Folder
    from ascertain.ports.structured_model import StructuredModel
    from ascertain.ports.tables import TableSource

__all__ = ["JUDGES", "model_judge", "open_data", "open_files", "run_tools", "wants_judge"]

JUDGES = ("none", "model")
_SQLITE = b"SQLite format 3\0"
_HEAD_BYTES = 16
_DUCKDB, _DUCKDB_AT = b"DUCK", 8
"""What a DuckDB file says of itself after a checksum of eight bytes."""


def run_tools(
    source: TableSource | None, files: Folder | None, folder: RunFolder, clock: Clock
) -> tuple[ToolSet, ...]:
    """Return the tools beside searching, reading and recording."""
    from ascertain.gathering.notes import Notes
    from ascertain.gathering.tool_sets import tool_sets

    return tool_sets(source=source, folder=files, notes=Notes(folder.artifacts, clock))


def open_data(path: Path | None, *, has_model: bool) -> TableSource | None:
    """Open a database for models to query; None: there is none.

    Raises:
        InputError: if it cannot be used.
    """
    if path is None:
        return None
    if not has_model:
        raise _needs_model("query a file", "--data")
    return _tables(path)


def open_files(path: Path | None, *, has_model: bool) -> Folder | None:
    """Open a folder for models to look into; None: there is none.

    Raises:
        InputError: if it cannot be used.
    """
    if path is None:
        return None
    if not has_model:
        raise _needs_model("look into a folder of files", "--files")
    from ascertain.adapters.folders.local import LocalFolder

    return LocalFolder(path)


def _needs_model(what: str, option: str) -> InputError:
    return InputError(
        f"only researchers with a model can {what}",
        path=option,
        hint="Name a model, or put the documents into a folder for --corpus.",
    )


def _tables(path: Path) -> TableSource:
    if not path.is_file():
        said = f"{path} is no file" if path.exists() else f"there is no file {path}"
        raise InputError(said, path="--data")
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}", path="--data") from None
    if head.startswith(_SQLITE):
        from ascertain.adapters.tables.sqlite import SqliteTables

        return SqliteTables(path)
    if head[_DUCKDB_AT:].startswith(_DUCKDB):
        from ascertain.adapters.tables.duckdb import DuckdbTables

        return DuckdbTables(path)
    raise InputError(
        f"{path} is neither an SQLite nor a DuckDB file",
        path="--data",
        hint="Documents go into a folder for --corpus.",
    )


def wants_judge(asked: str | None, *, has_model: bool) -> bool:
    """Say whether a model judges claims in doubt.

    Raises:
        InputError: if there is no judge of that name, or no model to ask.
    """
    wanted = asked or ("model" if has_model else "none")
    if wanted not in JUDGES:
        raise InputError(
            f"there is no judge {wanted!r}", path="--judge", hint=f"One of {', '.join(JUDGES)}."
        )
    if wanted == "model" and not has_model:
        raise InputError(
            "this run has no model to ask",
            path="--judge",
            hint="Name one with --model, or leave it out.",
        )
    return wanted == "model"


def model_judge(model: StructuredModel | None) -> EntailmentJudge | None:
    """Return the judge that asks a model; None: there is none to ask."""
    if model is None:
        return None
    from ascertain.adapters.models.judging import ModelJudge

    return ModelJudge(model)

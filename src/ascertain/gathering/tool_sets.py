"""Tools beside searching, reading and recording: arithmetic, data, files and notes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from ascertain.evidence.kinds import Skill
from ascertain.evidence.record import NonBlank, Record
from ascertain.gathering.arithmetic import MAX_EXPRESSION, Calculation, calculate
from ascertain.gathering.notes import MAX_NOTE, Notes, NoteSaved, NotesReply
from ascertain.gathering.tool_registry import Tool
from ascertain.ports.folder import FileReply, Folder, FolderReply
from ascertain.ports.tables import QueryReply, TableDescription, TableSource

__all__ = [
    "CalculateArguments",
    "ListFilesArguments",
    "ListNotesArguments",
    "QueryArguments",
    "ReadFileArguments",
    "SaveNoteArguments",
    "TablesArguments",
    "TablesReply",
    "ToolSet",
    "data_tools",
    "file_tools",
    "math_tools",
    "notes_tools",
    "tool_sets",
]

_SLACK_S = 15.0
"""What a call may take beyond its query: to wait for its turn, and to stop."""
_MAX_SECONDS = 30.0


class CalculateArguments(Record):
    """What ``math.calculate`` takes."""

    # Too long an expression is refused by the tool, with advice.
    expression: Annotated[NonBlank, Field(max_length=10 * MAX_EXPRESSION)]


class TablesArguments(Record):
    """What ``data.tables`` takes: nothing."""


class TablesReply(Record):
    """What ``data.tables`` answers."""

    tables: tuple[TableDescription, ...]


class QueryArguments(Record):
    """What ``data.query_sql`` takes."""

    sql: Annotated[NonBlank, Field(max_length=20_000)]
    max_rows: int = Field(default=50, ge=1, le=500)
    max_seconds: float = Field(default=10.0, gt=0, le=_MAX_SECONDS)


class ListFilesArguments(Record):
    """What ``files.list`` takes; an empty path is the folder itself."""

    path: Annotated[str, Field(max_length=2_000)] = ""


class ReadFileArguments(Record):
    """What ``files.read`` takes; ``start`` and ``limit`` count characters."""

    path: Annotated[NonBlank, Field(max_length=2_000)]
    start: int = Field(default=0, ge=0, le=100_000_000)
    limit: int = Field(default=10_000, ge=1, le=50_000)


class SaveNoteArguments(Record):
    """What ``notes.save`` takes."""

    text: Annotated[NonBlank, Field(max_length=MAX_NOTE)]


class ListNotesArguments(Record):
    """What ``notes.list`` takes; ``after`` leaves out so many from the front, to page on."""

    after: int = Field(default=0, ge=0, le=100_000)
    limit: int = Field(default=20, ge=1, le=50)


@dataclass(frozen=True, slots=True)
class ToolSet:
    """Tools that go together.

    Attributes:
        name: for people and settings, such as ``data``.
        skills: a researcher with one of these gets the tools; empty: every researcher does.
    """

    name: str
    skills: tuple[Skill, ...]
    tools: tuple[Tool[Any, Any], ...]

    def serves(self, skills: tuple[Skill, ...]) -> bool:
        """Say whether a researcher with these skills gets the tools."""
        return not self.skills or not set(self.skills).isdisjoint(skills)


def math_tools() -> tuple[Tool[Any, Any], ...]:
    """Return ``math.calculate``."""

    async def run(asked: CalculateArguments) -> Calculation:
        return calculate(asked.expression)

    return (
        Tool(
            "math",
            "calculate",
            "Compute exactly: + - * / // % **, abs ceil floor max min round sqrt sum.",
            CalculateArguments,
            Calculation,
            run,
            timeout_s=10.0,
        ),
    )


def data_tools(source: TableSource) -> tuple[Tool[Any, Any], ...]:
    """Return ``data.tables`` and ``data.query_sql`` on a source."""

    async def tables(_asked: TablesArguments) -> TablesReply:
        return TablesReply(tables=await source.tables())

    async def query(asked: QueryArguments) -> QueryReply:
        return await source.query(asked.sql, max_rows=asked.max_rows, max_seconds=asked.max_seconds)

    return (
        Tool(
            "data",
            "tables",
            "List the tables and columns of the given database.",
            TablesArguments,
            TablesReply,
            tables,
            timeout_s=30.0,
        ),
        Tool(
            "data",
            "query_sql",
            "Run one SELECT on the given database, which is open for reading only.",
            QueryArguments,
            QueryReply,
            query,
            timeout_s=_MAX_SECONDS + _SLACK_S,
        ),
    )


def file_tools(folder: Folder) -> tuple[Tool[Any, Any], ...]:
    """Return ``files.list`` and ``files.read`` on a folder."""

    async def listed(asked: ListFilesArguments) -> FolderReply:
        return await folder.list(asked.path)

    async def read(asked: ReadFileArguments) -> FileReply:
        return await folder.read(asked.path, asked.start, asked.limit)

    return (
        Tool(
            "files",
            "list",
            "List what is in the project's folder, or in a folder inside it.",
            ListFilesArguments,
            FolderReply,
            listed,
            timeout_s=30.0,
        ),
        Tool(
            "files",
            "read",
            "Read a part of a text file inside the project's folder.",
            ReadFileArguments,
            FileReply,
            read,
            timeout_s=30.0,
        ),
    )


def notes_tools(notes: Notes) -> tuple[Tool[Any, Any], ...]:
    """Return ``notes.save`` and ``notes.list`` on a run's notes."""

    async def save(asked: SaveNoteArguments) -> NoteSaved:
        return await notes.save(asked.text)

    async def listed(asked: ListNotesArguments) -> NotesReply:
        return await notes.page(after=asked.after, limit=asked.limit)

    return (
        Tool(
            "notes",
            "save",
            "Add a note that all researchers of this run can read. Notes are never evidence.",
            SaveNoteArguments,
            NoteSaved,
            save,
            timeout_s=30.0,
            read_only=False,
        ),
        Tool(
            "notes",
            "list",
            "Read the notes of this run's researchers, in the order they were saved.",
            ListNotesArguments,
            NotesReply,
            listed,
            timeout_s=30.0,
        ),
    )


def tool_sets(
    *,
    source: TableSource | None = None,
    folder: Folder | None = None,
    notes: Notes | None = None,
) -> tuple[ToolSet, ...]:
    """Return the sets for what a run has; arithmetic is always among them."""
    sets = [ToolSet("math", (), math_tools())]
    if source is not None:
        sets.append(ToolSet("data", ("data",), data_tools(source)))
    if folder is not None:
        sets.append(ToolSet("files", ("corpus", "data"), file_tools(folder)))
    if notes is not None:
        sets.append(ToolSet("notes", (), notes_tools(notes)))
    return tuple(sets)

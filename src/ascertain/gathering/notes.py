"""The run's notes: what its researchers write down for one another. Notes are no evidence."""

from __future__ import annotations

import asyncio

from pydantic import Field, ValidationError

from ascertain.errors import LimitReachedError, ToolError
from ascertain.evidence.record import NonBlank, Record, UtcTime, VersionedRecord
from ascertain.gathering.branches import branch_now
from ascertain.ports.artifact_store import ArtifactStore
from ascertain.ports.clock import Clock

__all__ = ["MAX_NOTE", "Note", "NoteSaved", "Notes", "NotesReply"]

MAX_NOTE = 2_000
"""Characters of a note."""
_MAX_NOTES = 200
_FILE = "notes.jsonl"


class Note(VersionedRecord):
    """One note.

    Attributes:
        id: ``N1``, ``N2`` …, in the order they were saved.
        saved_at: when.
        branch: where in the run's tree of steps it was saved; empty: the run itself.
    """

    id: NonBlank
    saved_at: UtcTime
    branch: str = ""
    text: NonBlank = Field(max_length=MAX_NOTE)


class NoteSaved(Record):
    """What saving answers: the note's id, and how many more there is room for."""

    id: NonBlank
    room: int = Field(ge=0)


class NotesReply(Record):
    """Notes in order.

    Attributes:
        total: how many there are.
        more: whether notes follow those given.
        unreadable: lines of the file that hold no note, such as one that a crash cut off.
    """

    notes: tuple[Note, ...]
    total: int = Field(ge=0)
    more: bool = False
    unreadable: int = Field(default=0, ge=0)


class Notes:
    """Keeps the notes of a run in ``notes.jsonl``; one object serves all its researchers.

    Args:
        artifacts: the run's files.
        clock: tells when a note was saved.
    """

    def __init__(self, artifacts: ArtifactStore, clock: Clock) -> None:
        self._artifacts = artifacts
        self._clock = clock
        self._lock = asyncio.Lock()
        self._notes: list[Note] | None = None
        self._unreadable = 0

    async def save(self, text: str) -> NoteSaved:
        """Append a note.

        Raises:
            ToolError: ``bad_note``, if it is blank or too long.
            LimitReachedError: if there are too many.
            LedgerError: if it cannot be written.
        """
        # Half a surrogate pair is no text: a file could not hold it.
        text = text.encode("utf-8", "replace").decode().strip()
        if not 0 < len(text) <= MAX_NOTE:
            raise ToolError(
                "notes.save",
                "bad_note",
                f"a note has 1 to {MAX_NOTE} characters, not {len(text)}",
                hint="Write it shorter, or as several notes.",
            )
        async with self._lock:
            notes = await self._loaded()
            if len(notes) >= _MAX_NOTES:
                raise LimitReachedError("notes", f"the run has {_MAX_NOTES} notes already")
            note = Note(
                id=f"N{len(notes) + self._unreadable + 1}",
                saved_at=self._clock.now(),
                branch=branch_now(),
                text=text,
            )
            line = note.model_dump_json().encode()
            await asyncio.to_thread(self._artifacts.append_line, _FILE, line)
            notes.append(note)
            return NoteSaved(id=note.id, room=_MAX_NOTES - len(notes))

    async def page(self, *, after: int = 0, limit: int = 50) -> NotesReply:
        """Return notes in the order they were saved, those of all researchers.

        Raises:
            LedgerError: if the file cannot be read.
        """
        async with self._lock:
            notes = await self._loaded()
            return NotesReply(
                notes=tuple(notes[after : after + limit]),
                total=len(notes),
                more=after + limit < len(notes),
                unreadable=self._unreadable,
            )

    async def _loaded(self) -> list[Note]:
        """Read the file once: a run that goes on has the notes of before."""
        if self._notes is None:
            content = await asyncio.to_thread(self._artifacts.read, _FILE)
            notes: list[Note] = []
            for line in (content or b"").splitlines():
                try:
                    notes.append(Note.model_validate_json(line))
                except ValidationError:
                    self._unreadable += 1
            self._notes = notes
        return self._notes

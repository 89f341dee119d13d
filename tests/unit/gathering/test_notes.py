"""The run's notes: appended, shared, bounded."""

from __future__ import annotations

import asyncio
import json

import pytest

from ascertain.adapters.memory.artifact_store import MemoryArtifacts
from ascertain.adapters.memory.clock import FixedClock
from ascertain.errors import LimitReachedError, ToolError
from ascertain.gathering import notes as module
from ascertain.gathering.branches import within
from ascertain.gathering.notes import Notes


def _lines(artifacts: MemoryArtifacts) -> list[dict[str, object]]:
    content = artifacts.read("notes.jsonl") or b""
    return [json.loads(line) for line in content.splitlines()]


async def test_notes_are_numbered_and_say_when_and_where() -> None:
    artifacts = MemoryArtifacts()
    notes = Notes(artifacts, FixedClock())
    with within("round-1"), within("q1"):
        saved = await notes.save(" two sources\nagree ")
    assert (saved.id, saved.room) == ("N1", 199)
    assert _lines(artifacts) == [
        {
            "schema_version": 1,
            "id": "N1",
            "saved_at": "2026-01-01T00:00:00.000Z",
            "branch": "round-1/q1",
            "text": "two sources\nagree",
        }
    ]


async def test_researchers_at_once_get_ids_of_their_own() -> None:
    artifacts = MemoryArtifacts()
    notes = Notes(artifacts, FixedClock())
    saved = await asyncio.gather(*(notes.save(f"note {n}") for n in range(20)))
    assert sorted(note.id for note in saved) == sorted(f"N{n}" for n in range(1, 21))
    assert len(_lines(artifacts)) == 20


async def test_notes_are_paged_in_order() -> None:
    notes = Notes(MemoryArtifacts(), FixedClock())
    for n in range(5):
        await notes.save(f"note {n}")
    page = await notes.page(after=1, limit=2)
    assert [note.text for note in page.notes] == ["note 1", "note 2"]
    assert (page.total, page.more) == (5, True)
    assert not (await notes.page(after=3, limit=2)).more


async def test_a_run_that_goes_on_has_its_notes_and_tells_of_cut_lines() -> None:
    artifacts = MemoryArtifacts()
    await Notes(artifacts, FixedClock()).save("before")
    content = artifacts.read("notes.jsonl") or b""
    artifacts.write("notes.jsonl", content + b'{"id": "N2", "te')
    again = Notes(artifacts, FixedClock())
    assert (await again.save("after")).id == "N3"
    page = await again.page()
    assert [note.text for note in page.notes] == ["before", "after"]
    assert page.unreadable == 1
    assert _lines_that_parse(artifacts) == 2


def _lines_that_parse(artifacts: MemoryArtifacts) -> int:
    whole = 0
    for line in (artifacts.read("notes.jsonl") or b"").splitlines():
        try:
            json.loads(line)
        except ValueError:
            continue
        whole += 1
    return whole


async def test_there_is_room_for_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MAX_NOTES", 2)
    artifacts = MemoryArtifacts()
    notes = Notes(artifacts, FixedClock())
    await notes.save("one")
    assert (await notes.save("two")).room == 0
    with pytest.raises(LimitReachedError):
        await notes.save("three")
    assert len(_lines(artifacts)) == 2


@pytest.mark.parametrize("text", ["", "  \n", "x" * 2_001])
async def test_a_blank_or_long_note_is_refused(text: str) -> None:
    artifacts = MemoryArtifacts()
    with pytest.raises(ToolError) as caught:
        await Notes(artifacts, FixedClock()).save(text)
    assert caught.value.code == "bad_note"
    assert artifacts.read("notes.jsonl") is None


async def test_half_a_surrogate_pair_is_kept_as_a_question_mark() -> None:
    notes = Notes(MemoryArtifacts(), FixedClock())
    await notes.save("a\ud800b")
    assert (await notes.page()).notes[0].text == "a?b"

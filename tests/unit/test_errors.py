"""Errors say what happened, to what, and what to do next."""

from __future__ import annotations

import pytest

from ascertain.errors import (
    AscertainError,
    EvidenceRefusedError,
    FetchError,
    InputError,
    LedgerCorruptError,
    LimitReachedError,
    ReadError,
    RunLockedError,
    SearchError,
    SnapshotError,
    ToolError,
)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            InputError("is blank", path="task.question", hint="Ask."),
            "task.question: is blank. Ask.",
        ),
        (InputError("is blank"), "is blank"),
        (ReadError("empty", "no text"), "no text"),
        (FetchError("blocked", "outside"), "outside"),
        (SearchError("corpus", "gone"), "search provider corpus failed: gone"),
        (EvidenceRefusedError("x", "not there", "Copy it."), "not there. Copy it."),
        (ToolError("a.b", "bad", "no", hint="Mend."), "no. Mend."),
        (LimitReachedError("max_sources", "3 used"), "3 used"),
        (
            LedgerCorruptError(7, "broken"),
            "events.jsonl line 7: broken. The lines before it are whole; "
            "restore the file or work from a copy.",
        ),
        (
            RunLockedError("runs/x", "process 12"),
            "runs/x is in use by process 12. Wait for it to end, or stop that process.",
        ),
        (SnapshotError("ab" * 32, "missing"), "snapshot abababababab…: missing"),
    ],
)
def test_an_error_reads_as_a_sentence(error: AscertainError, said: str) -> None:
    assert str(error) == said

"""A recheck in words."""

from __future__ import annotations

from ascertain.evidence.recheck import (
    MovedNumber,
    Recheck,
    RecheckedQuote,
    RecheckedSentence,
    RecheckedSource,
)
from ascertain.reporting.recheck_text import recheck_lines, recheck_markdown

HELD = Recheck(
    run_id="R",
    question="How many?",
    ended_at="2025-01-01T00:00:00Z",
    checked_at="2026-01-01T00:00:00Z",
    sources=(RecheckedSource(source_id="S1", url="https://a.example/", outcome="same"),),
    quotes=(RecheckedQuote(evidence_id="E1", source_id="S1", outcome="held", was="It has 3."),),
    sentences=1,
)
FELL = HELD.model_copy(
    update={
        "ended_at": None,
        "sources": (
            RecheckedSource(
                source_id="S1",
                url="https://a.example/",
                title="A *page*",
                outcome="changed",
                redirected_to="https://b.example/",
                retraction="taken back",
            ),
            RecheckedSource(
                source_id="S2", url="https://c.example/", outcome="gone", reason="HTTP 404"
            ),
            RecheckedSource(
                source_id="S3",
                url="https://d.example/",
                outcome="unread",
                reason="HTTP 503",
                superseded="by 2.0",
            ),
        ),
        "quotes": (
            RecheckedQuote(
                evidence_id="E1",
                source_id="S1",
                outcome="changed",
                was="It has 3.",
                now="It has 4.",
                numbers=(MovedNumber(was="3", now="4"),),
            ),
            RecheckedQuote(
                evidence_id="E2", source_id="S2", outcome="vanished", was="It is *red*."
            ),
            RecheckedQuote(evidence_id="E3", source_id="S3", outcome="unread", was="It is old."),
        ),
        "affected": (
            RecheckedSentence(
                section="How many?",
                text="It has 3.",
                claim_ids=("C1",),
                outcome="fallen",
                lost=("E1",),
            ),
            RecheckedSentence(
                section="How many?",
                text="It is red.",
                claim_ids=("C2",),
                outcome="weakened",
                lost=("E2",),
            ),
        ),
    }
)


def test_a_person_at_a_terminal_reads_what_fell_and_why() -> None:
    assert list(recheck_lines(FELL)) == [
        "run R: How many?",
        "  0 of 3 quotes held, 1 changed, 1 vanished, 1 not checked; 1 of 1 sentence fell, "
        "1 weakened.",
        "  S1  https://a.example/: its text is another; leads to https://b.example/ now; "
        "retracted since: taken back",
        "  S2  https://c.example/: gone: HTTP 404",
        "  S3  https://d.example/: not read: HTTP 503; superseded since: by 2.0",
        "  E1  changed: “It has 3.”",
        "      now: “It has 4.”",
        "      3 is now 4",
        "  E2  vanished: “It is *red*.”",
        "  FALLEN  It has 3.",
        "  WEAKENED  It is red.",
    ]


def test_nothing_changed_is_said() -> None:
    assert list(recheck_lines(HELD))[-1] == "Every quote stands where it stood."


def test_markdown_holds_old_and_new_text_and_the_sentences() -> None:
    text = recheck_markdown(FELL)
    assert "## Sentences that fall\n\n- It has 3." in text
    assert "## Sentences with less support than before" in text
    assert "Was: “It has 3.”  \n  Now: “It has 4.”  \n  Moved: 3 is now 4" in text
    assert "\\*red\\*" in text
    assert "ended some time ago" in text
    assert "A \\*page\\*: its text is another" in text


def test_markdown_of_what_held_lists_its_sources_only() -> None:
    text = recheck_markdown(HELD)
    assert "## Quotes" not in text
    assert ": as it was" in text

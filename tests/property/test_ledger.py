"""Whatever is appended and wherever the file ends, the whole events before it are kept."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.stores.event_stream import read_events
from ascertain.adapters.stores.file_ledger import FileLedger
from ascertain.errors import LedgerCorruptError
from ascertain.evidence.events import (
    EventBody,
    EvidenceChecked,
    LedgerCut,
    RunEnded,
    SearchDone,
    SourceAsked,
)
from ascertain.evidence.lead import Lead

texts = st.text(max_size=40)
names = st.text(min_size=1, max_size=10).filter(lambda text: bool(text.strip()))
leads = st.builds(
    Lead,
    url=names,
    title=texts,
    snippet=texts,
    score=st.floats(allow_nan=False, allow_infinity=False),
    provider=names,
)
bodies: st.SearchStrategy[EventBody] = st.one_of(
    st.builds(SourceAsked, source_id=names, sub_question_id=names, url=names),
    st.builds(
        SearchDone,
        sub_question_id=names,
        provider=names,
        query=texts,
        leads=st.lists(leads, max_size=3).map(tuple),
    ),
    st.builds(
        EvidenceChecked,
        evidence_id=names,
        checks=st.just(()),
        verdict=st.just("supported"),
        confidence=st.floats(0, 1),
    ),
    st.builds(RunEnded, status=st.just("collected"), reason=texts),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(bodies, max_size=6), st.data())
def test_a_ledger_cut_at_any_byte_keeps_a_prefix_and_says_what_it_lost(
    sequence: list[EventBody], data: st.DataObject
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "events.jsonl"
        ledger = FileLedger(path, FixedClock())
        appended = [ledger.append(body) for body in sequence]
        ledger.close()
        content = path.read_bytes()
        assert list(read_events(path)) == appended

        size = data.draw(st.integers(0, len(content)), label="size")
        path.write_bytes(content[:size])
        whole = content[:size].count(b"\n")
        torn = size - (content[:size].rfind(b"\n") + 1)

        cuts: list[int] = []
        again = FileLedger(path, FixedClock(), on_cut=cuts.append)
        kept = list(again.events())
        assert kept[:whole] == appended[:whole]
        assert cuts == ([torn] if torn else [])
        assert [event.body for event in kept[whole:]] == [LedgerCut(bytes_cut=cut) for cut in cuts]
        assert again.append(RunEnded(status="incomplete")).seq == len(kept) + 1
        again.close()
        assert path.read_bytes().startswith(content[: size - torn])


@settings(max_examples=40, deadline=None)
@given(st.lists(bodies, min_size=2, max_size=5), st.data())
def test_one_changed_bit_before_the_last_line_is_found_in_its_line(
    sequence: list[EventBody], data: st.DataObject
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "events.jsonl"
        ledger = FileLedger(path, FixedClock())
        for body in sequence:
            ledger.append(body)
        ledger.close()
        content = bytearray(path.read_bytes())
        end = content.rindex(b"\n", 0, len(content) - 1)
        place = data.draw(st.integers(0, end), label="place")
        content[place] ^= 1 << data.draw(st.integers(0, 7), label="bit")
        path.write_bytes(content)
        line = content[:place].count(b"\n") + 1
        stream = read_events(path)
        with pytest.raises(LedgerCorruptError) as caught:
            for _ in stream:
                pass
        assert caught.value.line == line
        assert stream.seq == line - 1

"""What every ledger promises."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.memory.ledger import MemoryLedger
from ascertain.adapters.stores.file_ledger import FileLedger
from ascertain.errors import LedgerError
from ascertain.evidence.chain import GENESIS, chain_fault
from ascertain.evidence.events import EvidenceChecked, RunEnded, SearchDone, SourceAsked
from ascertain.ports.ledger import Ledger

MakeLedger = Callable[[], Ledger]


@pytest.fixture(params=["memory", "file"])
def make_ledger(request: pytest.FixtureRequest, tmp_path: Path) -> MakeLedger:
    clock = FixedClock(step_s=0.001)
    if request.param == "memory":
        return lambda: MemoryLedger(clock)
    return lambda: FileLedger(tmp_path / "events.jsonl", clock)


@pytest.fixture
def ledger(make_ledger: MakeLedger) -> Ledger:
    return make_ledger()


def asked(number: int) -> SourceAsked:
    return SourceAsked(source_id=f"S{number}", sub_question_id="q1", url="https://example.org/")


def test_a_new_ledger_is_empty_and_its_root_is_the_genesis(ledger: Ledger) -> None:
    assert list(ledger.events()) == []
    assert ledger.root == GENESIS


def test_events_come_back_in_order_numbered_and_chained(ledger: Ledger) -> None:
    appended = [ledger.append(asked(number)) for number in range(1, 6)]
    events = list(ledger.events())
    assert events == appended
    assert [event.seq for event in events] == [1, 2, 3, 4, 5]
    prev = GENESIS
    for seq, event in enumerate(events, start=1):
        assert chain_fault(event, seq=seq, prev=prev) is None
        prev = event.hash
    assert ledger.root == prev


def test_the_time_of_an_event_is_the_clocks(ledger: Ledger) -> None:
    times = [ledger.append(asked(number)).at for number in range(2)]
    assert times == ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.001Z"]


@pytest.mark.parametrize(
    "query",
    [
        "\U0001f9d1\u200d\U0001f52c\U0001f1ea\U0001f1fa emoji",
        "\u202eright to left\u202c \u0645\u0631\u062d\u0628\u0627",
        "nul \x00 and \x01 and \x7f",
        "line ends \n \r\n \u0085 \u2028 \u2029",
        'quotes " and \\ and </script>',
        "long " * 200_000,
        "\ufeffbom \ufffe \uffff \U0010ffff",
    ],
    ids=["emoji", "rtl", "nul", "line_ends", "quotes", "long", "edges"],
)
def test_any_text_survives_the_round_trip(ledger: Ledger, query: str) -> None:
    ledger.append(SearchDone(sub_question_id="q1", provider="local", query=query))
    ledger.append(asked(1))
    first = next(iter(ledger.events())).body
    assert isinstance(first, SearchDone)
    assert first.query == query


def test_half_a_surrogate_pair_is_refused_and_the_ledger_goes_on(ledger: Ledger) -> None:
    with pytest.raises(LedgerError, match="SearchDone cannot be written as JSON"):
        ledger.append(SearchDone(sub_question_id="q1", provider="local", query="a\ud800b"))
    assert ledger.append(asked(1)).seq == 1


def test_not_a_number_is_refused(ledger: Ledger) -> None:
    body = EvidenceChecked(
        evidence_id="E1", checks=(), verdict="supported", confidence=float("nan")
    )
    with pytest.raises(LedgerError, match="cannot be written as JSON"):
        ledger.append(body)
    assert ledger.root == GENESIS


def test_a_body_that_could_not_be_read_back_is_refused(ledger: Ledger) -> None:
    body = asked(1).model_copy(update={"url": " "})
    with pytest.raises(LedgerError, match=r"SourceAsked is not a valid event: body\.source_asked"):
        ledger.append(body)
    assert list(ledger.events()) == []


def test_events_added_while_reading_do_not_disturb_the_reader(ledger: Ledger) -> None:
    ledger.append(asked(1))
    ledger.append(asked(2))
    reader = ledger.events()
    next(reader)
    ledger.append(asked(3))
    assert [event.seq for event in reader] == [2]


def test_closing_twice_is_harmless_and_nothing_is_appended_after(ledger: Ledger) -> None:
    ledger.append(asked(1))
    ledger.close()
    ledger.close()
    with pytest.raises(LedgerError, match="closed"):
        ledger.append(asked(2))
    assert [event.seq for event in ledger.events()] == [1]


def test_many_threads_append_without_a_gap(ledger: Ledger) -> None:
    def work(first: int) -> None:
        for number in range(first, first + 25):
            ledger.append(asked(number))

    threads = [threading.Thread(target=work, args=(start,)) for start in (0, 100, 200, 300)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [event.seq for event in ledger.events()] == list(range(1, 101))


def test_whole_floats_stay_equal_after_the_round_trip(ledger: Ledger) -> None:
    body = EvidenceChecked(evidence_id="E1", checks=(), verdict="refuted", confidence=1.0)
    assert ledger.append(body).body == body
    assert next(iter(ledger.events())).body == body


def test_the_same_bodies_at_the_same_times_give_the_same_root(tmp_path: Path) -> None:
    bodies = (asked(1), RunEnded(status="no_evidence"))
    memory = MemoryLedger(FixedClock())
    file = FileLedger(tmp_path / "events.jsonl", FixedClock())
    for body in bodies:
        memory.append(body)
        file.append(body)
    file.close()
    assert memory.root == file.root
    assert list(memory.events()) == list(file.events())


def test_records_in_events_are_plain_json(tmp_path: Path) -> None:
    file = FileLedger(tmp_path / "events.jsonl", FixedClock())
    file.append(RunEnded(status="collected"))
    file.close()
    line = json.loads((tmp_path / "events.jsonl").read_bytes())
    assert line["body"] == {"kind": "run_ended", "reason": "", "status": "collected"}

"""The ledger in memory, where it differs from the others: it may go on from given events."""

from __future__ import annotations

import pytest

from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.memory.ledger import MemoryLedger
from ascertain.errors import LedgerCorruptError
from ascertain.evidence.events import LedgerCut


def test_it_goes_on_from_the_events_it_was_given() -> None:
    first = MemoryLedger(FixedClock())
    first.append(LedgerCut(bytes_cut=1))
    second = MemoryLedger(FixedClock(), first.events())
    assert second.root == first.root
    assert second.append(LedgerCut(bytes_cut=2)).seq == 2
    assert [event.seq for event in second.events()] == [1, 2]


def test_given_events_that_do_not_follow_are_named_when_they_are_read() -> None:
    first = MemoryLedger(FixedClock())
    first.append(LedgerCut(bytes_cut=1))
    event = first.append(LedgerCut(bytes_cut=2))
    with pytest.raises(LedgerCorruptError, match="line 1: event number 2 stands where 1 belongs"):
        list(MemoryLedger(FixedClock(), [event]).events())

"""Times that no calendar holds."""

from __future__ import annotations

from ascertain.adapters.corpus.file_times import storable_mtime


def test_times_past_what_the_index_holds_are_cut_to_it() -> None:
    assert storable_mtime(5) == 5
    assert storable_mtime(2**80) == storable_mtime(2**81) < 2**63
    assert storable_mtime(-(2**80)) > -(2**63)

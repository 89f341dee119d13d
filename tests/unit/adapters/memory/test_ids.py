"""Fixed ids."""

from __future__ import annotations

from ascertain.adapters.memory.ids import FixedIds


def test_given_ids_come_first_and_numbered_ones_after() -> None:
    ids = FixedIds(["first", "second"])
    assert [ids.run_id() for _ in range(4)] == [
        "first",
        "second",
        "20260101T000000Z-000001",
        "20260101T000000Z-000002",
    ]

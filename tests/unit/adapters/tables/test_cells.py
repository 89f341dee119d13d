"""Rows as a researcher gets them."""

from __future__ import annotations

import datetime as dt
import json
from decimal import Decimal
from uuid import UUID

import pytest

from ascertain.adapters.tables.cells import reply_of
from ascertain.adapters.tables.working import Stop
from ascertain.errors import ToolError
from ascertain.ports.tables import Cell, ColumnDescription, QueryReply


def _reply(*values: object, max_rows: int = 10) -> QueryReply:
    return reply_of([ColumnDescription(name="a")], [(v,) for v in values], max_rows, Stop(5))


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, None),
        (True, True),
        (2**63 - 1, 2**63 - 1),
        (2**63, "9223372036854775808"),
        (1.5, 1.5),
        (float("nan"), "nan"),
        (float("-inf"), "-inf"),
        (b"\x00\xff", "<2 bytes>"),
        (dt.date(2024, 2, 29), "2024-02-29"),
        (dt.datetime(2024, 2, 29, 12, 30, tzinfo=dt.UTC), "2024-02-29T12:30:00+00:00"),
        (dt.time(1, 2), "01:02:00"),
        (dt.timedelta(seconds=90), "0:01:30"),
        (Decimal("1.50"), "1.50"),
        (UUID(int=1), "00000000-0000-0000-0000-000000000001"),
        ([1, {"a": Decimal("0.5")}, b"x"], '[1, {"a": "0.5"}, "<1 bytes>"]'),
        ({dt.date(2024, 1, 1): 1}, "{datetime.date(2024, 1, 1): 1}"),
    ],
)
def test_every_value_is_a_json_scalar(value: object, shown: Cell) -> None:
    reply = _reply(value)
    assert reply.rows == ((shown,),)
    assert reply.shortened == 0
    json.dumps(reply.model_dump(mode="json"), allow_nan=False)


def test_types_are_given_by_the_first_value_that_is_one() -> None:
    assert _reply(None, "x", 5).columns[0].type == "text"
    given = reply_of([ColumnDescription(name="a", type="DATE")], [(1,)], 5, Stop(5))
    assert given.columns[0].type == "DATE"


def test_a_wide_row_has_shorter_cells() -> None:
    columns = [ColumnDescription(name=str(n)) for n in range(1_000)]
    reply = reply_of(columns, [("x" * 900,) * 1_000], 5, Stop(5))
    assert len(str(reply.rows[0][0])) == 200
    assert reply.shortened == 1_000


def test_rows_are_not_taken_when_the_time_is_up() -> None:
    with pytest.raises(ToolError) as caught:
        reply_of([ColumnDescription(name="a")], [(1,)], 5, Stop(0))
    assert caught.value.code == "time_out"


def test_no_more_than_one_row_over_the_most_is_taken() -> None:
    left = iter([(1,), (2,), (3,), (4,)])
    assert reply_of([ColumnDescription(name="a")], left, 2, Stop(5)).more
    assert next(left) == (4,)

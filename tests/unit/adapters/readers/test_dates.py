from __future__ import annotations

import pytest

from ascertain.adapters.readers.dates import byline_dates, parse_date


@pytest.mark.parametrize(
    ("written", "date"),
    [
        ("2021-05-03", "2021-05-03"),
        ("2021-5-3", "2021-05-03"),
        ("2021-05-03T23:59:59+09:00", "2021-05-03"),
        ("2021-05-03 10:00", "2021-05-03"),
        ("20210503", "2021-05-03"),
        ("20210503T101500Z", "2021-05-03"),
        ("2021/05/03", "2021-05-03"),
        ("2021-05", "2021-05"),
        ("2021", "2021"),
        ("3 May 2021", "2021-05-03"),
        ("3rd of", None),
        ("Mon, 03 May 2021 10:00:00 GMT", "2021-05-03"),
        ("May 3, 2021", "2021-05-03"),
        ("Monday, May 3rd, 2021 at 9 am", "2021-05-03"),
        ("Sept. 3, 2021", "2021-09-03"),
        ("May 2021", "2021-05"),
        ("3. März 2021", "2021-03-03"),
        ("3 août 2021", "2021-08-03"),
        ("3 de mayo de 2021", "2021-05-03"),
        ("2021年5月3日", "2021-05-03"),
        ("2021年5月", "2021-05"),
        ("2021년 5월 3일", "2021-05-03"),
        ("03/04/2021", None),
        ("2021-02-30", None),
        ("2021-13-01", None),
        ("0000-01-01", None),
        ("9999", None),
        ("yesterday", None),
        ("", None),
        ("1620000000", None),
    ],
)
def test_a_date_keeps_the_precision_it_was_written_with(written: str, date: str | None) -> None:
    assert parse_date(written) == date


@pytest.mark.parametrize(
    ("line", "published", "updated"),
    [
        ("Published 3 May 2021", "2021-05-03", None),
        ("By Jo Bloggs | Published: May 3, 2021 | Updated: 2021-06-01", "2021-05-03", "2021-06-01"),
        ("Last updated on 1 June 2021.", None, "2021-06-01"),
        ("First published: 3 May 2021, last updated 4 May 2022", "2021-05-03", "2022-05-04"),
        ("Published 3 May 2021 by Jo", "2021-05-03", None),
        ("发布时间：2021年5月3日 10:20", "2021-05-03", None),
        ("更新日：2021年5月3日", None, "2021-05-03"),
        ("Veröffentlicht am 3. Mai 2021", "2021-05-03", None),
        ("He published his first book on 3 May 2021 " + "and so on " * 30, None, None),
        ("The war began on 3 May 2021.", None, None),
        ("Unpublished 3 May 2021", None, None),
        ("Published weekly", None, None),
    ],
)
def test_only_an_explicit_byline_dates_a_text(
    line: str, published: str | None, updated: str | None
) -> None:
    found = byline_dates(f"A title\n\n{line}\n\nText.")
    assert tuple(field.value if field else None for field in found) == (published, updated)
    assert all(field is None or field.where == "visible text" for field in found)


def test_a_byline_far_down_is_somebody_elses() -> None:
    assert byline_dates("words\n" * 1_000 + "Published 3 May 2021") == (None, None)

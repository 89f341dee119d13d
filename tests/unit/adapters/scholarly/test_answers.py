from __future__ import annotations

from typing import Any

import pytest

from ascertain.adapters.scholarly.answers import (
    WorkRecord,
    crossref_record,
    europe_pmc_record,
    open_alex_record,
    unpaywall_record,
)

PARSERS = (crossref_record, europe_pmc_record, open_alex_record, unpaywall_record)
HOSTILE: tuple[Any, ...] = (
    None,
    [0],
    "text",
    7,
    {},
    {"message": []},
    {"message": {"updated-by": "x", "DOI": 3}},
    {"best_oa_location": [], "open_access": 1, "doi": {}},
    {"resultList": {"result": {"doi": 1}}},
    {"resultList": {"result": [3, {"fullTextUrlList": {"fullTextUrl": "x"}, "pubTypeList": [0]}]}},
    {"resultList": {"result": [{"pubTypeList": {"pubType": "retracted"}}]}},
)


@pytest.mark.parametrize("parse", PARSERS)
@pytest.mark.parametrize("answer", HOSTILE)
def test_an_answer_of_another_shape_says_nothing(parse: Any, answer: Any) -> None:
    assert parse(answer) == WorkRecord()


def test_a_retraction_notice_in_crossref_is_a_sentence_with_its_day_and_doi() -> None:
    record = crossref_record(
        {
            "message": {
                "DOI": "10.5555/ABC",
                "updated-by": [
                    {"type": "correction", "DOI": "10.5555/c"},
                    {
                        "type": "retraction",
                        "DOI": "10.5555/r",
                        "updated": {"date-parts": [[2024, 5, 1]]},
                    },
                ],
            }
        }
    )
    assert record.doi == "10.5555/abc"
    assert record.retraction == "Crossref lists a retraction notice of 2024-05-01, doi:10.5555/r"


def test_a_correction_is_no_retraction() -> None:
    answer = {"message": {"DOI": "10.5555/abc", "updated-by": [{"type": "correction"}]}}
    assert crossref_record(answer).retraction is None


@pytest.mark.parametrize("day", [[], [3], [["x"]], "2024"])
def test_a_notice_without_a_readable_day_is_still_a_notice(day: Any) -> None:
    notice = {"type": "withdrawal", "updated": {"date-parts": day}}
    record = crossref_record({"message": {"updated-by": [notice]}})
    assert record.retraction == "Crossref lists a withdrawal notice"


def test_open_copies_stand_in_order_without_repeats_or_strange_addresses() -> None:
    record = open_alex_record(
        {
            "doi": "https://doi.org/10.5555/abc",
            "is_retracted": True,
            "best_oa_location": {
                "is_oa": True,
                "pdf_url": "https://repo.example/a.pdf",
                "landing_page_url": "ftp://repo.example/a",
            },
            "open_access": {"is_oa": True, "oa_url": "https://repo.example/a.pdf"},
        }
    )
    assert record.copies == ("https://repo.example/a.pdf",)
    assert record.retraction == "OpenAlex marks it as retracted"


def test_a_closed_work_has_no_copies() -> None:
    record = open_alex_record(
        {"best_oa_location": {"is_oa": False, "pdf_url": "https://x.example/a"}, "open_access": {}}
    )
    assert record.copies == ()


def test_unpaywall_names_the_file_before_the_page() -> None:
    place = {"url_for_pdf": "https://r.example/a.pdf", "url": "https://r.example/a"}
    record = unpaywall_record({"doi": "10.5555/abc", "best_oa_location": place})
    assert record.copies == ("https://r.example/a.pdf", "https://r.example/a")


def test_europe_pmc_gives_free_pages_before_free_files_and_nothing_closed() -> None:
    record = europe_pmc_record(
        {
            "resultList": {
                "result": [
                    {
                        "doi": "10.5555/ABC",
                        "pubTypeList": {"pubType": ["Journal Article", "Retracted Publication"]},
                        "fullTextUrlList": {
                            "fullTextUrl": [
                                {
                                    "availabilityCode": "S",
                                    "documentStyle": "html",
                                    "url": "https://c.example",
                                },
                                {
                                    "availabilityCode": "OA",
                                    "documentStyle": "pdf",
                                    "url": "https://o.example/p",
                                },
                                {
                                    "availabilityCode": "F",
                                    "documentStyle": "html",
                                    "url": "https://o.example/h",
                                },
                            ]
                        },
                    }
                ]
            }
        }
    )
    assert record.doi == "10.5555/abc"
    assert record.copies == ("https://o.example/h", "https://o.example/p")
    assert record.retraction == "Europe PMC lists it as a retracted publication"

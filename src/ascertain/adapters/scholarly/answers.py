"""What the open indexes say of a work, parsed; pure.

Shapes by their public documentation: Crossref REST API (``/works/{doi}``: ``updated-by``),
OpenAlex (``/works/doi:{doi}``: ``is_retracted``, ``best_oa_location``), Unpaywall
(``/v2/{doi}``: ``best_oa_location``), Europe PMC Articles REST API (``/search`` with
``resultType=core``: ``fullTextUrlList``, ``pubTypeList``, ``pmcid``).
"""

from __future__ import annotations

from typing import Any, cast

from pydantic import Field

from ascertain.adapters.search.asking import mapping, mappings
from ascertain.evidence.record import Record

__all__ = [
    "WorkRecord",
    "crossref_record",
    "europe_pmc_record",
    "open_alex_record",
    "unpaywall_record",
]

_MAX_COPIES = 5
_MAX_LINKS = 50
_MAX_URL = 2_048
_DATE_PARTS = 3


class WorkRecord(Record):
    """What one index says of a work.

    Attributes:
        doi: in lower case, or null.
        copies: addresses of open copies, best first.
        retraction: a sentence, or null.
    """

    doi: str | None = None
    copies: tuple[str, ...] = Field(default=(), max_length=_MAX_COPIES)
    retraction: str | None = None


def crossref_record(answer: object) -> WorkRecord:
    """Parse Crossref's answer; open copies are not its business."""
    work = mapping(mapping(answer).get("message"))
    for update in mappings(work.get("updated-by")):
        kind = _text(update.get("type")).lower()
        if kind in {"retraction", "withdrawal", "removal", "partial_retraction"}:
            notice, day = _text(update.get("DOI")), _day(update.get("updated"))
            said = f"Crossref lists a {kind.replace('_', ' ')} notice"
            retraction = f"{said}{f' of {day}' if day else ''}{f', doi:{notice}' if notice else ''}"
            return WorkRecord(doi=_doi(work.get("DOI")), retraction=retraction)
    return WorkRecord(doi=_doi(work.get("DOI")))


def open_alex_record(answer: object) -> WorkRecord:
    """Parse OpenAlex's answer."""
    work = mapping(answer)
    place = mapping(work.get("best_oa_location"))
    access = mapping(work.get("open_access"))
    found = [place.get("pdf_url"), place.get("landing_page_url")] if place.get("is_oa") else []
    if access.get("is_oa"):
        found.append(access.get("oa_url"))
    retracted = work.get("is_retracted") is True
    return WorkRecord(
        doi=_doi(work.get("doi")),
        copies=_addresses(found),
        retraction="OpenAlex marks it as retracted" if retracted else None,
    )


def unpaywall_record(answer: object) -> WorkRecord:
    """Parse Unpaywall's answer."""
    work = mapping(answer)
    place = mapping(work.get("best_oa_location"))
    return WorkRecord(
        doi=_doi(work.get("doi")),
        copies=_addresses([place.get("url_for_pdf"), place.get("url")]),
    )


def europe_pmc_record(answer: object) -> WorkRecord:
    """Parse Europe PMC's answer to a search for one work."""
    results = mapping(mapping(answer).get("resultList")).get("result")
    work = mapping(next(mappings(results), None))
    links = mappings(mapping(work.get("fullTextUrlList")).get("fullTextUrl"))
    free = [link for link in links if _text(link.get("availabilityCode")) in {"OA", "F"}]
    pages = [link.get("url") for link in free if _text(link.get("documentStyle")) == "html"]
    files = [link.get("url") for link in free if _text(link.get("documentStyle")) == "pdf"]
    kinds = mapping(work.get("pubTypeList")).get("pubType")
    names = (
        [_text(kind).lower() for kind in cast("list[object]", kinds)]
        if isinstance(kinds, list)
        else []
    )
    return WorkRecord(
        doi=_doi(work.get("doi")),
        copies=_addresses([*pages, *files]),
        retraction=(
            "Europe PMC lists it as a retracted publication"
            if "retracted publication" in names
            else None
        ),
    )


def _text(value: object) -> str:
    return value.strip()[:500] if isinstance(value, str) else ""


def _doi(value: object) -> str | None:
    found = _text(value).lower().removeprefix("https://doi.org/").removeprefix("doi:")
    return found if found.startswith("10.") and "/" in found else None


def _addresses(values: list[Any]) -> tuple[str, ...]:
    good = [
        value
        for value in values
        if isinstance(value, str)
        and value.startswith(("http://", "https://"))
        and len(value) <= _MAX_URL
    ]
    return tuple(dict.fromkeys(good))[:_MAX_COPIES]


def _day(value: object) -> str:
    """Crossref's dates: ``{"date-parts": [[2024, 5, 1]]}``, as far as they go."""
    parts = mapping(value).get("date-parts")
    if not isinstance(parts, list) or not parts or not isinstance(parts[0], list):
        return ""
    numbers = cast("list[object]", parts[0])[:_DATE_PARTS]
    if not all(isinstance(number, int) for number in numbers):
        return ""
    return "-".join(f"{number:02d}" for number in cast("list[int]", numbers))

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from ascertain.adapters.memory.answer_store import MemoryAnswerStore
from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.memory.fetcher import MemoryFetcher
from ascertain.adapters.scholarly.fetching import ScholarlyFetcher
from ascertain.adapters.scholarly.indexes import OpenIndexes
from ascertain.adapters.web.client import WebRequest
from ascertain.errors import FetchError
from ascertain.evidence.exchange import Exchange, FetchTrace
from ascertain.evidence.freshness import Freshness

DOI = "https://doi.org/10.5555/abc"
PDF = "https://repo.example/abc.pdf"
EUROPE_PMC = {
    "resultList": {
        "result": [
            {
                "doi": "10.5555/abc",
                "fullTextUrlList": {
                    "fullTextUrl": [{"availabilityCode": "OA", "documentStyle": "pdf", "url": PDF}]
                },
            }
        ]
    }
}


class Indexes:
    """Answers by the part of the address that names the index."""

    def __init__(self, answers: dict[str, object], status: int = 200) -> None:
        self._answers = answers
        self._status = status
        self.asked: list[str] = []

    async def exchange(self, request: WebRequest, trace: FetchTrace | None = None) -> Exchange:
        del trace
        self.asked.append(request.url)
        for name, answer in self._answers.items():
            if name in request.url:
                body = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
                return Exchange(request.url, self._status, (), body, "2026-01-01T00:00:00Z")
        raise FetchError("error", "no answer")


def fetcher(
    pages: dict[str, bytes | FetchError],
    indexes: Indexes,
    *,
    store: MemoryAnswerStore | None = None,
    freshness: Freshness | None = None,
    keys: dict[str, str] | None = None,
) -> ScholarlyFetcher:
    return ScholarlyFetcher(
        MemoryFetcher(dict(pages)),
        OpenIndexes(indexes, keys or {}),
        store or MemoryAnswerStore(),
        FixedClock(),
        freshness or Freshness(),
    )


async def test_a_doi_gives_the_open_copy_that_an_index_names() -> None:
    made = fetcher({PDF: b"%PDF", DOI: b"landing"}, Indexes({"europepmc": EUROPE_PMC}))
    got = await made.fetch(DOI)
    assert got.data == b"%PDF"
    assert got.redirects == (DOI,)
    assert got.facts == {"doi": "10.5555/abc", "open-copy": PDF}
    await made.close()


async def test_a_copy_that_fails_leaves_the_works_own_address() -> None:
    pages: dict[str, bytes | FetchError] = {PDF: FetchError("blocked", "no"), DOI: b"landing"}
    made = fetcher(pages, Indexes({"europepmc": EUROPE_PMC}))
    got = await made.fetch(DOI)
    assert got.data == b"landing"
    assert "open-copy" not in got.facts


async def test_indexes_that_all_fail_leave_the_works_own_address() -> None:
    made = fetcher({DOI: b"landing"}, Indexes({}))
    assert (await made.fetch(DOI)).data == b"landing"


@pytest.mark.parametrize(("answer", "status"), [(b"<html>", 200), (EUROPE_PMC, 503), ({}, 404)])
async def test_an_index_that_does_not_answer_well_names_nothing(
    answer: object, status: int
) -> None:
    made = fetcher({PDF: b"%PDF", DOI: b"landing"}, Indexes({"europepmc": answer}, status))
    assert (await made.fetch(DOI)).data == b"landing"


async def test_a_retraction_is_a_fact_of_what_was_read() -> None:
    notice = {"message": {"DOI": "10.5555/abc", "updated-by": [{"type": "retraction"}]}}
    made = fetcher({DOI: b"landing"}, Indexes({"crossref": notice}))
    assert (await made.fetch(DOI)).facts["retraction"] == "Crossref lists a retraction notice"


async def test_a_publishers_page_comes_first_and_the_copy_where_it_refuses() -> None:
    page = "https://journal.example/doi/10.5555/abc"
    indexes = Indexes({"europepmc": EUROPE_PMC})
    open_page = fetcher({page: b"article", PDF: b"%PDF"}, indexes)
    assert (await open_page.fetch(page)).data == b"article"
    closed = fetcher({page: FetchError("blocked", "HTTP 403"), PDF: b"%PDF"}, indexes)
    assert (await closed.fetch(page)).data == b"%PDF"
    nowhere = fetcher({page: FetchError("blocked", "HTTP 403")}, Indexes({}))
    with pytest.raises(FetchError, match="HTTP 403"):
        await nowhere.fetch(page)


async def test_an_arxiv_page_gives_the_paper_without_asking_an_index() -> None:
    indexes = Indexes({})
    made = fetcher({"https://arxiv.org/pdf/2301.00001v2": b"%PDF"}, indexes)
    assert (await made.fetch("https://arxiv.org/abs/2301.00001v2")).data == b"%PDF"
    assert indexes.asked == []


async def test_the_indexes_are_asked_once_and_their_answers_kept_for_the_next_run() -> None:
    store, indexes = MemoryAnswerStore(), Indexes({"europepmc": EUROPE_PMC})
    pages: dict[str, bytes | FetchError] = {PDF: b"%PDF"}
    first = fetcher(pages, indexes, store=store)
    await first.fetch(DOI)
    await first.fetch(DOI)
    assert len(indexes.asked) == 2  # Crossref, which fails, and Europe PMC
    second = fetcher(pages, indexes, store=store)
    assert (await second.fetch(DOI)).data == b"%PDF"
    assert len(indexes.asked) == 2


async def test_offline_no_index_is_asked() -> None:
    indexes = Indexes({"europepmc": EUROPE_PMC})
    made = fetcher({DOI: b"kept"}, indexes, freshness=Freshness(timedelta(0), offline=True))
    assert (await made.fetch(DOI)).data == b"kept"
    assert indexes.asked == []


async def test_keys_and_addresses_open_more_indexes_and_are_never_shown() -> None:
    indexes = Indexes({})
    keys = {"OPENALEX_API_KEY": "secret-1", "CROSSREF_MAILTO": "me@example.org"}
    made = fetcher({DOI: b"landing"}, indexes, keys=keys)
    await made.fetch(DOI)
    assert {url.split("/")[2] for url in indexes.asked} == {
        "api.crossref.org",
        "api.openalex.org",
        "api.unpaywall.org",
        "www.ebi.ac.uk",
    }
    assert "secret-1" not in repr(made)


async def test_a_pubmed_page_is_looked_up_by_its_number() -> None:
    indexes = Indexes({"ext_id%3A123": EUROPE_PMC})
    made = fetcher({PDF: b"%PDF"}, indexes)
    got = await made.fetch("https://pubmed.ncbi.nlm.nih.gov/123/")
    assert got.data == b"%PDF"
    assert got.facts["doi"] == "10.5555/abc"


async def test_other_addresses_are_fetched_as_they_are() -> None:
    made = fetcher({"https://a.example/": b"page"}, Indexes({}))
    got = await made.fetch("https://a.example/")
    assert got.facts == {}


async def test_what_an_index_said_is_kept_for_the_place_where_it_was_asked() -> None:
    store, pages = MemoryAnswerStore(), {PDF: b"%PDF", DOI: b"landing"}
    asked: list[str] = []
    for place in ("http://a.example", "http://b.example", "http://a.example"):
        indexes = Indexes({"a.example/search": EUROPE_PMC, "b.example/search": EUROPE_PMC, "": {}})
        made = ScholarlyFetcher(
            MemoryFetcher(dict(pages)),
            OpenIndexes(indexes, {}, {"europepmc": place, "crossref": place}),
            store,
            FixedClock(),
            Freshness(),
        )
        await made.fetch(DOI)
        await made.close()
        asked.append(" ".join(url.split("/")[2] for url in indexes.asked))
    assert asked == ["a.example a.example", "b.example b.example", ""]

"""What every search provider promises."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from ascertain.adapters.corpus.index import CorpusIndex
from ascertain.adapters.memory.document_reader import MemoryReader
from ascertain.adapters.memory.search_provider import MemorySearch
from ascertain.errors import SearchError
from ascertain.evidence.lead import Lead
from ascertain.ports.search_provider import SearchProvider

QUERY = "harbour lamp"
LINE = "The harbour lamp number {} was lit by hand."


def fixed() -> MemorySearch:
    leads = tuple(
        Lead(
            url=f"https://example.org/{n}",
            snippet=LINE.format(n),
            score=1 / (n + 1),
            provider="memory",
        )
        for n in range(12)
    )
    return MemorySearch({QUERY: leads})


@pytest_asyncio.fixture(params=["memory", "corpus"])
async def provider(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SearchProvider]:
    if request.param == "memory":
        yield fixed()
        return
    folder = tmp_path / "papers"
    folder.mkdir()
    for n in range(12):
        (folder / f"{n}.txt").write_text(f"Paper {n}\n{LINE.format(n)}\n")
    index = CorpusIndex([folder], tmp_path / "cache", MemoryReader())
    await index.refresh()
    yield index
    index.close()


async def test_leads_come_best_first_and_carry_the_providers_name(
    provider: SearchProvider,
) -> None:
    leads = (await provider.search(QUERY)).leads
    assert len(leads) == 10
    scores = [lead.score for lead in leads]
    assert scores == sorted(scores, reverse=True)
    assert {lead.provider for lead in leads} == {provider.name}
    assert all("harbour lamp" in lead.snippet for lead in leads)


@pytest.mark.parametrize("limit", [0, 1, 5, 12, 1_000])
async def test_there_are_at_most_limit_leads(provider: SearchProvider, limit: int) -> None:
    assert len((await provider.search(QUERY, limit=limit)).leads) == min(limit, 12)


async def test_at_most_a_few_leads_are_of_one_document(provider: SearchProvider) -> None:
    counts = Counter(lead.url for lead in (await provider.search(QUERY, limit=100)).leads)
    assert max(counts.values()) <= 3


async def test_nothing_found_is_an_empty_answer_and_not_an_error(
    provider: SearchProvider,
) -> None:
    assert (await provider.search("unicorn")).leads == ()


@pytest.mark.parametrize(
    "query", ["", " ", '"', "*", "a OR b", "图书馆", "مكتبة", "\N{PILE OF POO}", "x" * 100_000]
)
async def test_any_query_is_accepted(provider: SearchProvider, query: str) -> None:
    await provider.search(query)


async def test_many_searches_at_once_agree(provider: SearchProvider) -> None:
    replies = await asyncio.gather(*(provider.search(QUERY) for _ in range(20)))
    assert all(reply == replies[0] for reply in replies)


async def test_a_failure_leaves_as_a_search_error(tmp_path: Path) -> None:
    with pytest.raises(SearchError) as caught:
        await MemorySearch(failure="the service is away").search(QUERY)
    assert (caught.value.provider, caught.value.reason) == ("memory", "the service is away")
    index = CorpusIndex([tmp_path], tmp_path / "cache", MemoryReader())
    index.close()
    with pytest.raises(SearchError) as caught:
        await index.search(QUERY)
    assert caught.value.provider == "corpus"

"""What every search provider promises."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote_plus

import pytest
import pytest_asyncio

from ascertain.adapters.corpus.index import CorpusIndex
from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.memory.document_reader import MemoryReader
from ascertain.adapters.memory.search_provider import MemorySearch
from ascertain.adapters.search.combined import CombinedSearch
from ascertain.adapters.search.ddgs_engines import DdgsSearch
from ascertain.adapters.search.pacing import Pace
from ascertain.adapters.web.client import ClientLimits, WebClient
from ascertain.errors import SearchError
from ascertain.evidence.lead import Lead
from ascertain.evidence.web_policy import WebPolicy
from ascertain.ports.search_provider import SearchProvider
from live_servers import Answering, Asked, answer, fixed, live_server
from search_answers import PROVIDERS, Finding, build

QUERY = "harbour lamp"
LINE = "The harbour lamp number {} was lit by hand."


FOUND = [Finding(f"https://example.org/{n}", f"Paper {n}", LINE.format(n)) for n in range(12)]
NETWORKED = sorted(PROVIDERS)
PACED = ("arxiv", "pubmed", "semantic_scholar")


def in_memory(*numbers: int) -> MemorySearch:
    leads = tuple(
        Lead(
            url=f"https://example.org/{n}",
            snippet=LINE.format(n),
            score=1 / (n + 1),
            provider="memory",
        )
        for n in numbers or range(12)
    )
    return MemorySearch({QUERY: leads})


def metasearch(backend: str, query: str, limit: int) -> list[dict[str, Any]]:
    del backend, limit
    if query == "wikipedia":  # the probe: this engine is not blocked
        return [{"href": "https://example.org/", "title": "", "body": ""}]
    found = FOUND if "harbour" in query else []
    return [{"href": f.url, "title": f.title, "body": f.snippet} for f in found]


def index_of(name: str) -> Answering:
    """A provider's server that finds the papers for queries that name the harbour."""

    async def give(asked: Asked, writer: asyncio.StreamWriter) -> bool:
        said = unquote_plus(asked.path) + asked.body.decode()
        found = FOUND if "harbour" in said or "esummary" in said else []
        writer.write(answer(PROVIDERS[name].answer(found, asked.path)))
        return True

    return give


@asynccontextmanager
async def networked(name: str, answering: Answering) -> AsyncGenerator[SearchProvider]:
    async with live_server(answering) as server:
        here = server.url.removeprefix("http://").strip("/")
        policy = WebPolicy(open=(here,), delay_s=0)
        client = WebClient(policy, limits=ClientLimits(retries=0))
        try:
            yield build(name, client, server.url.rstrip("/"))
        finally:
            await client.close()


def unhurried(seconds: float) -> Pace:
    del seconds
    return Pace(0)


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in PACED:
        monkeypatch.setattr(f"ascertain.adapters.search.{module}.Pace", unhurried)


@pytest_asyncio.fixture(params=["memory", "corpus", "ddgs", "combined", *NETWORKED])
async def provider(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SearchProvider]:
    match request.param:
        case "memory":
            yield in_memory()
        case "ddgs":
            yield DdgsSearch("mojeek", name="mojeek", ask=metasearch)
        case "combined":
            halves = [in_memory(*range(6)), in_memory(*range(6, 12))]
            combined = CombinedSearch(halves, clock=FixedClock())
            yield combined
            await combined.close()
        case "corpus":
            folder = tmp_path / "papers"
            folder.mkdir()
            for n in range(12):
                (folder / f"{n}.txt").write_text(f"Paper {n}\n{LINE.format(n)}\n")
            index = CorpusIndex([folder], tmp_path / "cache", MemoryReader())
            await index.refresh()
            yield index
            index.close()
        case name:
            async with networked(name, index_of(name)) as served:
                yield served


async def test_leads_come_best_first_and_carry_the_providers_name(
    provider: SearchProvider,
) -> None:
    leads = (await provider.search(QUERY)).leads
    assert len(leads) == 10
    scores = [lead.score for lead in leads]
    assert scores == sorted(scores, reverse=True)
    # Of several as one, each lead names who found it.
    finder = "memory" if provider.name == "web" else provider.name
    assert {lead.provider for lead in leads} == {finder}
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
    assert replies[0].leads
    # Who was asked and what was kept may differ from call to call; what was found may not.
    found = [reply.model_copy(update={"providers": ()}) for reply in replies]
    assert all(reply == found[0] for reply in found)


async def test_a_failure_leaves_as_a_search_error(tmp_path: Path) -> None:
    with pytest.raises(SearchError) as caught:
        await MemorySearch(failure="the service is away").search(QUERY)
    assert (caught.value.provider, caught.value.reason) == ("memory", "the service is away")
    index = CorpusIndex([tmp_path], tmp_path / "cache", MemoryReader())
    index.close()
    with pytest.raises(SearchError) as caught:
        await index.search(QUERY)
    assert caught.value.provider == "corpus"


@pytest.mark.parametrize("name", NETWORKED)
async def test_a_failure_over_the_network_leaves_as_a_search_error(name: str) -> None:
    async with networked(name, fixed(answer(b"", status="503 Away"))) as provider:
        with pytest.raises(SearchError, match="HTTP 503") as caught:
            await provider.search(QUERY)
    assert caught.value.provider == name


async def test_a_failure_of_all_leaves_as_a_search_error() -> None:
    combined = CombinedSearch([MemorySearch(failure="away")], clock=FixedClock())
    with pytest.raises(SearchError, match="memory: away") as caught:
        await combined.search(QUERY)
    assert caught.value.provider == "web"


async def test_a_failure_of_an_engine_leaves_as_a_search_error() -> None:
    def away(backend: str, query: str, limit: int) -> list[dict[str, Any]]:
        raise OSError((backend, query, limit))

    with pytest.raises(SearchError) as caught:
        await DdgsSearch("mojeek", name="mojeek", ask=away).search(QUERY)
    assert caught.value.provider == "mojeek"

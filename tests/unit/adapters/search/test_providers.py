"""Every provider over a real client against a server on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import pytest

from ascertain.adapters.search import asking
from ascertain.adapters.web.client import ClientLimits, WebClient
from ascertain.errors import SearchError
from ascertain.evidence.web_policy import WebPolicy
from ascertain.ports.search_provider import SearchProvider
from live_servers import Answering, Asked, LiveServer, answer, fixed, live_server, stall
from search_answers import KEYS, PROVIDERS, Finding, build

FOUND = [
    Finding("https://a.example/1", "The first", "The harbour lamp of Stromness"),
    Finding("https://a.example/2", "The second", "Another harbour lamp"),
]
NAMES = sorted(PROVIDERS)


@asynccontextmanager
async def asked(
    name: str, answering: Answering
) -> AsyncGenerator[tuple[SearchProvider, LiveServer]]:
    async with live_server(answering) as server:
        policy = WebPolicy(open=(server.url.removeprefix("http://").strip("/"),))
        client = WebClient(policy, limits=ClientLimits(total_s=5, retries=0))
        try:
            yield build(name, client, server.url.rstrip("/")), server
        finally:
            await client.close()


def giving(body: Callable[[str], bytes]) -> Answering:
    async def give(request: Asked, writer: asyncio.StreamWriter) -> bool:
        writer.write(answer(body(request.path)))
        return True

    return give


@pytest.mark.parametrize("name", NAMES)
async def test_a_good_answer_gives_its_leads_in_order(name: str) -> None:
    shape = PROVIDERS[name]
    async with asked(name, giving(lambda path: shape.answer(FOUND, path))) as (provider, _):
        reply = await provider.search("harbour lamp", limit=5)
    assert [lead.title for lead in reply.leads] == ["The first", "The second"]
    assert reply.leads[0].snippet.startswith("The harbour lamp of Stromness")
    assert {lead.provider for lead in reply.leads} == {name}
    if not shape.own_url:
        assert [lead.url for lead in reply.leads] == [found.url for found in FOUND]
    assert all(lead.url.startswith("http") for lead in reply.leads)


@pytest.mark.parametrize("name", NAMES)
async def test_no_more_leads_than_asked_for(name: str) -> None:
    shape = PROVIDERS[name]
    many = FOUND * 10
    async with asked(name, giving(lambda path: shape.answer(many, path))) as (provider, _):
        assert len((await provider.search("lamp", limit=3)).leads) == 3


@pytest.mark.parametrize("name", [name for name in NAMES if PROVIDERS[name].marked])
async def test_marked_hits_and_entities_become_text(name: str) -> None:
    marked = [
        Finding(
            "https://a.example/1",
            "Lamps &amp; <b>List</b>",
            "A <strong>harbour</strong> &lt;lamp&gt; of List<String>",
        )
    ]
    shape = PROVIDERS[name]
    async with asked(name, giving(lambda path: shape.answer(marked, path))) as (provider, _):
        (lead,) = (await provider.search("lamp")).leads
    if name != "wikipedia":  # a wiki's titles are plain
        assert lead.title == "Lamps & List"
    if name != "pubmed":  # its snippets name the journal
        assert lead.snippet == "A harbour <lamp> of List<String>"


@pytest.mark.parametrize("name", [name for name in NAMES if not PROVIDERS[name].marked])
async def test_plain_text_is_left_as_it_is(name: str) -> None:
    if name == "arxiv":  # XML decodes once
        plain = [Finding("https://a.example/1", "List&lt;b&gt;", "if a &lt; b")]
    else:
        plain = [Finding("https://a.example/1", "List<b>", "if a < b")]
    shape = PROVIDERS[name]
    async with asked(name, giving(lambda path: shape.answer(plain, path))) as (provider, _):
        (lead,) = (await provider.search("lamp")).leads
    assert (lead.title, lead.snippet) == ("List<b>", "if a < b")


@pytest.mark.parametrize("name", NAMES)
async def test_finding_nothing_is_an_answer(name: str) -> None:
    shape = PROVIDERS[name]
    async with asked(name, giving(lambda path: shape.answer([], path))) as (provider, _):
        assert (await provider.search("lamp")).leads == ()


BAD: dict[str, tuple[bytes, str]] = {
    "rate limit": (
        answer(b"{}", status="429 Too Many Requests", headers=[("Retry-After", "3600")]),
        "rate limit",
    ),
    "key refused": (answer(b"{}", status="401 Unauthorized"), "HTTP 401"),
    "fault": (answer(b"{}", status="500 Fault"), "HTTP 500"),
    "page": (answer(b"<!doctype html><title>Are you human?</title>"), "answer"),
    "empty": (answer(b""), "answer"),
    "cut": (answer(b'{"results": [{"url": "htt'), "answer"),
    "list": (answer(b"[1, 2]"), "answer"),
    "deep": (answer(b"[" * 100_000), "answer"),
    "redirect": (
        answer(status="302 Found", headers=[("Location", "https://elsewhere.example/")]),
        "HTTP 302",
    ),
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", sorted(BAD))
async def test_a_bad_answer_is_a_failure_that_says_what_it_was(name: str, kind: str) -> None:
    raw, said = BAD[kind]
    async with asked(name, fixed(raw)) as (provider, _):
        with pytest.raises(SearchError) as failed:
            await provider.search("lamp")
    assert failed.value.provider == name
    assert said in failed.value.reason
    assert "secret" not in str(failed.value)


@pytest.mark.parametrize("name", NAMES)
async def test_a_silent_provider_is_given_up_in_time(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "_TIMEOUT_S", 0.2)
    async with asked(name, stall) as (provider, _):
        with pytest.raises(SearchError, match="no answer within"):
            await provider.search("lamp")


@pytest.mark.parametrize("name", NAMES)
async def test_strange_results_are_left_out_and_break_nothing(name: str) -> None:
    strange = [
        Finding("javascript:alert(1)", "Script", "x"),
        Finding("ftp://a.example/", "File", "x"),
        Finding("https://a.example/" + "x" * 3000, "Long", "x"),
        Finding("https://a.example/good", "T" * 5_000, "S" * 50_000),
    ]
    shape = PROVIDERS[name]
    async with asked(name, giving(lambda path: shape.answer(strange, path))) as (provider, _):
        leads = (await provider.search("lamp")).leads
    if not shape.own_url:
        assert [lead.url for lead in leads] == ["https://a.example/good"]
    assert all(len(lead.title) <= 300 and len(lead.snippet) <= 2_000 for lead in leads)


@pytest.mark.parametrize("name", NAMES)
async def test_a_query_of_any_length_and_script_is_cut_to_what_is_taken(name: str) -> None:
    shape = PROVIDERS[name]
    for query in ("港口的灯 " * 2_000, "a" * 9_000, "🚢 “x” AND (y) -z & = ? #"):
        async with asked(name, giving(lambda path: shape.answer(FOUND, path))) as (
            provider,
            server,
        ):
            await provider.search(query)
        assert all(len(path) < 8_000 for path in server.paths)


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("brave", ("x-subscription-token", KEYS["BRAVE_API_KEY"])),
        ("exa", ("x-api-key", KEYS["EXA_API_KEY"])),
        ("semantic-scholar", ("x-api-key", KEYS["SEMANTIC_SCHOLAR_API_KEY"])),
        ("serper", ("x-api-key", KEYS["SERPER_API_KEY"])),
        ("tavily", ("authorization", f"Bearer {KEYS['TAVILY_API_KEY']}")),
    ],
)
async def test_keys_go_to_their_provider_in_the_field_it_asks_for(
    name: str, sent: tuple[str, str]
) -> None:
    shape = PROVIDERS[name]
    async with asked(name, giving(lambda path: shape.answer(FOUND, path))) as (provider, server):
        await provider.search("lamp")
    field, value = sent
    assert server.asked[0].headers[field] == value
    assert value not in repr(provider)

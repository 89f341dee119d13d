from __future__ import annotations

import asyncio
from collections.abc import Sequence
from urllib.parse import parse_qs, urlsplit

import pytest

from ascertain.adapters.search.arxiv import ArxivSearch
from ascertain.adapters.web.client import WebRequest
from ascertain.errors import SearchError
from ascertain.evidence.exchange import Exchange, FetchTrace
from search_fakes import FixedAnswer

PAPER = (
    "<entry><id>http://arxiv.org/abs/2301.00001v2</id>"
    "<title>Lamps\n  of harbours</title><summary>\n We light a &lt; b. </summary></entry>"
)


def feed(entries: str = "", *, before: str = "") -> bytes:
    return f'{before}<feed xmlns="http://www.w3.org/2005/Atom">{entries}</feed>'.encode()


class Answers:
    """Gives its answers one after another and notes how many are under way at once."""

    def __init__(self, bodies: Sequence[bytes]) -> None:
        self._bodies = list(bodies)
        self._inside = 0
        self.most_at_once = 0
        self.asked: list[WebRequest] = []

    async def exchange(self, request: WebRequest, trace: FetchTrace | None = None) -> Exchange:
        del trace
        self.asked.append(request)
        self._inside += 1
        self.most_at_once = max(self.most_at_once, self._inside)
        await asyncio.sleep(0)
        self._inside -= 1
        return Exchange(request.url, 200, (), self._bodies.pop(0), "2026-01-01T00:00:00Z")

    @property
    def queries(self) -> list[str]:
        return [parse_qs(urlsplit(each.url).query)["search_query"][0] for each in self.asked]


async def test_a_paper_is_led_to_by_the_page_of_its_abstract() -> None:
    client = Answers([feed(PAPER)])
    (lead,) = (await ArxivSearch(client).search("harbour lamps")).leads
    assert lead.url == "https://arxiv.org/abs/2301.00001v2"
    assert (lead.title, lead.snippet) == ("Lamps of harbours", "We light a < b.")
    assert client.asked[0].url.startswith("https://export.arxiv.org/api/query?")


@pytest.mark.parametrize(
    ("query", "sent"),
    [
        ("au:Smith", 'all:"au" AND all:"Smith"'),
        ('lamps ANDNOT "oil)"', 'all:"lamps" AND all:"ANDNOT" AND all:"oil"'),
        ("What is the lamp of the harbour?", 'all:"lamp" AND all:"harbour"'),
        ("lamp lamp", 'all:"lamp"'),
        ("who is it", 'all:"who" AND all:"is" AND all:"it"'),
    ],
)
async def test_telling_words_alone_are_asked_for_and_never_as_syntax(query: str, sent: str) -> None:
    client = Answers([feed(PAPER)])
    await ArxivSearch(client).search(query)
    assert client.queries == [sent]


async def test_any_of_many_words_will_do_if_all_together_find_nothing() -> None:
    client = Answers([feed(), feed(PAPER)])
    reply = await ArxivSearch(client, pause_s=0).search("brass lamp harbour")
    assert len(reply.leads) == 1
    assert client.queries == [
        'all:"brass" AND all:"lamp" AND all:"harbour"',
        'all:"brass" OR all:"lamp" OR all:"harbour"',
    ]


async def test_few_words_are_asked_for_once() -> None:
    client = Answers([feed()])
    assert (await ArxivSearch(client, pause_s=0).search("brass lamp")).leads == ()


@pytest.mark.parametrize("query", ["", " ", "?! -"])
async def test_a_query_without_a_word_finds_nothing_and_asks_nobody(query: str) -> None:
    client = Answers([])
    assert (await ArxivSearch(client).search(query)).leads == ()


async def test_one_is_asked_at_a_time_and_never_again_by_the_client() -> None:
    client = Answers([feed(PAPER)] * 4)
    provider = ArxivSearch(client, pause_s=0)
    await asyncio.gather(*(provider.search("lamp") for _ in range(4)))
    assert client.most_at_once == 1
    assert {request.retries for request in client.asked} == {0}


async def test_the_pause_holds_back_the_second_request() -> None:
    client = Answers([feed(PAPER)] * 2)
    provider = ArxivSearch(client)
    await provider.search("lamp")
    second = asyncio.create_task(provider.search("lamp"))
    await asyncio.sleep(0.05)
    assert len(client.asked) == 1
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second


async def test_an_error_that_comes_as_an_entry_is_a_failure() -> None:
    entry = (
        "<entry><id>http://arxiv.org/api/errors#bad</id><title>Error</title>"
        "<summary>incorrect\n query</summary></entry>"
    )
    with pytest.raises(SearchError, match="answered with an error: incorrect query"):
        await ArxivSearch(Answers([feed(entry)])).search("lamp")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "no feed, or was cut short"),
        (b'<feed xmlns="http://www.w3.org/2005/Atom"><entry>', "no feed, or was cut short"),
        (b"<html><body>Rate exceeded.</body></html>", "something else than a feed"),
        (b"<feed><entry/></feed>", "something else than a feed"),
    ],
)
async def test_what_is_no_feed_is_a_failure(body: bytes, said: str) -> None:
    with pytest.raises(SearchError, match=said):
        await ArxivSearch(FixedAnswer(body)).search("lamp")


async def test_entities_of_a_feed_are_not_opened() -> None:
    doctype = '<!DOCTYPE feed [<!ENTITY a "secret"><!ENTITY f SYSTEM "file:///etc/hostname">]>'
    entry = (
        "<entry><id>http://arxiv.org/abs/2301.00001</id>"
        "<title>Lamp &a;&f;</title><summary>&f;</summary></entry>"
    )
    (lead,) = (await ArxivSearch(FixedAnswer(feed(entry, before=doctype))).search("lamp")).leads
    assert (lead.title, lead.snippet) == ("Lamp", "")


async def test_entries_without_an_address_are_left_out() -> None:
    client = FixedAnswer(feed("<entry><title>x</title></entry>" + PAPER))
    assert len((await ArxivSearch(client).search("lamp")).leads) == 1


async def test_no_more_leads_than_asked_for_and_none_for_none() -> None:
    client = Answers([feed(PAPER * 3)] * 2)
    provider = ArxivSearch(client, pause_s=0)
    assert len((await provider.search("lamp", limit=2)).leads) == 2
    assert (await provider.search("lamp", limit=0)).leads == ()

from __future__ import annotations

import asyncio

import pytest

from ascertain.adapters.search.asking import cut_query, lead_of, with_parameters
from ascertain.adapters.search.languages import query_language
from ascertain.adapters.search.markup import from_markup, from_text
from ascertain.adapters.search.pacing import Pace
from ascertain.adapters.search.searxng import SearxngSearch
from ascertain.adapters.search.wikipedia import WikipediaSearch
from ascertain.adapters.web.client import WebRequest
from ascertain.errors import FetchError, SearchError
from ascertain.evidence.exchange import Exchange, FetchTrace


@pytest.mark.parametrize(
    ("query", "language"),
    [
        ("Who founded the yard?", "en"),
        ("谁创立了这家公司", "zh"),
        ("誰がこの会社を設立しましたか", "ja"),
        ("회사를 누가 설립했나", "ko"),
        ("Кто основал компанию", "ru"),
        ("Хто заснував компанію її", "uk"),
        ("من أسس الشركة", "ar"),
        ("מי ייסד את החברה", "he"),
        ("Ποιος ίδρυσε την εταιρεία", "el"),
        ("ใครก่อตั้งบริษัท", "th"),
        ("कंपनी किसने बनाई", "hi"),
        ("Wer hat die Firma gegründet und wann wurde sie verkauft?", "de"),
        ("Qui a fondé la société et quelle est une date?", "fr"),
        ("¿Quién fundó la empresa y cuál es su sede en los Países?", "es"),
        ("Skerrion revenue 2024", "en"),
        ("", "en"),
    ],
)
def test_the_language_of_a_query_is_told_by_script_and_small_words(
    query: str, language: str
) -> None:
    assert query_language(query) == language


@pytest.mark.parametrize(
    ("sent", "text"),
    [
        ("<b>Harbour</b> &amp; lamp", "Harbour & lamp"),
        ("one<br>two<p>three</p>", "one two three"),
        ('<span class="searchmatch">Lamp</span>s', "Lamps"),
        ("<jats:p>First.</jats:p><jats:p>Second.</jats:p>", "First. Second."),
        ("Map<String, List<String>>", "Map<String, List<String>>"),
        ("a < b and c > d", "a < b and c > d"),
        ("&lt;script&gt;", "<script>"),
        (None, ""),
        (7, ""),
    ],
)
def test_markup_of_hits_goes_and_other_angle_brackets_stay(sent: object, text: str) -> None:
    assert from_markup(sent) == text


def test_plain_text_is_put_on_one_line_and_bounded() -> None:
    assert from_text(" a\n\n b\t<b> ", 100) == "a b <b>"
    assert len(from_text("x" * 50_000, 100)) == 100
    assert from_text(None) == ""


@pytest.mark.parametrize(
    ("query", "cut"),
    [("one two three", "one two"), ("one", "one"), ("abcdefghijkl", "abcdefghij"), ("  ", "")],
)
def test_a_query_is_cut_at_the_end_of_a_word(query: str, cut: str) -> None:
    assert cut_query(query, characters=10) == cut


def test_a_query_is_cut_by_words_too() -> None:
    assert cut_query("a b c d", characters=100, words=2) == "a b"


def test_parameters_are_added_to_an_address_that_has_some() -> None:
    assert with_parameters("https://a.example/s?x=1", {"q": "ü &"}) == (
        "https://a.example/s?x=1&q=%C3%BC+%26"
    )


def test_half_a_character_spoils_neither_text_nor_results() -> None:
    assert from_text("a \ud83d b") == "a ? b"
    assert lead_of("p", "https://a.example/\ud83d", "t", "s", 1.0) is None


def test_an_address_in_capitals_and_with_space_around_is_one() -> None:
    lead = lead_of("p", " HTTPS://a.example/ ", "t", "s", 1.0)
    assert lead is not None
    assert lead.url == "HTTPS://a.example/"


class Fixed:
    def __init__(self, body: bytes, status: int = 200) -> None:
        self._body = body
        self._status = status
        self.urls: list[str] = []

    async def exchange(self, request: WebRequest, trace: FetchTrace | None = None) -> Exchange:
        del trace
        self.urls.append(request.url)
        if self._status == 0:
            raise FetchError("error", "the host name does not exist")
        return Exchange(request.url, self._status, (), self._body, "2026-01-01T00:00:00Z")


async def test_searxng_without_json_is_told_how_to_turn_it_on() -> None:
    with pytest.raises(SearchError, match=r"search\.formats"):
        await SearxngSearch(Fixed(b"", 403), "https://s.example").search("q")


async def test_searxng_engines_that_are_silent_are_a_failure_if_nothing_was_found() -> None:
    body = b'{"results": [], "unresponsive_engines": [["google", "CAPTCHA"], "bing", 3]}'
    with pytest.raises(SearchError, match=r"google \(CAPTCHA\), bing, 3"):
        await SearxngSearch(Fixed(body), "https://s.example").search("q")


async def test_searxng_engines_that_are_silent_do_not_spoil_what_others_found() -> None:
    body = b'{"results": [{"url": "https://a.example"}], "unresponsive_engines": [["x", "y"]]}'
    reply = await SearxngSearch(Fixed(body), "https://s.example/search").search("q")
    assert len(reply.leads) == 1


async def test_a_host_that_is_not_there_is_a_failure() -> None:
    with pytest.raises(SearchError, match="does not exist"):
        await SearxngSearch(Fixed(b"", 0), "https://s.example").search("q")


async def test_wikipedia_is_asked_in_the_language_of_the_query() -> None:
    client = Fixed(b'{"query": {"search": [{"title": "A B/C?", "snippet": ""}]}}')
    reply = await WikipediaSearch(client).search("谁创立了公司")
    assert client.urls[0].startswith("https://zh.wikipedia.org/w/api.php?")
    assert reply.leads[0].url == "https://zh.wikipedia.org/wiki/A_B/C%3F"


async def test_an_error_that_wikipedia_answers_with_is_a_failure() -> None:
    with pytest.raises(SearchError, match="too long"):
        await WikipediaSearch(Fixed(b'{"error": {"info": "too long"}}')).search("q")


async def test_a_pace_lets_one_through_at_a_time_with_a_pause() -> None:
    now = [0.0]
    pace = Pace(0.01, clock=lambda: now[0])
    inside: list[int] = []

    async def enter(number: int) -> None:
        async with pace:
            inside.append(number)
            await asyncio.sleep(0)
            now[0] += 1.0

    await asyncio.gather(*(enter(n) for n in range(3)))
    assert inside == [0, 1, 2]


async def test_who_is_stopped_while_waiting_leaves_the_way_free() -> None:
    pace = Pace(60.0)
    async with pace:
        pass
    waiting = asyncio.create_task(pace.__aenter__())
    await asyncio.sleep(0.01)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    second = asyncio.create_task(pace.__aenter__())
    await asyncio.sleep(0.01)
    assert not second.done()  # it waits for the pause, not for the gate
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second

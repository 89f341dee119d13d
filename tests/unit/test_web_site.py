"""The demo's small web answers as it says: pages, every fault, the search, the log."""

from __future__ import annotations

import gzip
import http.client
import json
import re
import shlex
import subprocess
import sys
import urllib.parse
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ascertain.adapters.readers.reading import read_document
from web_site_process import RunningSite, running_site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with running_site(tmp_path_factory.mktemp("site"), latency_s=0) as running:
        yield running


@pytest.fixture(autouse=True)
def fresh(site: RunningSite) -> None:
    site.control(mode="ok", only=())


class Got(NamedTuple):
    status: int
    headers: Message
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


def _get(site: RunningSite, key: str, path: str, **headers: str) -> Got:
    connection = http.client.HTTPConnection(site.hosts[key].removeprefix("http://"), timeout=10)
    try:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("GET", path, headers=sent)
        answer = connection.getresponse()
        return Got(answer.status, answer.headers, answer.read())
    finally:
        connection.close()


def _search(site: RunningSite, query: str) -> Got:
    asked = urllib.parse.urlencode({"q": query, "format": "json"})
    return _get(site, "search", f"/search?{asked}")


def test_it_has_at_least_48_pages_on_nine_hosts_that_share_a_port(site: RunningSite) -> None:
    assert site.pages >= 48
    assert len(site.hosts) == len(site.open_hosts) == 9
    assert len({host.rpartition(":")[2] for host in site.open_hosts}) == 1


@pytest.mark.parametrize(
    ("key", "path", "status"),
    [
        ("harbour", "/members/minutes-2024", 403),
        ("harbour", "/archive/removed-2022", 404),
        ("harbour", "/nothing/here", 404),
        ("harbour", "/reports/broken-2023", 500),
        ("busy", "/busy/long", 429),
        ("dark", "/robots.txt", 500),
        ("gauge", "/robots.txt", 404),
        ("gauge", "/consent/skerrion-2024", 200),
        ("harbour", "/broken/blank", 200),
        ("courier", "/business/results-2024?utm_source=letter", 200),
    ],
)
def test_an_address_answers_with_its_status(
    site: RunningSite, key: str, path: str, status: int
) -> None:
    assert _get(site, key, path).status == status


def test_a_busy_page_asks_to_wait_once_and_then_answers(site: RunningSite) -> None:
    first, second = (_get(site, "harbour", "/busy/short") for _ in range(2))
    assert (first.status, first.headers["Retry-After"]) == (429, "1")
    assert "forty members" in second.text
    assert _get(site, "busy", "/busy/long").headers["Retry-After"] == "3600"


def test_redirects_lead_on_round_and_away(site: RunningSite) -> None:
    goals = {
        path: _get(site, "harbour", path).headers["Location"]
        for path in ("/moved/1", "/moved/2", "/moved/3", "/loop/a", "/loop/b")
    }
    assert list(goals.values()) == ["/moved/2", "/moved/3", "/moved/here", "/loop/b", "/loop/a"]
    assert _get(site, "harbour", "/moved/here").status == 200
    assert "//10.0.0.1/" in _get(site, "harbour", "/away/private").headers["Location"]
    assert "//169.254.169.254/" in _get(site, "harbour", "/away/metadata").headers["Location"]


def test_silence_and_half_answers_are_what_they_say(site: RunningSite) -> None:
    connection = http.client.HTTPConnection(site.hosts["harbour"][7:], timeout=0.2)
    connection.request("GET", "/slow/never")
    with pytest.raises(TimeoutError):
        connection.getresponse()
    connection.close()
    with pytest.raises(http.client.IncompleteRead):
        _get(site, "harbour", "/broken/cut")


def test_a_small_body_unpacks_to_128_mib(site: RunningSite) -> None:
    packed = _get(site, "harbour", "/traps/packed")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.body) < 1_000_000
    assert len(gzip.decompress(packed.body)) == 128 << 20


def test_a_page_that_has_not_changed_says_304(site: RunningSite) -> None:
    page = _get(site, "skerrion", "/about")
    again = _get(site, "skerrion", "/about", If_None_Match=page.headers["ETag"])
    assert (again.status, again.body) == (304, b"")
    assert _get(site, "skerrion", "/about", If_None_Match='"other"').status == 200
    page = _get(site, "gauge", "/2024/ports")
    since = page.headers["Last-Modified"]
    assert _get(site, "gauge", "/2024/ports", If_Modified_Since=since).status == 304


@pytest.mark.parametrize(
    ("key", "path", "kind", "sentence"),
    [
        ("lomvik", "/files/annual-statement-2024", "application/pdf", "£36.8 million, after"),
        ("lomvik", "/files/lecture-notes", "wordprocessingml", "an untreated instrument"),
        ("gauge", "/notes/whimbrel-150", "text/plain", "weighs 14.2 kg in air"),
        ("digest", "/zh/gongsi", "text/html", "鲁本·卡斯特林自2021年7月1日起担任首席执行官"),
        ("digest", "/ar/marsa-nasim", "text/html", "كبيرة العلماء في الشركة"),
        ("digest", "/de/nordersiel", "text/html", "Strömungsprofiler vom Typ Whimbrel 600"),
        ("skerrion", "/people", "text/html", "since 15 January 2024"),
    ],
)
def test_a_document_can_be_read_whatever_its_name_and_header(
    site: RunningSite, key: str, path: str, kind: str, sentence: str
) -> None:
    got = _get(site, key, path)
    document = read_document(got.body, path, got.headers["Content-Type"])
    assert kind in document.media_type
    assert sentence in " ".join(document.text.split())


def test_the_feed_lists_the_pages_of_its_host(site: RunningSite) -> None:
    feed = _get(site, "courier", "/feed")
    assert feed.headers["Content-Type"].startswith("application/rss+xml")
    assert feed.text.count("<item>") == 5
    assert f"{site.hosts['courier']}/business/housing" in feed.text


def test_a_second_form_of_a_page_names_the_first(site: RunningSite) -> None:
    page = _get(site, "courier", "/business/second-hall/amp")
    canonical = f'<link rel="canonical" href="{site.hosts["courier"]}/business/second-hall">'
    assert canonical in page.text
    assert _get(site, "courier", "/business/housing/amp").status == 404
    copy = _get(site, "digest", "/reprint/second-hall")
    shared = "The ribbon was of fishing line"
    assert shared in page.text
    assert shared in copy.text


def test_what_needs_a_script_has_no_text_without_one(site: RunningSite) -> None:
    page = _get(site, "skerrion", "/app/orders")
    lines: list[str] = json.loads(_get(site, "skerrion", "/api/orders.json").body)
    assert "enable JavaScript" in page.text
    assert not any(line in page.text for line in lines)


def test_search_answers_as_searxng_does_best_first(site: RunningSite) -> None:
    answer: dict[str, Any] = json.loads(_search(site, "Skerrion's revenue in 2024").body)
    scores = [found["score"] for found in answer["results"]]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) > 10
    assert set(answer["results"][0]) >= {"url", "title", "content", "engine", "score"}
    assert answer["unresponsive_engines"] == [["farsight", "timeout"]]
    assert json.loads(_search(site, "zeppelin").body)["results"] == []
    chinese = json.loads(_search(site, "谁创立了斯凯里恩仪器公司？").body)["results"]
    assert chinese[0]["url"].startswith(f"{site.hosts['digest']}/zh/")


def test_search_finds_only_what_it_is_told_to(site: RunningSite) -> None:
    site.control(only=["/about", "/loop/a"])
    answer: dict[str, Any] = json.loads(_search(site, "Skerrion").body)
    urls: list[str] = [found["url"] for found in answer["results"]]
    assert {urllib.parse.urlsplit(url).path for url in urls} == {
        "/about",
        "/loop/a",
    }


@pytest.mark.parametrize(
    ("mode", "status", "begins"),
    [
        ("rate_limited", 429, b"<p>Too many"),
        ("forbidden", 403, b"<title>"),
        ("html", 200, b"<!DOCTYPE html>"),
        ("empty", 200, b'{"query"'),
        ("unresponsive", 200, b'{"query"'),
        ("cut", 200, b'{"query"'),
    ],
)
def test_search_can_be_told_to_fail(
    site: RunningSite, mode: str, status: int, begins: bytes
) -> None:
    site.control(mode=mode)
    got = _search(site, "Skerrion")
    assert got.status == status
    assert got.body.startswith(begins)
    if mode == "unresponsive":
        assert json.loads(got.body)["unresponsive_engines"]
    if mode == "cut":
        with pytest.raises(json.JSONDecodeError):
            json.loads(got.body)


def test_every_request_is_logged_but_those_to_the_controls(site: RunningSite) -> None:
    site.mark()
    _get(site, "skerrion", "/people", If_None_Match='"other"')
    _get(site, "harbour", "/loop/a?x=1")
    assert [(x.host, x.method, x.path, x.status, x.conditional) for x in site.news()] == [
        ("127.0.0.1", "GET", "/people", 200, True),
        ("127.0.0.6", "GET", "/loop/a?x=1", 302, False),
    ]


SCRIPT = Path(__file__).parents[2] / "demo" / "web_site.py"


def _said(*arguments: str) -> tuple[int, str, str]:
    """Let the site serve for no time at all."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--seconds", "0.05", *arguments],
        check=False,
        capture_output=True,
        text=True,
        timeout=30,
    )
    return done.returncode, done.stdout, done.stderr


def test_what_it_prints_says_how_long_it_serves_and_works_when_copied() -> None:
    code, out, _ = _said()
    assert code == 0
    assert "stops after 0.05 s (--seconds N)" in out
    assert "--port N keeps them" in out
    program, *words = shlex.split(out.splitlines()[-1])
    assert (words[0], words[-1]) == ("research", "--web")
    helped = subprocess.run([program, "--help"], check=True, capture_output=True, timeout=60)
    assert b"research" in helped.stdout


def test_a_port_that_is_given_is_that_of_every_address() -> None:
    port = re.findall(r":(\d+)", _said()[1])[0]
    code, out, _ = _said("--port", port)
    assert code == 0
    assert set(re.findall(r"127\.0\.0\.\d:(\d+)", out)) == {port}
    assert "keeps them" not in out


def test_a_port_that_is_taken_or_is_none_is_named(site: RunningSite) -> None:
    taken = site.search_url.rpartition(":")[2]
    code, _, said = _said("--port", taken)
    assert (code, said.strip()) == (1, f"Port {taken} is taken. Give another: --port N.")
    code, _, said = _said("--port", "70000")
    assert code == 2
    assert "70000 is no port" in said

"""Research on the web, through the public surface, over the demo's small web."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

import ascertain
from ascertain.evidence.limits import Limits
from web_site_process import LogLine, RunningSite, running_site

REVENUE = "What was Skerrion's revenue in 2024?"
ANSWERED = re.compile(r"revenue (?:in 2024 was|of) £36\.8 million|£36\.8 million in 2024")
RETRIED = {0, 429, 500, 502, 503, 504}
"""Statuses after which an address may be asked again in the same run; 0 is no answer."""

REFUSALS = {
    "/members/minutes-2024": ("blocked", "403"),
    "/archive/removed-2022": ("error", "404"),
    "/reports/broken-2023": ("error", "500"),
    "/busy/long": ("blocked", "429"),
    "/slow/never": ("error", "no answer|time"),
    "/broken/cut": ("error", "cut|end|clos|incomplete|disconnect|whole"),
    "/loop/a": ("error", "redirect|loop|round"),
    "/traps/packed": ("too_large", "MB|byte|large"),
    "/traps/large": ("too_large", "MB|byte|large"),
    "/busy/short": ("ok", ""),
}
WALLS = {
    "/internal/forecast-2026": ("robots", "robots"),
    "/charts/skerrion": ("robots", "robots"),
    "/consent/skerrion-2024": ("empty", "cookie|consent"),
    "/premium/skerrion-2024": ("empty", "subscri|pay|log"),
    "/archive/soft-404": ("empty", "not found|no such|404|exist"),
    "/broken/blank": ("empty", ""),
    "/app/orders": ("empty", "[Ss]cript|browser"),
    "/away/private": ("blocked", r"10\.0\.0\.1"),
    "/away/metadata": ("blocked", r"169\.254\.169\.254"),
    "/moved/1": ("ok", ""),
}


@dataclass
class Run:
    """A finished run, and what the site was asked in it."""

    result: ascertain.ResearchResult
    asked: list[LogLine]

    @property
    def path(self) -> Path:
        return self.result.path

    def rows(self, table: str) -> list[dict[str, Any]]:
        lines = (self.path / f"{table}.jsonl").read_text("utf-8").splitlines()
        return [json.loads(line) for line in lines]

    def bodies(self, kind: str) -> list[dict[str, Any]]:
        return [row["body"] for row in self.rows("events") if row["body"]["kind"] == kind]

    def by_path(self) -> dict[str, dict[str, Any]]:
        return {urlsplit(str(row["requested_url"])).path: row for row in self.rows("sources")}

    def claims(self) -> list[str]:
        """Their texts; which of two researchers comes first is left to chance."""
        return sorted(claim.text for claim in self.result.claims)


@dataclass
class Bench:
    """Runs over one site with one cache."""

    site: RunningSite
    folder: Path

    def run(
        self,
        question: str,
        only: Sequence[str] = (),
        *,
        mode: str = "ok",
        terms: ascertain.WebSpec | None = None,
        cache: str | None = None,
    ) -> Run:
        """Run; what may be found decides the cache, because searches are kept by their query."""
        kept = self.folder / (cache or f"cache-{hash((*only, mode))}")
        if self.site.process.poll() is None:
            self.site.control(mode=mode, only=only)
            self.site.mark()
        with pytest.MonkeyPatch.context() as patch:
            for name, value in self.site.environment(kept).items():
                patch.setenv(name, value)
            result = asyncio.run(
                ascertain.research(
                    question,
                    web=terms or True,
                    out=self.folder / "runs",
                    limits=Limits(rounds=1, max_seconds=90),
                )
            )
        gone = self.site.process.poll() is not None
        return Run(result, [] if gone else self.site.news())


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("web")
    with running_site(folder) as site:
        yield Bench(site, folder)


@pytest.fixture(scope="module")
def whole_run(bench: Bench) -> Run:
    """The site's own question, with everything that its search finds."""
    return bench.run(bench.site.question)


@pytest.fixture(scope="module")
def refused_run(bench: Bench) -> Run:
    return bench.run(REVENUE, [*REFUSALS])


@pytest.fixture(scope="module")
def walled_run(bench: Bench) -> Run:
    return bench.run(REVENUE, [*WALLS])


def test_a_question_is_answered_from_several_hosts(whole_run: Run) -> None:
    assert whole_run.result.manifest.status == "collected"
    sources = {row["id"]: row for row in whole_run.rows("sources")}
    used = {str(sources[row["source_id"]]["canonical_url"]) for row in whole_run.rows("evidence")}
    assert len({urlsplit(url).hostname for url in used}) >= 3
    quotes = " ".join(row["selector"]["exact"] for row in whole_run.rows("evidence"))
    assert ANSWERED.search(quotes)
    assert re.search(r"chief executive", quotes)
    assert (whole_run.path / "report.html").exists()


def test_every_quote_stands_in_the_copy_that_was_saved(whole_run: Run) -> None:
    rows = whole_run.rows("evidence")
    assert rows
    for row in rows:
        text = (whole_run.path / "snapshots" / f"{row['snapshot']}.txt").read_text("utf-8")
        selector = row["selector"]
        assert text[selector["start"] : selector["end"]] == selector["exact"]
    assert ascertain.verify(whole_run.path).problems == ()


def test_no_address_is_asked_twice_and_robots_once_per_host(whole_run: Run) -> None:
    _assert_asked_once(whole_run.asked)


def _assert_asked_once(asked: Sequence[LogLine]) -> None:
    pages = [line for line in asked if not line.path.startswith("/search?")]
    assert pages
    times = Counter((line.host, line.path) for line in pages)
    settled = {(line.host, line.path) for line in pages if line.status not in RETRIED}
    assert {
        key: count
        for key, count in times.items()
        if count > 1 and key in settled and key[1] not in {"/busy/short", "/broken/cut"}
    } == {}
    assert max(times.values()) <= 3


def test_addresses_with_tracking_parameters_are_one_source(bench: Bench) -> None:
    tracked = "/business/results-2024?utm_source=letter&utm_medium=mail&utm_campaign=spring"
    clicked = "/business/results-2024?fbclid=IwAR0invented&utm_source=feed"
    run = bench.run(REVENUE, [tracked, clicked, "/business/results-2024"])
    asked = [line for line in run.asked if line.path.startswith("/business/results-2024")]
    assert len(asked) == 1
    assert [row["canonical_url"] for row in run.rows("sources")] == [
        f"{bench.site.hosts['courier']}/business/results-2024"
    ]


def test_a_second_run_asks_nothing_and_says_the_same(bench: Bench, whole_run: Run) -> None:
    again = bench.run(bench.site.question)
    assert again.asked == []
    assert again.claims() == whole_run.claims()
    assert all(row["from_cache"] for row in again.rows("sources") if row["status"] == "ok")


def test_refresh_asks_whether_pages_have_changed(bench: Bench, whole_run: Run) -> None:
    terms = ascertain.WebSpec(refresh=True)
    again = bench.run(bench.site.question, terms=terms)
    unchanged = [line for line in again.asked if line.status == 304]
    assert unchanged
    assert all(line.conditional for line in unchanged)
    assert any(line.path.startswith("/search?") for line in again.asked)
    _assert_asked_once(again.asked)
    assert again.claims() == whole_run.claims()


def test_offline_works_when_the_web_is_gone(tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        bench = Bench(site, tmp_path)
        first = bench.run(REVENUE)
        site.stop()
        again = bench.run(REVENUE, terms=ascertain.WebSpec(offline=True))
    assert first.result.manifest.status == "collected"
    assert again.claims() == first.claims()
    assert again.result.manifest.status == "collected"


def test_offline_without_kept_pages_says_so(bench: Bench) -> None:
    run = bench.run(REVENUE, terms=ascertain.WebSpec(offline=True), cache="unused")
    assert run.asked == []
    assert run.result.manifest.status == "incomplete"
    assert "offline" in (run.result.manifest.error or "")


@pytest.mark.parametrize("path", REFUSALS)
def test_a_fault_has_its_own_status_and_reason(refused_run: Run, path: str) -> None:
    _assert_stands(refused_run, path, *REFUSALS[path])


@pytest.mark.parametrize("path", WALLS)
def test_a_page_that_gives_no_text_says_why(walled_run: Run, path: str) -> None:
    _assert_stands(walled_run, path, *WALLS[path])


def _assert_stands(run: Run, path: str, status: str, reason: str) -> None:
    source = run.by_path()[path]
    assert (source["status"], path) == (status, path), source["error"]
    if status == "ok":
        assert source["error"] is None
        assert source["content_hash"]
    else:
        assert re.search(reason, source["error"])
        assert source["content_hash"] is None


def test_faults_do_not_end_a_run_and_are_listed_in_its_report(refused_run: Run) -> None:
    assert refused_run.result.manifest.status in {"collected", "no_evidence"}
    report = (refused_run.path / "report.md").read_text("utf-8")
    assert "/members/minutes-2024" in report
    assert "403" in report


def test_what_is_tried_again_is_tried_at_most_three_times(
    refused_run: Run, walled_run: Run
) -> None:
    for run in (refused_run, walled_run):
        _assert_asked_once(run.asked)
    times = Counter(line.path for line in refused_run.asked)
    assert times["/members/minutes-2024"] == times["/archive/removed-2022"] == 1
    assert times["/busy/long"] == 1
    assert times["/busy/short"] == 2


def test_a_redirect_to_a_private_address_is_refused_and_recorded(walled_run: Run) -> None:
    refused = {row["url"]: row for row in walled_run.bodies("request_refused")}
    assert set(refused) >= {
        "http://10.0.0.1/revenue",
        "http://169.254.169.254/latest/meta-data/",
    }
    sources = walled_run.by_path()
    assert refused["http://10.0.0.1/revenue"]["source_id"] == sources["/away/private"]["id"]


def test_redirects_on_the_way_are_kept(bench: Bench, walled_run: Run) -> None:
    source = walled_run.by_path()["/moved/1"]
    origin = bench.site.hosts["harbour"]
    assert source["redirects"] == [f"{origin}/moved/{number}" for number in (1, 2, 3)]
    assert source["resolved_url"] == f"{origin}/moved/here"


def test_what_robots_forbids_is_never_asked(walled_run: Run) -> None:
    paths = [line.path for line in walled_run.asked]
    assert "/internal/forecast-2026" not in paths
    assert "/charts/skerrion" not in paths
    assert "/robots.txt" in paths


def test_failures_are_kept_too(bench: Bench, walled_run: Run) -> None:
    again = bench.run(REVENUE, [*WALLS])
    assert again.asked == []
    before, after = walled_run.by_path(), again.by_path()
    assert {path: row["status"] for path, row in after.items()} == {
        path: row["status"] for path, row in before.items()
    }


def test_a_reprint_is_linked_to_the_text_that_it_repeats(bench: Bench) -> None:
    run = bench.run(
        "How much did the second assembly hall of Skerrion cost?",
        ["/business/second-hall", "/reprint/second-hall"],
    )
    sources = run.rows("sources")
    linked = [row for row in sources if row["duplicate_of"]]
    assert [row["status"] for row in sources] == ["ok", "ok"]
    assert len(linked) == 1
    assert linked[0]["duplicate_of"] in {row["id"] for row in sources} - {linked[0]["id"]}
    assert run.result.claims
    assert all(claim.independent_sources == 1 for claim in run.result.claims)


def test_hidden_instructions_are_neither_followed_nor_quoted(bench: Bench) -> None:
    run = bench.run(
        "What was Skerrion's revenue in 2024, and who is chief executive of Skerrion?",
        ["/reviews/whimbrel-600", "/news/2025-03-20-results-2024", "/people"],
    )
    assert run.by_path()["/reviews/whimbrel-600"]["status"] == "ok"
    written = (
        (run.path / name).read_text("utf-8")
        for name in ("evidence.jsonl", "claims.jsonl", "report.md", "report.json")
    )
    assert not re.search("Marlowe|£99|169\\.254", "".join(written))
    assert not any("169.254" in line.path for line in run.asked)
    assert ANSWERED.search(" ".join(run.claims()))


@pytest.mark.parametrize(
    ("question", "only", "quoted"),
    [
        (REVENUE, "/files/annual-statement-2024", "£36.8 million"),
        ("Who founded Skerrion Instruments?", "/files/lecture-notes", "founded Skerrion"),
        ("How much does the Whimbrel 150 weigh?", "/notes/whimbrel-150", "14.2 kg"),
        ("谁创立了斯凯里恩仪器公司？", "/zh/gongsi", "艾尔莎·赫斯特万"),
        ("斯凯里恩仪器公司2024年的营业收入是多少？", "/zh/zhoushan-2025", "3680万英镑"),
    ],
)
def test_documents_are_quoted_whatever_their_format_and_encoding(
    bench: Bench, question: str, only: str, quoted: str
) -> None:
    run = bench.run(question, [only])
    assert quoted in " ".join(row["selector"]["exact"] for row in run.rows("evidence"))


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("rate_limited", "429|rate|slow"),
        ("forbidden", "403|JSON|json"),
        ("html", "HTML|JSON|json"),
        ("cut", "JSON|json|cut"),
        ("unresponsive", "CAPTCHA|quillfind|engine"),
    ],
)
def test_a_search_that_fails_makes_the_run_incomplete_and_is_named(
    bench: Bench, mode: str, said: str
) -> None:
    run = bench.run(REVENUE, mode=mode)
    assert run.result.manifest.status == "incomplete"
    error = run.result.manifest.error or ""
    assert "searxng" in error.casefold()
    assert re.search(said, error)
    failed = run.bodies("search_failed")
    assert "searxng" in {row["provider"] for row in failed} or "searxng" in failed[0]["reason"]
    assert {line.path.partition("?")[0] for line in run.asked} == {"/search"}


def test_a_search_that_finds_nothing_is_no_failure(bench: Bench) -> None:
    run = bench.run(REVENUE, mode="empty")
    assert run.result.manifest.status == "no_evidence"
    assert run.bodies("search_failed") == []

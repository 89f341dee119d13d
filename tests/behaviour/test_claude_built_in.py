"""Runs in which the SDK's own program searches and reads the web itself, under our rules."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import ascertain
from ascertain.bootstrap.program_wiring import ProgramSpec
from ascertain.bootstrap.run_wiring import Observers, ResearchSpec, run_research
from ascertain.bootstrap.web_wiring import WebSpec
from ascertain.evidence.events import Event
from ascertain.evidence.limits import Limits
from ascertain.interfaces.python_api import ResearchResult
from certificates import Authority, make_authority
from live_servers import LiveServer, answer, fixed, live_server
from model_scripts import PLAN
from model_server import Asked, Blocks, Fail, ModelServer, Reply, Say, Use, model_server

RECORD = "mcp__research__evidence_record"
TRUE = "Skerrion Instruments was founded in 2012 by Ailsa Hestvane."
MADE_UP = "Skerrion Instruments has made kites since 2013."
PAGE = f"""<!doctype html><html lang="en"><head><title>About</title></head><body><main>
<h1>About Skerrion</h1><p>{TRUE} Its first office stood above a bakery in the harbour
quarter, where six people built tide gauges by hand and sold them to fishing towns.</p>
<p>Later the company moved to a former net loft, and hired its first engineers for software,
who wrote the program that still reads the gauges every ten minutes of the day.</p>
</main></body></html>"""

# The SDK leaves streams and its program's handle open where the program is cut off.
pytestmark = [
    pytest.mark.usefixtures("sdk_leftovers"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return make_authority(tmp_path_factory.mktemp("authority"), "IP:127.0.0.1")


@dataclass
class Stage:
    """A run on a site of one page, with what was asked of site and model."""

    site: LiveServer
    result: ResearchResult
    model: ModelServer
    events: list[Event] = field(default_factory=list[Event])

    def bodies(self, kind: str) -> list[Any]:
        return [event.body for event in self.events if event.body.kind == kind]


def draft(url: str, quote: str) -> dict[str, Any]:
    return {
        "claim_type": "event",
        "claim": quote,
        "source_url": url,
        "source_type": "official_company_page",
        "quote": quote,
    }


def is_search(asked: Asked) -> bool:
    return "web_search_20250305" in asked.whole


def is_reading(asked: Asked) -> bool:
    return "Web page content" in asked.first


def found(*urls: str) -> Reply:
    results = [
        {"type": "web_search_result", "title": "About", "url": url, "encrypted_content": "x"}
        for url in urls
    ]
    return Blocks(
        [
            {
                "type": "server_tool_use",
                "id": "srvtoolu_1",
                "name": "web_search",
                "input": {"query": "Skerrion"},
            },
            {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": results},
            {"type": "text", "text": "One page."},
        ]
    )


def reading(*then: Callable[[str], Reply]) -> Callable[[str], Callable[[Asked], Reply]]:
    """Make a script that searches, reads the site's page, and goes on as given."""

    def on(url: str) -> Callable[[Asked], Reply]:
        def script(asked: Asked) -> Reply:
            if is_search(asked):
                return found(url)
            if is_reading(asked):
                return Say(f"{TRUE} {MADE_UP}")
            if asked.turn == 0:
                return Use([("WebSearch", {"query": "Skerrion founded"})])
            if asked.turn == 1:
                return Use([("WebFetch", {"url": url, "prompt": "Who founded it?"})])
            following = asked.turn - 2
            return then[following](url) if following < len(then) else Say("Recorded: E1.")

        return script

    return on


@asynccontextmanager
async def staged(
    on: Callable[[str], Callable[[Asked], Reply]],
    authority: Authority,
    out: Path,
    monkeypatch: pytest.MonkeyPatch,
    page: bytes | None = None,
    limits: Limits | None = None,
) -> AsyncGenerator[Stage]:
    given = page or answer(PAGE.encode(), headers=[("Content-Type", "text/html; charset=utf-8")])
    events: list[Event] = []
    async with live_server(fixed(given), tls=authority.serving()) as site:
        url = f"https://127.0.0.1:{site.port}/about"
        with model_server(on(url), name="claude-sonnet-5") as model:
            monkeypatch.setenv("ANTHROPIC_BASE_URL", model.url)
            monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-test")
            monkeypatch.setenv("NODE_EXTRA_CA_CERTS", str(authority.certificate))
            monkeypatch.setenv("SSL_CERT_FILE", str(authority.certificate))
            monkeypatch.setenv("ASCERTAIN_OPEN_HOSTS", f"127.0.0.1:{site.port}")
            monkeypatch.setenv("ASCERTAIN_BROWSER", "off")
            path, _ = await run_research(
                ResearchSpec(
                    plan=PLAN,
                    corpus=(),
                    out=out,
                    web=WebSpec(),
                    limits=limits or Limits(rounds=1, max_seconds=90),
                    runtime="claude",
                    model="claude-sonnet-5",
                    program=ProgramSpec(sources="built-in"),
                    prose=False,
                ),
                Observers(event=events.append),
            )
            yield Stage(site, ascertain.load(path), model, events)


async def test_what_the_program_says_of_a_page_counts_once_the_page_itself_holds_it(
    authority: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on = reading(
        lambda url: Use([(RECORD, draft(url, TRUE)), (RECORD, draft(url, MADE_UP))]),
    )
    async with staged(on, authority, tmp_path, monkeypatch) as stage:
        result = stage.result
        assert result.manifest.status == "collected", result.manifest.error
        true, made_up = result.evidence
        assert {true.observed_text, made_up.observed_text} == {"processed"}
        assert (true.validation_status, made_up.validation_status) == (
            "supported",
            "not_enough_evidence",
        )
        checks = {check.name: check for check in made_up.checks}
        assert checks["page"].outcome == "fail"
        assert "does not hold the quote" in checks["page"].detail
        (again,) = stage.bodies("page_reread")
        assert again.source_id == true.source_id != again.page_id
        (search,) = stage.bodies("search_done")
        assert search.leads[0].url.startswith("https://127.0.0.1")
        assert ascertain.verify(result.path).problems == ()
        report = (result.path / "report.md").read_text("utf-8")
        assert "kites" not in report.split("## ")[1]
        assert "Why not: the page itself, read by this run, does not hold the quote" in report
        assert "said of the page (the quote stands in the page itself" in report


async def test_the_models_log_and_the_ledger_agree_on_calls_of_the_programs_own_tools(
    authority: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on = reading(lambda url: Use([(RECORD, draft(url, TRUE))]))
    async with staged(on, authority, tmp_path, monkeypatch) as stage:
        calls = [body.call for body in stage.bodies("model_called")]
        assert sum(call.calls for call in calls) == len(stage.model.answered) == 6
        # Only ours and the two for the web are offered, and ours read no web beside them.
        main = next(asked for asked in stage.model.asked if not is_search(asked))
        assert {"WebFetch", "WebSearch"} < set(main.tools)
        assert not any("web_read" in name or "web_search" in name for name in main.tools)


async def test_an_address_that_policy_refuses_is_not_asked_and_keeps_its_place(
    authority: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    private = ["https://10.0.0.1/", "http://169.254.169.254/latest", "https://user:p@example.org/"]
    on = reading(
        lambda _: Use([("WebFetch", {"url": url, "prompt": "say"}) for url in private]),
        lambda url: Use([(RECORD, draft(url, TRUE))]),
    )
    async with staged(on, authority, tmp_path, monkeypatch) as stage:
        assert stage.result.manifest.status == "collected", stage.result.manifest.error
        failed = {source.requested_url: source for source in stage.result.sources}
        assert "refused" in (failed["https://10.0.0.1/"].error or "")
        assert "refused" in (failed["http://169.254.169.254/latest"].error or "")
        refused = stage.bodies("tool_refused")
        assert [body.code for body in refused] == ["password_in_address"]
        assert sum(is_reading(asked) for asked in stage.model.asked) == 1


async def test_places_hold_for_the_programs_own_reading(
    authority: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on = reading(
        lambda url: Use([("WebFetch", {"url": f"{url}?{at}", "prompt": "say"}) for at in (1, 2)]),
        lambda url: Use([(RECORD, draft(url, TRUE))]),
    )
    limits = Limits(rounds=1, max_seconds=90, max_sources=2)
    async with staged(on, authority, tmp_path, monkeypatch, limits=limits) as stage:
        assert sum(is_reading(asked) for asked in stage.model.asked) == 2
        assert [body.code for body in stage.bodies("tool_refused")] == ["limit_reached"]


async def test_a_page_that_is_not_there_and_a_search_that_fails_say_so(
    authority: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def on(url: str) -> Callable[[Asked], Reply]:
        usual = reading(lambda url: Use([(RECORD, draft(url, TRUE))]))(url)

        def script(asked: Asked) -> Reply:
            return Fail(400, {"retry-after": "0"}) if is_search(asked) else usual(asked)

        return script

    gone = answer(b"gone", status="404 Not Found")
    async with staged(on, authority, tmp_path, monkeypatch, page=gone) as stage:
        assert stage.result.manifest.status == "incomplete"
        assert stage.bodies("search_failed")
        (source,) = stage.result.sources
        assert "404" in (source.error or "")
        assert [body.code for body in stage.bodies("evidence_refused")] == ["source_not_read"]

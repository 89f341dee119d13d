"""A researcher that obeys whatever pages order: what code lets it do, and what it does not."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import unicodedata
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

import ascertain
from ascertain.bootstrap.model_wiring import ModelParts
from ascertain.evidence.brief import Brief, HandBack
from ascertain.evidence.events import (
    Event,
    EventBody,
    EvidenceRefused,
    RequestRefused,
    ResearcherEnded,
    SearchDone,
    SourceAsked,
    ToolCalled,
    ToolRefused,
    parse_event,
)
from ascertain.evidence.limits import Limits, Usage
from ascertain.evidence.plan import ResearchPlan, Subquestion
from ascertain.ports.meter import Meter
from ascertain.ports.toolbox import Toolbox, ToolReply
from ascertain.sources.urls import canonical_url
from injection_pages import InjectionPage, injection_pages, place_of
from live_servers import Answering, Asked, LiveServer, answer, fixed, live_server

PAGES = injection_pages()
SOURCES, RECORDS = 10, 6
_DONE = {"ok", "blocked", "admitted", "exists"}
"""Endings of calls that were carried out; a source that was blocked is an answer, too."""
_HTML = [("Content-Type", "text/html; charset=utf-8")]
SECRETS = {
    name: f"canary-{name.lower()}-7d1f"
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "TAVILY_API_KEY", "SOME_OTHER_SECRET")
}
NAMES = {
    "127.0.0.9.nip.example": ["127.0.0.9"],
    "localhost.nip.example": ["127.0.0.9"],
    "7f000009.nip.example": ["127.0.0.9"],
    "mixed.nip.example": ["93.184.216.34", "127.0.0.9"],
}
Body = TypeVar("Body", bound=EventBody)


class ObeyingRuntime:
    """Reads its page, records what is true, does all that the page orders, lies at the end."""

    name = "obeying"

    def __init__(self, pages: Sequence[InjectionPage], site: str) -> None:
        self._pages = {page.name: page for page in pages}
        self._site = site
        self.honest: dict[str, tuple[str, str]] = {}
        self.endings: dict[str, list[str]] = {}

    async def run(self, brief: Brief, toolbox: Toolbox, meter: Meter) -> HandBack:
        """Carry out the orders on the page that the brief is named after."""
        page = self._pages[brief.subquestion.id]
        url = f"{self._site}{place_of(page.name)}"
        read = await toolbox.call("web.read", {"url": url})
        draft = {
            **{"claim_type": "other", "source_type": "other", "source_url": url},
            **{"claim": page.true_sentence, "quote": page.true_sentence},
        }
        recorded = await toolbox.call("evidence.record", draft)
        self.honest[page.name] = (_ending(read), _ending(recorded))
        self.endings[page.name] = [
            _ending(await toolbox.call(call.tool, call.arguments)) for call in page.calls
        ]
        return HandBack(
            sub_question_id=brief.subquestion.id,
            conclusion=page.says,
            evidence_ids=("E1", "E999"),
            ending="finished",
            usage=Usage(sources_tried=-99, evidence_admitted=500),
        )


def _ending(reply: ToolReply) -> str:
    content = reply.content
    assert isinstance(content, dict)
    return str(content.get("status" if reply.ok else "code", "ok"))


@dataclass
class Stage:
    """The site that serves the pages, the canaries, and what this process did to the network.

    Attributes:
        canary: the port of the canaries, on every address that the pages mean.
        sung: who connected to a canary.
    """

    site: LiveServer
    canary: int
    pages: list[InjectionPage]
    sung: list[object]
    dialled: set[tuple[str, int]] = field(default_factory=set[tuple[str, int]])
    looked_up: set[str] = field(default_factory=set[str])

    @property
    def origin(self) -> str:
        return f"http://{self.site.host}"

    def watch(self, patch: pytest.MonkeyPatch) -> None:
        """Note every connection and look-up; names have a script, other machines do not exist."""
        connect, resolve = socket.socket.connect, socket.getaddrinfo

        def noting(sock: socket.socket, address: Any) -> None:
            if isinstance(address, tuple):
                self.dialled.add((str(address[0]), int(address[1])))
                if not str(address[0]).startswith("127.") and address[0] != "::1":
                    raise AssertionError(f"a run tried to reach {address}")
            connect(sock, address)

        def scripted(host: Any, port: Any, *more: Any, **named: Any) -> Any:
            try:
                return resolve(host, port, *more, flags=socket.AI_NUMERICHOST, **named)
            except socket.gaierror:
                self.looked_up.add(str(host))
            if host not in NAMES:
                raise socket.gaierror(socket.EAI_NONAME, "no such name")
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (a, port)) for a in NAMES[host]]

        patch.setattr(socket.socket, "connect", noting)
        patch.setattr(socket, "getaddrinfo", scripted)


@dataclass
class Run:
    """A finished run over some of the pages."""

    result: ascertain.ResearchResult
    pages: list[InjectionPage]
    events: list[Event]

    def bodies(self, kind: type[Body]) -> list[Body]:
        return [event.body for event in self.events if isinstance(event.body, kind)]

    def text(self, sha256: str) -> str:
        return (self.result.path / "snapshots" / f"{sha256}.txt").read_bytes().decode()

    def sentences(self) -> list[tuple[str, tuple[str, ...]]]:
        assert self.result.report is not None
        return [
            (sentence.text, sentence.claim_ids)
            for section in self.result.report.sections
            for sentence in (*section.sentences, *section.further)
        ]


@dataclass
class Obeyed:
    """All runs, and how each call in them ended."""

    stage: Stage
    runtime: ObeyingRuntime
    runs: list[Run]

    def of(self, page: InjectionPage) -> tuple[Run, InjectionPage]:
        """Return the run that the page was read in, and the page with the addresses it had."""
        for run in self.runs:
            for served in run.pages:
                if served.name == page.name:
                    return run, served
        raise AssertionError(f"{page.name} was read in no run")


@pytest.fixture(scope="module")
def obeyed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Obeyed]:
    with pytest.MonkeyPatch.context() as patch:
        yield asyncio.run(_obey(tmp_path_factory.mktemp("injections"), patch))


async def _obey(folder: Path, patch: pytest.MonkeyPatch) -> Obeyed:
    async with _stage() as stage:
        stage.watch(patch)
        runtime = ObeyingRuntime(stage.pages, stage.origin)

        async def replaced(*_: object) -> ModelParts:
            return ModelParts(lambda _: runtime, (), None, None, None, "no model", {})

        patch.setattr("ascertain.bootstrap.run_wiring.open_models", replaced)
        settings = {
            "ASCERTAIN_SEARCH": "searxng",
            "ASCERTAIN_SEARXNG_URL": f"{stage.origin}/search",
            "ASCERTAIN_OPEN_HOSTS": stage.site.host,
            "ASCERTAIN_CACHE_DIR": str(folder / "cache"),
            "ASCERTAIN_BROWSER": "off",
            "ASCERTAIN_WORKERS": "1",
        }
        for name, value in {**settings, **SECRETS}.items():
            patch.setenv(name, value)
        policy = folder / "policy.toml"
        # The canary's port and the names are let through, so that addresses alone decide.
        policy.write_text(
            f'allow = ["127.0.0.1", "*.nip.example"]\nports = [80, 443, {stage.canary}]\n'
            "delay_s = 0\nper_host = 32\n",
            "utf-8",
        )
        runs = [
            await _one_run(stage.pages[at : at + 9], policy, folder / "runs")
            for at in range(0, len(stage.pages), 9)
        ]
        return Obeyed(stage, runtime, runs)


@asynccontextmanager
async def _stage() -> AsyncGenerator[Stage]:
    served: dict[str, bytes] = {}
    sung: list[object] = []

    async def sing(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        sung.append(writer.get_extra_info("peername"))
        writer.close()

    async with contextlib.AsyncExitStack() as stack:
        site = await stack.enter_async_context(live_server(_site(served)))
        first = await asyncio.start_server(sing, "127.0.0.9", 0)
        await stack.enter_async_context(first)
        port: int = first.sockets[0].getsockname()[1]
        for address in ("127.0.0.1", "::1"):
            with contextlib.suppress(OSError):  # no IPv6 here, or the port is another's
                more = await asyncio.start_server(sing, address, port)
                await stack.enter_async_context(more)
        pages = injection_pages(f"http://{site.host}", f"http://127.0.0.9:{port}")
        stage = Stage(site, port, pages, sung)
        served.update(_answers(stage))
        yield stage


def _answers(stage: Stage) -> dict[str, bytes]:
    """Return the answers of the site, by path."""
    kinds = {"html": "text/html; charset=utf-8", "txt": "text/plain; charset=utf-8"}
    moves = {
        "canary": f"http://127.0.0.9:{stage.canary}/landed",
        "metadata": "http://169.254.169.254/latest/meta-data/",
        "file": "file:///etc/passwd",
        "named": f"http://127.0.0.9.nip.example:{stage.canary}/",
        "twice": "/go/canary",
    }
    answers = {
        place_of(page.name): answer(
            page.html.encode(), headers=[("Content-Type", kinds[page.name.rpartition(".")[2]])]
        )
        for page in stage.pages
    }
    for name, to in moves.items():
        answers[f"/go/{name}"] = answer(status="302 Found", headers=[("Location", to)])
    for at in range(1, 14):
        answers[f"/more/{at}"] = answer(f"<p>Leaf {at} of the album.</p>".encode(), headers=_HTML)
    answers["/collect"] = answer(b"<p>Thank you. Nothing more is here.</p>", headers=_HTML)
    answers["/search"] = answer(b'{"results": []}', headers=[("Content-Type", "application/json")])
    return answers


def _site(served: dict[str, bytes]) -> Answering:
    async def give(asked: Asked, writer: asyncio.StreamWriter) -> bool:
        writer.write(served.get(asked.path.partition("?")[0], answer(status="404 Not Found")))
        return True

    return give


async def _one_run(pages: list[InjectionPage], policy: Path, out: Path) -> Run:
    plan = ResearchPlan(
        question="What do these places say of themselves?",
        subquestions=tuple(
            Subquestion(id=page.name, question=f"What does {page.name} say?", query=page.name)
            for page in pages
        ),
    )
    result = await ascertain.research(
        plan=plan,
        web=ascertain.WebSpec(policy=policy),
        out=out,
        limits=Limits(rounds=1, max_sources=SOURCES, max_evidence_records=RECORDS, max_seconds=90),
    )
    lines = (result.path / "events.jsonl").read_bytes().splitlines()
    return Run(result, pages, [parse_event(line) for line in lines])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_orders_ends_as_code_decides(obeyed: Obeyed, page: InjectionPage) -> None:
    _, served = obeyed.of(page)
    ended = obeyed.runtime.endings[page.name]
    wanted = [(call.tool[:40], call.ends) for call in served.calls]
    assert [(call.tool[:40], got) for call, got in zip(served.calls, ended, strict=True)] == wanted


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_refusal_is_on_record_with_its_reason(obeyed: Obeyed, page: InjectionPage) -> None:
    run, served = obeyed.of(page)
    said = [
        (body.tool, body.code, body.message)
        for body in run.bodies(ToolRefused)
        if body.sub_question_id == page.name
    ] + [
        ("evidence.record", body.code, body.message)
        for body in run.bodies(EvidenceRefused)
        if body.sub_question_id == page.name
    ]
    assert all(message.strip() for _, _, message in said)
    assert Counter((tool, code) for tool, code, _ in said) == Counter(
        (call.tool[:100].strip(), call.ends) for call in served.calls if call.ends not in _DONE
    )
    called = [body for body in run.bodies(ToolCalled) if body.sub_question_id == page.name]
    assert [body.tool for body in called[2:]] == [call.tool[:100].strip() for call in served.calls]
    assert Counter(body.ok for body in called[2:]) == Counter(
        call.ends in _DONE for call in served.calls
    )


def test_every_request_that_policy_stopped_is_on_record_with_its_address(obeyed: Obeyed) -> None:
    stopped = 0
    for run in obeyed.runs:
        sources = {canonical_url(source.requested_url): source for source in run.result.sources}
        refused = defaultdict[str, list[RequestRefused]](list)
        for body in run.bodies(RequestRefused):
            refused[body.source_id].append(body)
        for url in _addresses(run, "blocked"):
            source = sources[canonical_url(url)]
            assert source.status == "blocked"
            assert [body.reason for body in refused[source.id]] == [source.error], url
            assert source.content_hash is None
            stopped += 1
    assert stopped >= 60


def test_no_request_leaves_for_anywhere_but_the_site_that_policy_opens(obeyed: Obeyed) -> None:
    stage = obeyed.stage
    assert stage.sung == []
    assert stage.dialled == {("127.0.0.1", stage.site.port)}
    # A look-up tells the name to whoever owns it: only names that policy lets through are asked.
    assert stage.looked_up == set(NAMES)


def test_the_site_was_asked_nothing_but_what_calls_said(obeyed: Obeyed) -> None:
    called = [call for run in obeyed.runs for page in run.pages for call in page.calls]
    addresses = [urlsplit(url) for run in obeyed.runs for url in _addresses(run, "ok")]
    searched = {
        str(call.arguments["query"])
        for call in called
        if call.ends == "ok" and call.tool == "web.search"
    }
    asked = [one.path.partition("?") for one in obeyed.stage.site.asked]
    queries = {(path, unquote(query)) for path, _, query in asked if query and path != "/search"}
    assert queries == {(url.path, unquote(url.query)) for url in addresses if url.query}
    assert {parse_qs(query)["q"][0] for path, _, query in asked if path == "/search"} == searched
    assert {one.method for one in obeyed.stage.site.asked} == {"GET"}
    assert not any(one.body for one in obeyed.stage.site.asked)


def test_no_key_and_no_other_value_of_the_environment_leaves_or_is_kept(obeyed: Obeyed) -> None:
    secrets = [secret.encode() for secret in SECRETS.values()]
    sent = [one.raw_head + one.body for one in obeyed.stage.site.asked]
    kept = [
        path.read_bytes()
        for run in obeyed.runs
        for path in run.result.path.rglob("*")
        if path.is_file()
    ]
    assert len(kept) > len(obeyed.runs) * 10
    assert not [secret for secret in secrets for content in (*sent, *kept) if secret in content]


def test_evidence_quotes_only_what_stands_in_the_saved_copy_of_its_source(obeyed: Obeyed) -> None:
    for run in obeyed.runs:
        sources = {source.id: source for source in run.result.sources}
        pages = {page.name: page for page in run.pages}
        assert run.result.evidence
        for evidence in run.result.evidence:
            source, text = sources[evidence.source_id], run.text(evidence.snapshot)
            assert source.status == "ok"
            assert source.content_hash == evidence.snapshot
            where = evidence.selector
            assert text[where.start : where.end] == where.exact
            assert _folded(where.exact) == _folded(evidence.quote)
            # The saved text is the page's own, and the address is where it was read.
            assert evidence.resolved_source_url == source.resolved_url
            page = pages.get(urlsplit(evidence.resolved_source_url).path.rpartition("/")[2])
            assert page is None or _folded(page.true_sentence) in _folded(text)
        assert ascertain.verify(run.result.path).problems == ()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_true_sentence_of_a_page_is_reported_whatever_else_stands_there(
    obeyed: Obeyed, page: InjectionPage
) -> None:
    run, _ = obeyed.of(page)
    assert obeyed.runtime.honest[page.name] == ("ok", "admitted")
    assert page.true_sentence in {text for text, _ in run.sentences()}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_wants_said_is_no_sentence_of_the_report(
    obeyed: Obeyed, page: InjectionPage
) -> None:
    run, served = obeyed.of(page)
    said = {_folded(text) for text, _ in run.sentences()}
    assert not said & {_folded(text) for text in (*served.never_reported, served.says)}
    if served.says:
        files = {path.name: path.read_text("utf-8") for path in run.result.path.glob("*.*")}
        assert served.says in files["summary.md"]
        assert not [name for name in ("report.md", "report.html") if served.says in files[name]]


def test_every_sentence_of_a_report_stands_word_for_word_in_a_source_that_it_names(
    obeyed: Obeyed,
) -> None:
    for run in obeyed.runs:
        claims = {claim.id: claim for claim in run.result.claims}
        evidence = {one.id: one for one in run.result.evidence}
        for text, ids in run.sentences():
            assert {claims[name].verdict for name in ids} == {"supported"}
            cited = [evidence[link.id].snapshot for name in ids for link in claims[name].evidence]
            assert any(_folded(text) in _folded(run.text(sha256)) for sha256 in cited)


def test_limits_hold_whatever_a_page_promises(obeyed: Obeyed) -> None:
    most: Counter[str] = Counter()
    for run in obeyed.runs:
        for back in (body.hand_back for body in run.bodies(ResearcherEnded)):
            assert 0 <= back.usage.sources_tried <= SOURCES
            assert back.usage.evidence_admitted == len(back.evidence_ids) <= RECORDS
            most["sources"] = max(most["sources"], back.usage.sources_tried)
            most["records"] = max(most["records"], len(back.evidence_ids))
    assert most == {"sources": SOURCES, "records": RECORDS}


def test_a_hand_back_holds_what_code_counted_whatever_the_researcher_says(obeyed: Obeyed) -> None:
    for run in obeyed.runs:
        known = {one.id: one.sub_question_id for one in run.result.evidence}
        for back in (body.hand_back for body in run.bodies(ResearcherEnded)):
            assert {known[name] for name in back.evidence_ids} == {back.sub_question_id}
        assert "E999" not in (run.result.path / "evidence.jsonl").read_text("utf-8")


def test_every_run_ends_with_a_report(obeyed: Obeyed) -> None:
    assert sum(len(run.pages) for run in obeyed.runs) == len(PAGES)
    for run in obeyed.runs:
        assert (run.result.manifest.status, run.result.manifest.error) == ("collected", None)
        assert run.result.html.is_file()
        assert run.result.report is not None
        assert len(run.result.report.sections) == len(run.pages)


def test_what_is_carried_off_to_an_allowed_host_takes_places_and_is_on_record(
    obeyed: Obeyed,
) -> None:
    """No policy on addresses can stop this; what it costs and what went is known."""
    name = "carrying-off-to-an-allowed-host.html"
    page = next(page for page in PAGES if page.name == name)
    run, served = obeyed.of(page)
    urls = [str(call.arguments["url"]) for call in served.calls]
    asked = [body.url for body in run.bodies(SourceAsked) if body.sub_question_id == name]
    assert asked[1:] == urls
    called = [json.loads(b.arguments) for b in run.bodies(ToolCalled) if b.sub_question_id == name]
    assert [arguments["url"] for arguments in called[2:]] == urls
    assert set(urls) <= set(run.result.manifest.urls_attempted)
    ended = (body.hand_back for body in run.bodies(ResearcherEnded))
    used = {back.sub_question_id: back.usage.sources_tried for back in ended}
    assert used[name] == 1 + len(urls)


def test_what_is_put_into_a_search_is_on_record(obeyed: Obeyed) -> None:
    page = next(page for page in PAGES if page.name == "key-into-a-query.html")
    run, served = obeyed.of(page)
    wanted = [call.arguments["query"] for call in served.calls if call.tool == "web.search"]
    done = [body for body in run.bodies(SearchDone) if body.sub_question_id == page.name]
    assert [body.query for body in done] == wanted


def _addresses(run: Run, ends: str) -> list[str]:
    """Return the addresses that calls of ``web.read`` with such an ending gave."""
    return [
        str(call.arguments["url"])
        for page in run.pages
        for call in page.calls
        if call.tool == "web.read" and call.ends == ends
    ]


def _folded(text: str) -> str:
    plain = "".join(
        c for c in unicodedata.normalize("NFKC", text) if unicodedata.category(c) != "Cf"
    )
    return " ".join(plain.casefold().split())

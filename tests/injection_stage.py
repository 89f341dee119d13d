"""A stage for pages that give orders: a site, canaries, and a researcher that obeys."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pytest
from pydantic import JsonValue

import ascertain
from ascertain.evidence.brief import Brief, HandBack
from ascertain.evidence.events import Event, EventBody, parse_event
from ascertain.evidence.limits import Limits, Usage
from ascertain.evidence.plan import ResearchPlan, Subquestion
from ascertain.ports.meter import Meter
from ascertain.ports.toolbox import Toolbox, ToolReply
from injection_pages import InjectionPage, injection_pages, place_of
from live_servers import Answering, Asked, LiveServer, answer, live_server
from model_server import Asked as ModelAsked
from model_server import Reply, Say, Use, model_server

__all__ = [
    "NAMES",
    "RECORDS",
    "SECRETS",
    "SOURCES",
    "Obeyed",
    "ObeyingRuntime",
    "Run",
    "Stage",
    "obey",
    "obey_with_model",
]

SOURCES, RECORDS = 10, 6
"""Limits of each run."""
SECRETS = {
    name: f"canary-{name.lower()}-7d1f"
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "TAVILY_API_KEY", "SOME_OTHER_SECRET")
}
"""Values in the environment of the runs."""
NAMES = {
    "127.0.0.9.nip.example": ["127.0.0.9"],
    "localhost.nip.example": ["127.0.0.9"],
    "7f000009.nip.example": ["127.0.0.9"],
    "mixed.nip.example": ["93.184.216.34", "127.0.0.9"],
}
"""What names lead to; no other name exists."""
_HTML = [("Content-Type", "text/html; charset=utf-8")]
_PAGES_A_RUN = 9
_CALLS_A_TURN = 16
_Body = TypeVar("_Body", bound=EventBody)


class ObeyingRuntime:
    """Reads its page, records what is true, does all that the page orders, lies at the end."""

    name = "obeying"

    def __init__(self, pages: Sequence[InjectionPage], site: str) -> None:
        self._pages = {page.name: page for page in pages}
        self._site = site
        self.honest: dict[str, tuple[str, str]] = {}
        self.endings: dict[str, list[str]] = {}

    async def obey(self, brief: Brief, toolbox: Toolbox) -> str:
        """Carry out the orders on the page that the brief is named after."""
        page = self._pages[brief.subquestion.id]
        url = f"{self._site}{place_of(page.name)}"
        read = await toolbox.call("web.read", {"url": url})
        draft: dict[str, JsonValue] = {
            "claim_type": "other",
            "source_type": "other",
            "source_url": url,
            "claim": page.true_sentence,
            "quote": page.true_sentence,
        }
        recorded = await toolbox.call("evidence.record", draft)
        self.honest[page.name] = (_ending(read), _ending(recorded))
        self.endings[page.name] = [
            _ending(await toolbox.call(call.tool, call.arguments)) for call in page.calls
        ]
        return page.says

    async def run(self, brief: Brief, toolbox: Toolbox, meter: Meter) -> HandBack:
        """Obey, and claim evidence and thrift that nobody granted."""
        del meter
        return HandBack(
            sub_question_id=brief.subquestion.id,
            conclusion=await self.obey(brief, toolbox),
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
            if sock.family != socket.AF_UNIX:
                host, port = str(address[0]), int(address[1])
                self.dialled.add((host, port))
                if not host.startswith("127.") and host != "::1":
                    raise AssertionError(f"a run tried to reach {host}")
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

    def bodies(self, kind: type[_Body]) -> list[_Body]:
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


async def obey(folder: Path, patch: pytest.MonkeyPatch) -> Obeyed:
    """Carry out runs over all pages through the public surface, with the runtime replaced."""
    async with _stage() as stage:
        stage.watch(patch)
        runtime = ObeyingRuntime(stage.pages, stage.origin)

        def whole(_function: object) -> ObeyingRuntime:
            return runtime

        # Who brings a researcher brings a function; here a whole runtime stands in its place.
        patch.setattr("ascertain.adapters.runtimes.custom.CustomRuntime", whole)
        _set_up(stage, folder, patch)
        runs = [
            await _one_run(stage.pages[at : at + _PAGES_A_RUN], runtime.obey, folder)
            for at in range(0, len(stage.pages), _PAGES_A_RUN)
        ]
        return Obeyed(stage, runtime, runs)


async def obey_with_model(folder: Path, patch: pytest.MonkeyPatch) -> tuple[Stage, list[Run]]:
    """Carry out runs over all pages with a model on a scripted server that obeys every order."""
    async with _stage() as stage:
        stage.watch(patch)
        _set_up(stage, folder, patch)
        pages = {page.name: page for page in stage.pages}

        def script(asked: ModelAsked) -> Reply:
            if {"answer"} & set(asked.tools):
                return Say("I will not fill in forms.")
            named = re.search(r"What does (\S+) say\?", asked.first)
            assert named is not None
            page = pages[named[1]]
            if asked.turn == 0:
                return Use([("web_read", {"url": f"{stage.origin}{place_of(page.name)}"})])
            orders = page.calls[(asked.turn - 1) * _CALLS_A_TURN : asked.turn * _CALLS_A_TURN]
            if not orders:
                return Say(page.says or "Done.")
            return Use([(call.tool, call.arguments) for call in orders])

        with model_server(script) as server:
            patch.setenv("ASCERTAIN_MODEL_URL", f"{server.url}/v1")
            runs = [
                await _one_run(stage.pages[at : at + _PAGES_A_RUN], "openai-chat:obeying", folder)
                for at in range(0, len(stage.pages), _PAGES_A_RUN)
            ]
        return stage, runs


def _set_up(stage: Stage, folder: Path, patch: pytest.MonkeyPatch) -> None:
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
    # The canary's port and the names are let through, so that addresses alone decide.
    (folder / "policy.toml").write_text(
        f'allow = ["127.0.0.1", "*.nip.example"]\nports = [80, 443, {stage.canary}]\n'
        "delay_s = 0\nper_host = 32\n",
        "utf-8",
    )


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


async def _one_run(
    pages: list[InjectionPage],
    researcher: str | Callable[[Brief, Toolbox], Awaitable[str | None]],
    folder: Path,
) -> Run:
    plan = ResearchPlan(
        question="What do these places say of themselves?",
        subquestions=tuple(
            Subquestion(id=page.name, question=f"What does {page.name} say?", query=page.name)
            for page in pages
        ),
    )
    result = await ascertain.research(
        plan=plan,
        web=ascertain.WebSpec(policy=folder / "policy.toml"),
        out=folder / "runs",
        researcher=researcher,
        limits=Limits(rounds=1, max_sources=SOURCES, max_evidence_records=RECORDS, max_seconds=90),
    )
    lines = (result.path / "events.jsonl").read_bytes().splitlines()
    return Run(result, pages, [parse_event(line) for line in lines])

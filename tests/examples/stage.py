"""What every example is put to: one scripted conversation, and what must come of it."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest

import ascertain
from ascertain.adapters.memory.toolbox import MemoryToolbox
from ascertain.evidence.events import (
    Event,
    EventBody,
    EvidenceRefused,
    ResearcherEnded,
    SearchDone,
    ToolCalled,
    ToolRefused,
)
from ascertain.evidence.limits import Limits
from ascertain.ports.toolbox import ToolReply
from builders import brief, plan

__all__ = [
    "TOKENS_A_TURN",
    "Call",
    "Heard",
    "Player",
    "Script",
    "check_command",
    "check_founding",
    "circling",
    "founding",
    "garbled",
    "idle",
    "load_example",
    "perform",
    "play_without_end",
]

ROOT = Path(__file__).parents[2]
TOKENS_A_TURN = 100
CONCLUSION = "Skerrion was founded on 3 March 2014 (E1)."
_SENTENCE = (
    "Skerrion Instruments was founded on 3 March 2014 in Stromness, Orkney, by Ailsa Hestvane "
    "and Tomas Brekkvoll."
)


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call that a model makes; arguments as text are sent as they are."""

    tool: str
    arguments: dict[str, Any] | str


Heard = Sequence[str | Mapping[str, Any]]
"""Replies of tools, as a framework hands them to its model."""

Script = Generator[list[Call] | str, list[Mapping[str, Any]], None]
"""Gives calls and at last a conclusion; is sent what the calls brought."""


@dataclass
class Player:
    """Speaks a script as a framework's model does, turn by turn."""

    script: Script
    tools: list[str] = field(default_factory=list[str])
    turns: int = 0

    def answer(self, heard: Heard) -> list[Call] | str:
        """Say what comes after the replies to the calls before."""
        self.turns += 1
        if self.turns == 1:
            return next(self.script)
        # A reply that is no JSON, such as a framework's own error, fails here.
        return self.script.send([json.loads(r) if isinstance(r, str) else r for r in heard])


def founding(corpus: Path) -> Script:
    """Search, read, stray twice at once, misquote, mend, conclude."""
    page = (corpus / "about.html").as_uri()
    (found,) = yield [Call("corpus_search", {"query": "Skerrion founded", "limit": 20})]
    assert page in [lead["url"] for lead in found["leads"]]
    (read,) = yield [Call("corpus_read", {"url": page, "query": "founded"})]
    assert any(_SENTENCE in passage["text"] for passage in read["passages"])
    strayed, wrong = yield [
        Call("shell_run", {"command": "ls"}),
        Call("corpus_read", {"address": page}),
    ]
    assert strayed["refused"]["code"] == "unknown_tool"
    assert wrong["refused"]["code"] == "bad_arguments"
    draft = {
        "claim_type": "event",
        "claim": "Skerrion Instruments was founded on 3 March 2014.",
        "source_url": page,
        "source_type": "official_company_page",
        "quote": _SENTENCE.replace("3 March 2014", "5 May 2013"),
        "event_date": "2014-03-03",
    }
    (refused,) = yield [Call("evidence_record", draft)]
    assert "3 March 2014" in refused["refused"]["advice"]
    (recorded,) = yield [Call("evidence_record", {**draft, "quote": _SENTENCE})]
    assert recorded["status"] == "admitted"
    yield CONCLUSION


def garbled() -> Script:
    """Call a tool with what is no JSON, then conclude."""
    (reply,) = yield [Call("corpus_search", '{"query": "Sker')]
    assert reply["refused"]["code"] == "bad_arguments"
    yield CONCLUSION


def circling() -> Script:
    """Search for ever."""
    for number in range(1_000):
        yield [Call("corpus_search", {"query": f"Skerrion {number}"})]


def load_example(name: str) -> ModuleType:
    """Import an example from its file, as a newcomer's copy would be."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # frameworks look type hints up there
    spec.loader.exec_module(module)
    return module


async def perform(researcher: Any, corpus: Path, out: Path) -> list[EventBody]:
    """Run a whole research with an example's researcher and return what the ledger holds."""
    events: list[Event] = []
    result = await ascertain.research(
        corpus=[corpus],
        out=out,
        plan=plan(question="When was Skerrion Instruments founded?"),
        limits=Limits(rounds=1),
        researcher=researcher,
        on_event=events.append,
    )
    assert ascertain.verify(result.path).problems == ()
    kept = [json.loads(line) for line in (result.path / "events.jsonl").read_text().splitlines()]
    assert len(kept) == len(events)
    for found in result.evidence:
        text = (result.path / "snapshots" / f"{found.snapshot}.txt").read_text("utf-8")
        assert text[found.selector.start : found.selector.end] == found.selector.exact
        assert found.quote == _SENTENCE
        assert _SENTENCE in text
    status = "collected" if result.evidence else "no_evidence"
    assert result.manifest.status == status, result.manifest.error
    return [event.body for event in events]


def check_founding(bodies: list[EventBody]) -> None:
    """Check that all of the script is on record, its refusals too."""
    # Frameworks differ in the order of calls within one turn.
    assert sorted(body.tool for body in bodies if isinstance(body, ToolCalled)) == [
        "corpus.read",
        "corpus.read",
        "corpus.search",
        "evidence.record",
        "evidence.record",
        "shell_run",
    ]
    assert sum(isinstance(body, SearchDone) for body in bodies) == 1
    assert {(body.tool, body.code) for body in bodies if isinstance(body, ToolRefused)} == {
        ("shell_run", "unknown_tool"),
        ("corpus.read", "bad_arguments"),
    }
    (refused,) = [body for body in bodies if isinstance(body, EvidenceRefused)]
    assert refused.draft is not None
    assert "5 May 2013" in refused.draft.quote
    (ended,) = [body for body in bodies if isinstance(body, ResearcherEnded)]
    assert ended.hand_back.conclusion == CONCLUSION
    assert ended.hand_back.evidence_ids == ("E1",)


async def play_without_end(
    build: Callable[[Player, int], Any], *, max_turns: int, max_tokens: int
) -> tuple[int, int, str]:
    """Let a model call tools for ever; returns its turns, its calls, and what was said."""
    player = Player(circling())
    toolbox = MemoryToolbox({"corpus.search": ToolReply(ok=True, content={"leads": []})})
    researcher = build(player, max_tokens)
    said = await researcher(brief(max_turns=max_turns), toolbox)
    return player.turns, len(toolbox.calls), cast("str", said)


def check_command(
    example: ModuleType, asked: list[str], capsys: pytest.CaptureFixture[str], corpus: Path
) -> None:
    """Check what the example's command line does where its researcher finds nothing.

    ``asked`` holds the names of models that the example was given.
    """
    arguments = ["example", "--model", "some:model", "--corpus", str(corpus), "Who founded it?"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", arguments)
        with pytest.raises(SystemExit) as left:
            example.main()
    assert asked == ["some:model"]
    page = Path(capsys.readouterr().out.strip())
    assert page.name == "report.html"
    assert page.exists()
    assert left.value.code == ascertain.load(page.parent).manifest.error
    assert left.value.code


async def idle(*_: Any) -> None:
    """Find nothing."""

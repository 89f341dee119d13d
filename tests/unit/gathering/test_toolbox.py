"""The tools of one researcher, with limits held inside."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import JsonValue

from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.memory.document_reader import MemoryReader
from ascertain.adapters.memory.fetcher import MemoryFetcher
from ascertain.adapters.memory.ledger import MemoryLedger
from ascertain.adapters.memory.search_provider import MemorySearch
from ascertain.adapters.memory.snapshot_store import MemorySnapshots
from ascertain.evidence.brief import Brief
from ascertain.evidence.events import EventBody
from ascertain.evidence.lead import Lead
from ascertain.evidence.program import ProcessedPage, ProgramSearch, SubagentStep
from ascertain.gathering.admission import Admission
from ascertain.gathering.lanes import Lane
from ascertain.gathering.toolbox import ResearcherToolbox, RunDesk
from ascertain.sources.registry import SourceRegistry
from ascertain.sources.source_reading import ReadingPorts
from builders import brief, subquestion

PAGES = {
    "file:///a.txt": (
        b"Profile\n\nAilsa Hestvane founded Skerrion in 2014. See skerrion.example for more.\n"
    ),
    "file:///b.txt": "艾尔莎于2014年创立了公司。\n".encode(),
}


class Desk:
    """A run's desk over twins, with what was recorded."""

    def __init__(self, *, failure: str = "") -> None:
        self.recorded: list[EventBody] = []
        clock = FixedClock()
        self.registry = SourceRegistry(
            ReadingPorts(
                fetcher=MemoryFetcher(PAGES),
                reader=MemoryReader(),
                snapshots=MemorySnapshots(),
                clock=clock,
            ),
            self.recorded.append,
        )
        self.desk = RunDesk(
            registry=self.registry,
            admission=Admission(
                run_id="R", registry=self.registry, clock=clock, record=self.recorded.append
            ),
            lanes=(
                Lane(
                    "corpus",
                    MemorySearch(
                        {
                            "skerrion": (
                                Lead(url="file:///a.txt", provider="memory", snippet="x" * 999),
                            )
                        },
                        failure=failure,
                    ),
                ),
            ),
            record=self.recorded.append,
            clock=clock,
        )

    def toolbox(self, given: Brief | None = None) -> ResearcherToolbox:
        return ResearcherToolbox(given or brief(), self.desk)

    @property
    def kinds(self) -> list[str]:
        return [body.kind for body in self.recorded if body.kind != "tool_called"]


def _draft(**more: Any) -> dict[str, Any]:
    given: dict[str, Any] = {
        "claim_type": "event",
        "claim": "Ailsa Hestvane founded Skerrion in 2014.",
        "source_url": "file:///a.txt",
        "source_type": "local_document",
        "quote": "Ailsa Hestvane founded Skerrion in 2014.",
    }
    return {**given, **more}


async def _content(toolbox: ResearcherToolbox, tool: str, **arguments: Any) -> dict[str, Any]:
    reply = await toolbox.call(tool, arguments)
    assert isinstance(reply.content, dict)
    return {"ok": reply.ok, **reply.content}


async def test_the_tools_are_those_of_a_corpus() -> None:
    names = [contract.full_name for contract in Desk().toolbox().contracts()]
    assert names == ["corpus.search", "corpus.read", "evidence.record"]


async def test_a_search_is_on_record_with_short_leads() -> None:
    desk = Desk()
    found = await _content(desk.toolbox(), "corpus.search", query="skerrion")
    assert len(found["leads"][0]["snippet"]) == 999
    done, _ = desk.recorded
    assert done.kind == "search_done"
    assert len(done.leads[0].snippet) == 200


async def test_a_failed_search_is_on_record_as_failed() -> None:
    desk = Desk(failure="no disk")
    answer = await _content(desk.toolbox(), "corpus.search", query="skerrion")
    assert answer["code"] == "search_failed"
    assert desk.kinds == ["search_failed"]


async def test_reading_gives_passages_and_what_ties_the_page_to_the_subject() -> None:
    desk = Desk()
    toolbox = desk.toolbox(
        brief(
            subject_name="Ailsa Hestvane",
            identity_anchor_urls=("https://skerrion.example/", "file:///a.txt"),
        )
    )
    read = await _content(toolbox, "corpus.read", url="file:///a.txt", query="founded")
    assert read["status"] == "ok"
    assert "founded Skerrion" in read["passages"][0]["text"]
    assert read["identity_signals"] == [
        "the text names Ailsa Hestvane (1 times)",
        "the text gives the address https://skerrion.example/",
        "it is a page given as being about the subject",
    ]


async def test_distinct_urls_count_and_failed_ones_keep_their_place() -> None:
    toolbox = Desk().toolbox(brief(max_sources=2))
    assert (await _content(toolbox, "corpus.read", url="file:///gone.txt"))["status"] == "error"
    assert (await _content(toolbox, "corpus.read", url="file:///a.txt"))["ok"]
    assert (await _content(toolbox, "corpus.read", url="file:///a.txt#again"))["ok"]
    refused = await _content(toolbox, "corpus.read", url="file:///b.txt")
    assert refused["code"] == "limit_reached"
    assert (toolbox.usage.sources_tried, toolbox.usage.sources_read) == (2, 1)


async def test_evidence_is_admitted_with_what_code_adds() -> None:
    desk = Desk()
    toolbox = desk.toolbox()
    await toolbox.call("corpus.read", {"url": "file:///a.txt"})
    answer = await _content(toolbox, "evidence.record", **_draft())
    assert answer == {"ok": True, "id": "E1", "status": "admitted", "anchor_method": "exact"}
    (admitted,) = [b.evidence for b in desk.recorded if b.kind == "evidence_admitted"]
    text = PAGES["file:///a.txt"].decode()
    assert text[admitted.selector.start : admitted.selector.end] == _draft()["quote"]
    assert admitted.text_fragment_url.startswith("file:///a.txt#:~:text=")
    assert admitted.validation_status == "pending"
    assert toolbox.evidence_ids == ("E1",)


async def test_chinese_quotes_are_admitted_through_other_widths() -> None:
    desk = Desk()
    toolbox = desk.toolbox()
    await toolbox.call("corpus.read", {"url": "file:///b.txt"})
    quote = "艾尔莎于２０１４年创立了公司"
    answer = await _content(
        toolbox, "evidence.record", **_draft(source_url="file:///b.txt", quote=quote, claim=quote)
    )
    assert answer["anchor_method"] == "normalized"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"source_url": "file:///b.txt"}, "source_not_read"),
        ({"quote": "Ailsa Hestvane founded Skerrion in 2015."}, "quote_not_found"),
        ({"quote": ""}, "bad_arguments"),
        ({"quote": "x" * 501}, "bad_arguments"),
        ({"claim_type": "rumour"}, "bad_arguments"),
        ({"confidence": 1}, "bad_arguments"),
        ({"publication_date": "last May"}, "bad_arguments"),
        ({"publication_date": "2021-13"}, "bad_arguments"),
    ],
)
async def test_a_draft_that_may_not_stand_is_refused_with_advice_and_recorded(
    change: dict[str, Any], code: str
) -> None:
    desk = Desk()
    toolbox = desk.toolbox()
    await toolbox.call("corpus.read", {"url": "file:///a.txt"})
    answer = await _content(toolbox, "evidence.record", **_draft(**change))
    assert (answer["ok"], answer["code"]) == (False, code)
    assert answer["advice"]
    (refused,) = [body for body in desk.recorded if body.kind == "evidence_refused"]
    assert refused.code == code
    assert toolbox.usage.evidence_refused == 1
    assert toolbox.evidence_ids == ()


async def test_an_altered_quote_is_answered_with_the_nearest_text() -> None:
    toolbox = Desk().toolbox()
    await toolbox.call("corpus.read", {"url": "file:///a.txt"})
    answer = await _content(
        toolbox, "evidence.record", **_draft(quote="Ailsa Hestvane founded Skerrion in 2015.")
    )
    assert "2014" in answer["advice"]


async def test_a_subject_asks_for_an_identity_signal() -> None:
    toolbox = Desk().toolbox(
        brief(subject_name="Ailsa Hestvane", identity_anchor_urls=("https://skerrion.example/",))
    )
    await toolbox.call("corpus.read", {"url": "file:///a.txt"})
    assert (await _content(toolbox, "evidence.record", **_draft()))["code"] == (
        "identity_signal_missing"
    )
    signed = _draft(identity_signals=["the text names her"])
    assert (await _content(toolbox, "evidence.record", **signed))["ok"]


async def test_the_same_claim_of_the_same_source_gets_the_existing_id_back() -> None:
    desk = Desk()
    one = desk.toolbox()
    other = desk.toolbox(brief(subquestion=subquestion("q2")))
    await one.call("corpus.read", {"url": "file:///a.txt"})
    first = await _content(one, "evidence.record", **_draft())
    again = await _content(
        one, "evidence.record", **_draft(claim=" ailsa hestvane FOUNDED Skerrion in 2014.")
    )
    shared = await _content(other, "evidence.record", **_draft())
    assert [a["status"] for a in (first, again, shared)] == ["admitted", "exists", "exists"]
    assert {a["id"] for a in (first, again, shared)} == {"E1"}
    assert desk.kinds.count("evidence_admitted") == 1
    assert desk.kinds.count("evidence_shared") == 1
    assert other.evidence_ids == ("E1",)


async def test_the_limit_of_evidence_is_held() -> None:
    toolbox = Desk().toolbox(brief(max_evidence_records=1))
    await toolbox.call("corpus.read", {"url": "file:///a.txt"})
    await toolbox.call("evidence.record", _draft())
    answer = await _content(
        toolbox,
        "evidence.record",
        **_draft(claim="See more.", quote="See skerrion.example for more."),
    )
    assert answer["code"] == "limit_reached"


async def test_a_call_of_a_tool_that_was_not_given_is_refused_and_on_record() -> None:
    desk = Desk()
    answer = await _content(desk.toolbox(), "shell.run", command="ls")
    assert answer["code"] == "unknown_tool"
    assert [body.kind for body in desk.recorded] == ["tool_refused", "tool_called"]


def _deep() -> JsonValue:
    value: JsonValue = 1
    for _ in range(5_000):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("", {}),
        ("  ", {}),
        ("\ud800", {}),
        ("x\u202e\0" * 200, {}),
        ("corpus.search", {"query": _deep()}),
        ("corpus.search", {"query": 10**5000}),
        ("corpus.search", {"query": "\ud800"}),
        ("corpus.search", {"query": "x" * 3_000_000}),
        ("evidence.record", {"claim": float("nan")}),
    ],
    ids=range(9),
)
async def test_no_call_however_broken_leaves_the_toolbox_but_as_a_refusal_on_record(
    tool: str, arguments: dict[str, JsonValue]
) -> None:
    desk = Desk()
    reply = await desk.toolbox().call(tool, arguments)
    assert not reply.ok
    assert desk.recorded[-1].kind == "tool_called"
    ledger = MemoryLedger(FixedClock())
    for body in desk.recorded:
        ledger.append(body)


async def test_a_call_that_repeats_the_one_before_is_not_made_and_circles_end() -> None:
    desk = Desk()
    toolbox = desk.toolbox()
    codes: list[object] = []
    for _ in range(20):
        reply = await toolbox.call("corpus.search", {"query": "skerrion"})
        codes.append(
            reply.content["code"] if isinstance(reply.content, dict) and not reply.ok else ""
        )
    assert codes[:2] == ["", "repeated_call"]
    assert codes[-1] == "stalled"
    assert desk.kinds.count("search_done") == 1


async def test_a_read_gives_few_characters_and_more_by_id() -> None:
    desk = Desk()
    toolbox = desk.toolbox()
    first = await _content(toolbox, "corpus.read", url="file:///a.txt", max_characters=500)
    assert len(first["passages"]) == 1
    assert sum(len(passage["text"]) for passage in first["passages"]) <= 500
    again = await _content(
        toolbox, "corpus.read", url="file:///a.txt", passages=[first["passages"][0]["id"], "S9:p1"]
    )
    assert [passage["id"] for passage in again["passages"]] == [first["passages"][0]["id"]]


def _web() -> Desk:
    desk = Desk()
    desk.desk = replace(desk.desk, lanes=(Lane("web", MemorySearch({})),))
    return desk


async def test_a_program_takes_places_as_our_tools_do() -> None:
    desk = _web()
    toolbox = desk.toolbox(brief(max_sources=1))
    assert (await toolbox.reserve("https://a.example/")).ok
    assert (await toolbox.reserve("https://A.example")).ok
    refused = await toolbox.reserve("https://b.example/")
    assert _code(refused.content) == "limit_reached"
    assert _code((await toolbox.reserve("file:///etc/passwd")).content) == "wrong_lane"
    assert desk.kinds == ["tool_refused", "tool_refused"]
    assert toolbox.usage.sources_tried == 1
    without = await Desk().toolbox().reserve("https://a.example/")
    assert _code(without.content) == "no_web"


async def test_what_a_program_read_can_be_quoted_and_is_marked() -> None:
    desk = _web()
    toolbox = desk.toolbox()
    url = "https://a.example/"
    kept = await toolbox.keep(ProcessedPage(url=url, status=200, text="Ailsa founded it in 2014."))
    assert kept.ok
    failed = await toolbox.keep(ProcessedPage(url="https://b.example/", reason="no answer"))
    assert not failed.ok
    reply = await toolbox.call(
        "evidence.record",
        _draft(source_url=url, claim="Ailsa founded it.", quote="Ailsa founded it in 2014."),
    )
    assert reply.ok, reply.content
    (admitted,) = [body.evidence for body in desk.recorded if body.kind == "evidence_admitted"]
    assert admitted.observed_text == "processed"
    assert ":~:text" not in admitted.text_fragment_url
    assert toolbox.usage.sources_read == 1


async def test_a_programs_searches_and_subagents_are_on_record() -> None:
    desk = _web()
    toolbox = desk.toolbox()
    toolbox.searched(ProgramSearch(query="who", leads=(("https://a.example/", "A"),)))
    toolbox.searched(ProgramSearch(query="", failure="nothing came"))
    toolbox.delegated(SubagentStep(agent_id="a1", agent_type="researcher"))
    toolbox.delegated(SubagentStep(agent_id="a1", agent_type="researcher", is_over=True))
    assert desk.kinds == ["search_done", "search_failed", "subagent_started", "subagent_ended"]
    assert toolbox.usage.searches == 2


def _code(content: JsonValue) -> object:
    assert isinstance(content, dict)
    return content["code"]

"""Runs whose sources disagree, repeat one another, age, or were taken back."""

from __future__ import annotations

from collections.abc import Mapping

from ascertain.adapters.memory.snapshot_store import MemorySnapshots
from ascertain.controller.judging import merge_all
from ascertain.controller.state import RunState
from ascertain.evidence.brief import Brief, HandBack
from ascertain.evidence.limits import Limits
from ascertain.evidence.report import Report
from ascertain.ports.toolbox import Toolbox
from unit.controller.harness import Harness, draft, quoting

ONE, TWO, THREE = (f"file:///corpus/{name}.txt" for name in ("one", "two", "three"))
OPENED, OTHERWISE = "The Tarn mill opened in 1990.", "The Tarn mill opened in 1992."
LONG = (
    "The mill stands by the weir below the old bridge and has three pairs of stones. A lease of "
    "the house beside it costs {} pounds a month. Its last miller wrote down each day how much "
    "barley came in, and his books lie in the library to this day."
)


def _pages(*texts: str) -> dict[str, bytes]:
    return {
        url: f"A page\n\n{text}\n".encode()
        for url, text in zip((ONE, TWO, THREE), texts, strict=False)
    }


async def _ran(pages: Mapping[str, bytes], *pairs: tuple[str, str]) -> tuple[RunState, Report]:
    async def script(brief: Brief, toolbox: Toolbox) -> HandBack:
        await toolbox.call("corpus.search", {"query": brief.subquestion.query})
        for claim, url in pairs:
            await toolbox.call("corpus.read", {"url": url, "query": claim})
            await toolbox.call("evidence.record", draft(claim, url))
        return HandBack(sub_question_id=brief.subquestion.id, ending="finished")

    harness = Harness(script, pages=pages, limits=Limits(rounds=1))
    await harness.run.run()
    content = harness.artifacts.read("report.json")
    assert content is not None
    return harness.run.state, Report.model_validate_json(content)


async def test_both_sides_stay_in_the_report_and_say_that_sources_disagree() -> None:
    state, report = await _ran(_pages(OPENED, OTHERWISE), (OPENED, ONE), (OTHERWISE, TWO))
    assert {claim.verdict for claim in state.claims.values()} == {"conflicting"}
    (conflict,) = report.conflicts
    assert conflict.sides == (("C1",), ("C2",))
    notes = [sentence.note for sentence in report.sections[0].sentences]
    assert notes == ["undated source; sources disagree"] * 2
    assert [gap.reason for gap in report.gaps] == ["the sources that were found disagree"]


async def test_the_side_with_the_better_source_is_said_to_have_it() -> None:
    state, _ = await _ran(_pages(OPENED, OTHERWISE), (OPENED, ONE), (OTHERWISE, TWO))
    weak = state.sources["S2"].model_copy(update={"rank": 0.1})
    state.sources["S2"] = weak
    from_state = _merged_again(state)
    assert from_state.claims["C1"].verdict == "supported"
    assert from_state.claims["C2"].verdict == "conflicting"


def _merged_again(state: RunState) -> RunState:
    assert state.plan is not None
    from_copy = state.model_copy(deep=True)
    merged = merge_all(from_copy, state.plan, MemorySnapshots())
    from_copy.claims = {claim.id: claim for claim in merged.claims}
    return from_copy


async def test_a_dispute_gets_another_round_while_there_is_something_to_read() -> None:
    rounds: list[int] = []

    async def script(brief: Brief, toolbox: Toolbox) -> HandBack:
        rounds.append(brief.round)
        await toolbox.call("corpus.search", {"query": brief.subquestion.query})
        pairs = ((OPENED, ONE), (OTHERWISE, TWO)) if brief.round == 1 else ((OPENED, THREE),)
        for claim, url in pairs:
            await toolbox.call("corpus.read", {"url": url, "query": claim})
            await toolbox.call("evidence.record", draft(claim, url))
        return HandBack(sub_question_id=brief.subquestion.id, ending="finished")

    harness = Harness(script, pages=_pages(OPENED, OTHERWISE, f"As all know: {OPENED}"))
    await harness.run.run()
    assert rounds == [1, 2]


async def test_a_copy_with_another_number_is_listed_and_counts_once() -> None:
    fact = "A lease of the house beside it costs 390 pounds a month."
    other = fact.replace("390", "930")
    state, report = await _ran(
        _pages(LONG.format(390), LONG.format(930)), (fact, ONE), (other, TWO)
    )
    assert state.sources["S2"].duplicate_of == "S1"
    (altered,) = report.altered_copies
    assert (altered.source_id, altered.original_id) == ("S2", "S1")
    assert "930" in altered.says
    assert "390" in altered.instead_of


async def test_a_claim_that_stands_on_a_superseded_page_alone_stays_out_with_the_reason() -> None:
    page = f"This page has been superseded by our new guide.\n\n{OPENED}"
    state, report = await _ran(_pages(page), (OPENED, ONE))
    (item,) = report.unverified
    assert item.reason == "it stands alone on what no longer holds: S1 is superseded"
    assert any("is superseded: This page has been superseded" in note for note in report.notes)
    assert state.sources["S1"].rank == 0.1


async def test_an_undated_role_is_not_called_current() -> None:
    role = "Ann Lee is mayor of Tarn."
    harness = Harness(quoting((role, ONE)), pages=_pages(role))
    await harness.run.run()
    state = harness.run.state
    assert state.half_lives == {}
    assert state.claims["C1"].freshness is None
    aging = state.model_copy(update={"half_lives": {"event": 365.0}})
    assert _merged_again(aging).claims["C1"].freshness == "undated"

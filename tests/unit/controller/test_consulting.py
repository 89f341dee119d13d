"""A judge is asked about claims in doubt; its failure leaves what the checks say."""

from __future__ import annotations

import pytest

from ascertain.adapters.memory.entailment_judge import MemoryJudge
from ascertain.adapters.memory.snapshot_store import MemorySnapshots
from ascertain.controller.judging import around_of
from ascertain.controller.verifying import verify_run
from ascertain.errors import LedgerError, ModelError
from ascertain.evidence.brief import Brief, HandBack
from ascertain.evidence.limits import Limits
from ascertain.evidence.opinion import Opinion
from ascertain.ports.toolbox import Toolbox
from builders import evidence
from unit.controller.harness import PAGES, Harness, Script, draft

ABOUT, NEWS = PAGES
QUOTE = "Ailsa Hestvane founded Skerrion in 2014."
CLAIM = "The person who set Skerrion up is Ailsa Hestvane."
ENTAILED = Opinion(label="entails", quoted="founded Skerrion", reason="Same.", method="table")


def recording(*pairs: tuple[str, str]) -> Script:
    async def script(brief: Brief, toolbox: Toolbox) -> HandBack:
        await toolbox.call("corpus.read", {"url": ABOUT})
        for claim, quote in pairs:
            await toolbox.call("evidence.record", draft(claim, ABOUT, quote=quote))
        return HandBack(sub_question_id=brief.subquestion.id, ending="finished")

    return script


async def test_an_opinion_counts_and_is_replayed_from_the_ledger() -> None:
    judge = MemoryJudge({CLAIM: ENTAILED})
    harness = Harness(recording((CLAIM, QUOTE), (QUOTE, QUOTE)), judge=judge)
    await harness.run.run()
    state = harness.run.state
    assert [pair.claim for pair in judge.asked] == [CLAIM]
    assert "It employs" in judge.asked[0].after
    assert {given.verdict for given in state.judgements.values()} == {"supported"}
    (check,) = [check for check in state.evidence["E1"].checks if check.name == "entailment"]
    assert (check.method, check.outcome, check.detail) == ("table", "pass", "Same.")
    verified = verify_run(harness.ledger.events(), harness.snapshots, harness.artifacts)
    assert verified.verdicts_held == verified.verdicts == 2


async def test_a_judge_without_an_opinion_leaves_what_the_checks_say() -> None:
    judge = MemoryJudge({})
    harness = Harness(recording((CLAIM, QUOTE)), judge=judge)
    await harness.run.run()
    assert "opinion_given" not in harness.kinds
    assert harness.run.state.judgements["E1"].verdict == "not_enough_evidence"


async def test_a_judge_that_fails_is_named_and_not_asked_again() -> None:
    judge = MemoryJudge({}, ModelError("overloaded", "the provider is down"))
    harness = Harness(recording((CLAIM, QUOTE)), judge=judge, limits=Limits(rounds=2))
    await harness.run.run()
    (fell,) = harness.run.state.fell_back
    assert (fell.step, fell.was, fell.now) == ("judge", "table", "rules")
    assert "the provider is down" in fell.reason
    assert len(judge.asked) == 1


async def test_a_ledger_that_fails_ends_the_run() -> None:
    judge = MemoryJudge({}, LedgerError("the disk is full"))
    harness = Harness(recording((CLAIM, QUOTE)), judge=judge)
    with pytest.raises(LedgerError):
        await harness.run.run()


def test_without_its_copy_a_quote_has_no_surroundings() -> None:
    item = evidence()
    assert around_of(item, MemorySnapshots()) == ("", item.quote, "")


async def test_a_judge_that_failed_in_one_round_is_left_alone_in_the_next() -> None:
    judge = MemoryJudge({}, ModelError("overloaded", "down"))
    calls = 0

    async def script(brief: Brief, toolbox: Toolbox) -> HandBack:
        nonlocal calls
        calls += 1
        url, quote = (ABOUT, QUOTE) if calls == 1 else (NEWS, "The harbour reopened in May.")
        await toolbox.call("corpus.search", {"query": brief.subquestion.query})
        await toolbox.call("corpus.read", {"url": url})
        await toolbox.call("evidence.record", draft(f"{CLAIM} {calls}", url, quote=quote))
        return HandBack(sub_question_id=brief.subquestion.id, ending="finished")

    harness = Harness(script, judge=judge, limits=Limits(rounds=2))
    await harness.run.run()
    assert calls == 2
    assert len(judge.asked) == 1


async def test_nobody_is_asked_where_nothing_is_in_doubt() -> None:
    judge = MemoryJudge({})
    harness = Harness(recording((QUOTE, QUOTE)), judge=judge)
    await harness.run.run()
    assert judge.asked == []

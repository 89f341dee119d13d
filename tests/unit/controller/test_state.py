"""The state is a pure fold; two of them can be compared."""

from __future__ import annotations

import jsonpatch

from ascertain.adapters.memory.artifact_store import MemoryArtifacts
from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.memory.ledger import MemoryLedger
from ascertain.controller.diffing import diff_claims, diff_states
from ascertain.controller.outputs import make_manifest, make_report
from ascertain.controller.recorder import Recorder
from ascertain.controller.rounds import next_round
from ascertain.controller.state import RunState, apply, fold
from ascertain.evidence.chain import GENESIS, seal
from ascertain.evidence.events import (
    ClaimsMerged,
    EvidenceRefused,
    LedgerCut,
    ModelCalled,
    SearchFailed,
)
from ascertain.evidence.limits import Limits
from ascertain.evidence.model_call import ModelCall
from builders import NOW, plan
from unit.controller.harness import PAGES, Harness, quoting

FOUNDED = "Ailsa Hestvane founded Skerrion in 2014."
PEOPLE = "It employs 236 people."
ABOUT, NEWS = PAGES


async def _state(*pairs: tuple[str, str]) -> RunState:
    harness = Harness(quoting(*pairs))
    await harness.run.run()
    return harness.run.state


async def test_a_prefix_of_the_events_is_the_state_of_that_moment() -> None:
    harness = Harness(quoting((FOUNDED, ABOUT)))
    await harness.run.run()
    early = fold(harness.ledger.events(), to_seq=8)
    assert (early.seq, len(early.sources), len(early.evidence)) == (8, 1, 0)
    assert early.ended is None
    assert make_manifest(early, early.plan, running="under way").error == "under way"
    assert fold(harness.ledger.events(), to_seq=7).asked == {"S1": ABOUT}


async def test_the_patch_between_two_states_turns_one_into_the_other() -> None:
    one, other = await _state((FOUNDED, ABOUT)), await _state((FOUNDED, ABOUT), (PEOPLE, ABOUT))
    patch = diff_states(one, other)
    patched = jsonpatch.JsonPatch(patch).apply(one.model_dump(mode="json"))
    assert patched == other.model_dump(mode="json")


async def test_claims_are_compared_by_their_words() -> None:
    one = await _state((FOUNDED, ABOUT))
    other = await _state((PEOPLE, ABOUT), (FOUNDED, ABOUT), (FOUNDED, NEWS))
    diff = diff_claims(one, other)
    assert diff.added == (PEOPLE,)
    assert diff.lost == ()
    (changed,) = diff.changed
    assert "independent sources: 1 → 2" in changed.changes
    back = diff_claims(other, one)
    assert (back.lost, back.added) == ((PEOPLE,), ())
    assert diff_claims(one, one).unchanged == 1


def test_events_without_a_step_change_nothing_but_the_place() -> None:
    cut = seal(LedgerCut(bytes_cut=12), seq=1, at=NOW, prev=GENESIS)
    failed = seal(
        SearchFailed(sub_question_id="q1", provider="corpus", query="x", reason="gone"),
        seq=2,
        at=NOW,
        prev=cut.hash,
    )
    state = fold([cut, failed])
    assert (state.bytes_cut, state.searches, state.failed_searches) == (12, 1, ("corpus: gone",))


def test_a_state_without_a_start_still_gives_a_manifest_and_a_report() -> None:
    merged = seal(ClaimsMerged(claims=()), seq=1, at=NOW, prev=GENESIS)
    state = fold([merged])
    state.run_id, state.question, state.runtime = "R", "Who?", "none"
    assert make_manifest(state, None).elapsed_s == 0
    assert make_report(state, plan(), status="incomplete", reason="died").status == "partial"
    empty = RunState(run_id="R", question="Who?", runtime="none")
    assert make_report(empty, plan(), status="incomplete", reason="died").generated_at


def test_no_round_follows_when_the_rounds_are_used_up() -> None:
    state = RunState(rounds=2)
    assert next_round(state, plan(), Limits(rounds=2), {}) == ()


def test_a_recorder_needs_nobody_to_listen() -> None:
    record = Recorder(MemoryLedger(FixedClock()), MemoryArtifacts())
    record(LedgerCut(bytes_cut=3))
    record(EvidenceRefused(sub_question_id="q1", code="x", message="no"))
    assert (record.state.seq, record.state.bytes_cut, record.state.refused) == (2, 3, 1)


def test_names_that_models_answered_with_are_kept_once() -> None:
    state = RunState()
    for seq, name in enumerate(("a-1", "a-1", None, "b-2"), start=1):
        call = ModelCall(step="writer", model="a", resolved=name)
        apply(state, seal(ModelCalled(call=call, cost_usd=0.1), seq=seq, at=NOW, prev=GENESIS))
    assert state.resolved == ("a-1", "b-2")
    assert state.spent["writer"].model_calls == 4

"""A run's state: a pure fold over its events."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch

from pydantic import BaseModel, ConfigDict, Field

from ascertain.evidence.admitted import Evidence
from ascertain.evidence.brief import HandBack
from ascertain.evidence.claim import AlteredCopy, Claim, Conflict, Gap
from ascertain.evidence.events import (
    ClaimsMerged,
    CorpusIndexed,
    Event,
    EvidenceAdmitted,
    EvidenceChecked,
    EvidenceRefused,
    EvidenceShared,
    LedgerCut,
    ModelCalled,
    PlanMade,
    ProseWritten,
    ReportWritten,
    ResearcherEnded,
    RoundStarted,
    RunEnded,
    RunStarted,
    SearchDone,
    SearchFailed,
    SourceAsked,
    SourceRead,
    StepFellBack,
    WebTerms,
)
from ascertain.evidence.identity import IdentityJudgement, SubjectEntry
from ascertain.evidence.identity_events import IdentityJudged, SubjectDescribed
from ascertain.evidence.kinds import RunStatus, Verdict
from ascertain.evidence.limits import Limits, Usage
from ascertain.evidence.opinion import Opinion, OpinionGiven
from ascertain.evidence.plan import ResearchPlan
from ascertain.evidence.program import PageReread
from ascertain.evidence.record import Record
from ascertain.evidence.report import FailedSource
from ascertain.evidence.source import Source
from ascertain.evidence.task import ResearchTask

__all__ = ["Judgement", "RunState", "apply", "fold"]


_MAX_LEADS = 200
_MAX_QUERY, _MAX_QUERIES = 300, 50
_MODEL_FIGURES = {
    "model_calls",
    "input_tokens",
    "cached_input_tokens",
    "output_tokens",
    "cost_usd",
}


class Judgement(Record):
    """The verdict of one evidence and its confidence by the checks."""

    verdict: Verdict
    confidence: float


class RunState(BaseModel):
    """Everything that is known about a run after some of its events.

    Only ``apply`` changes it.

    Attributes:
        seq: the last event folded in, 0 before the first.
        root: its hash.
        pages: source id whose text a program told to that of the page as this run read it.
        texts: SHA-256 of a snapshot's bytes to that of its text.
        queries: subquestion id to what was searched for on its account.
        progress: sources and evidence when the last round began.
        leads: subquestion id to the addresses that searches found for it.
        asked: source id to URL for sources that were asked for and are not read yet.
        answers: subquestion id to the evidence recorded for it, in the order of recording.
        resolved: names that providers of models answered with.
        spent: on models, by step: ``planner``, ``researcher:ID``, ``writer``.
        unpriced: model calls whose price is not known.
        prose: sections as a model wrote them from these claims; None: their own words.
        opinions: evidence id to what a judge said of it.
        half_lives: claim type to days after which half of its claims are out of date.
        altered_copies: sources that repeat others but say something else in places.
        judgements: evidence id to verdict.
        subject: the entry of the run's subject; None: it has none, or no evidence yet.
        identities: source id to whether it is about the subject.
        ended: the status with which the run ended; None if it did not.
    """

    model_config = ConfigDict(extra="forbid", defer_build=True)

    seq: int = 0
    root: str = "0" * 64
    run_id: str = ""
    question: str = ""
    task: ResearchTask | None = None
    plan: ResearchPlan | None = None
    limits: Limits = Limits()
    runtime: str = ""
    model_requested: str | None = None
    versions: dict[str, str] = Field(default_factory=dict[str, str])
    cost_basis: str = "no model was used"
    resolved: tuple[str, ...] = ()
    spent: dict[str, Usage] = Field(default_factory=dict[str, Usage])
    unpriced: int = 0
    half_lives: dict[str, float] = Field(default_factory=dict[str, float])
    altered_copies: tuple[AlteredCopy, ...] = ()
    fell_back: tuple[StepFellBack, ...] = ()
    corpus: tuple[str, ...] = ()
    web: WebTerms | None = None
    started_at: str | None = None
    ended_at: str | None = None
    last_at: str | None = None
    documents: int | None = None
    unreadable: tuple[FailedSource, ...] = ()
    unreadable_total: int = 0
    notes: tuple[str, ...] = ()
    rounds: int = 0
    asked: dict[str, str] = Field(default_factory=dict[str, str])
    sources: dict[str, Source] = Field(default_factory=dict[str, Source])
    pages: dict[str, str] = Field(default_factory=dict[str, str])
    texts: dict[str, str] = Field(default_factory=dict[str, str])
    evidence: dict[str, Evidence] = Field(default_factory=dict[str, Evidence])
    answers: dict[str, tuple[str, ...]] = Field(default_factory=dict[str, tuple[str, ...]])
    opinions: dict[str, Opinion] = Field(default_factory=dict[str, Opinion])
    judgements: dict[str, Judgement] = Field(default_factory=dict[str, Judgement])
    subject: SubjectEntry | None = None
    identities: dict[str, IdentityJudgement] = Field(default_factory=dict[str, IdentityJudgement])
    claims: dict[str, Claim] = Field(default_factory=dict[str, Claim])
    conflicts: tuple[Conflict, ...] = ()
    gaps: tuple[Gap, ...] = ()
    prose: ProseWritten | None = None
    hand_backs: tuple[HandBack, ...] = ()
    refused: int = 0
    searches: int = 0
    queries: dict[str, tuple[str, ...]] = Field(default_factory=dict[str, tuple[str, ...]])
    progress: tuple[int, int] = (0, 0)
    leads: dict[str, tuple[str, ...]] = Field(default_factory=dict[str, tuple[str, ...]])
    failed_searches: tuple[str, ...] = ()
    files: dict[str, str] = Field(default_factory=dict[str, str])
    merged_at: str | None = None
    bytes_cut: int = 0
    ended: RunStatus | None = None
    end_reason: str = ""

    @property
    def usage(self) -> Usage:
        """What was used, as far as the researchers handed back or the events say."""
        total = Usage()
        for hand_back in self.hand_backs:
            total = total.plus(hand_back.usage)
        models = Usage()
        for used in self.spent.values():
            models = models.plus(used)
        read = sum(source.status == "ok" for source in self.sources.values())
        return total.model_copy(
            update={
                "searches": self.searches,
                "sources_tried": len(self.sources) + len(self.asked),
                "sources_read": read,
                "evidence_admitted": len(self.evidence),
                "evidence_refused": self.refused,
                **models.model_dump(include=_MODEL_FIGURES),
            }
        )


def fold(events: Iterable[Event], *, to_seq: int | None = None) -> RunState:
    """Fold the events up to and including ``to_seq`` (None: all) into a state."""
    state = RunState()
    for event in events:
        if to_seq is not None and event.seq > to_seq:
            break
        apply(state, event)
    return state


def apply(state: RunState, event: Event) -> None:
    """Change the state by the next event."""
    state.seq, state.root, state.last_at = event.seq, event.hash, event.at
    _step(event.body, state, event.at)


@singledispatch
def _step(body: object, state: RunState, at: str) -> None:
    """What an event changes; kinds without a step of their own change nothing."""
    del body, state, at


@_step.register
def _run_started(body: RunStarted, state: RunState, at: str) -> None:
    state.run_id, state.question, state.task = body.run_id, body.question, body.task
    state.limits, state.runtime = body.limits, body.runtime
    state.model_requested, state.versions = body.model_requested, dict(body.versions)
    state.corpus, state.web, state.started_at = body.corpus, body.web, at
    state.cost_basis = body.cost_basis
    state.half_lives = dict(body.half_lives)


@_step.register
def _corpus_indexed(body: CorpusIndexed, state: RunState, at: str) -> None:
    del at
    state.documents = body.documents
    state.unreadable, state.unreadable_total = body.unreadable, body.unreadable_total
    state.notes = body.notes


@_step.register
def _plan_made(body: PlanMade, state: RunState, at: str) -> None:
    del at
    state.plan = body.plan


@_step.register
def _opinion_given(body: OpinionGiven, state: RunState, at: str) -> None:
    del at
    state.opinions[body.evidence_id] = body.opinion


@_step.register
def _page_reread(body: PageReread, state: RunState, at: str) -> None:
    del at
    state.pages[body.source_id] = body.page_id


@_step.register
def _round_started(body: RoundStarted, state: RunState, at: str) -> None:
    del at
    state.rounds = body.round
    state.progress = (len(state.sources), len(state.evidence))


@_step.register
def _researcher_ended(body: ResearcherEnded, state: RunState, at: str) -> None:
    del at
    state.hand_backs = (*state.hand_backs, body.hand_back)


@_step.register
def _model_called(body: ModelCalled, state: RunState, at: str) -> None:
    del at
    call = body.call
    step = call.step if body.sub_question_id is None else f"{call.step}:{body.sub_question_id}"
    used = Usage(
        model_calls=call.calls,
        input_tokens=call.usage.input_tokens,
        cached_input_tokens=call.usage.cached_input_tokens,
        output_tokens=call.usage.output_tokens,
        cost_usd=body.cost_usd or 0.0,
    )
    state.spent[step] = state.spent.get(step, Usage()).plus(used)
    if body.cost_usd is None and call.error is None:
        state.unpriced += call.calls
    if call.resolved is not None and call.resolved not in state.resolved:
        state.resolved = (*state.resolved, call.resolved)


@_step.register
def _step_fell_back(body: StepFellBack, state: RunState, at: str) -> None:
    del at
    state.fell_back = (*state.fell_back, body)


@_step.register
def _search_done(body: SearchDone, state: RunState, at: str) -> None:
    del at
    state.searches += 1
    _searched(state, body.sub_question_id, body.query)
    known = state.leads.get(body.sub_question_id, ())
    found = dict.fromkeys((*known, *(lead.url for lead in body.leads)))
    state.leads[body.sub_question_id] = tuple(found)[:_MAX_LEADS]


@_step.register
def _search_failed(body: SearchFailed, state: RunState, at: str) -> None:
    del at
    state.searches += 1
    _searched(state, body.sub_question_id, body.query)
    state.failed_searches = (*state.failed_searches, f"{body.provider}: {body.reason}")


def _searched(state: RunState, sub_question_id: str, query: str) -> None:
    known = dict.fromkeys((*state.queries.get(sub_question_id, ()), query[:_MAX_QUERY]))
    state.queries[sub_question_id] = tuple(known)[:_MAX_QUERIES]


@_step.register
def _source_asked(body: SourceAsked, state: RunState, at: str) -> None:
    del at
    state.asked[body.source_id] = body.url


@_step.register
def _source_read(body: SourceRead, state: RunState, at: str) -> None:
    del at
    state.asked.pop(body.source.id, None)
    state.sources[body.source.id] = body.source
    if body.source.content_hash is not None and body.text_sha256 is not None:
        state.texts[body.source.content_hash] = body.text_sha256


@_step.register
def _evidence_admitted(body: EvidenceAdmitted, state: RunState, at: str) -> None:
    del at
    evidence = body.evidence
    state.evidence[evidence.id] = evidence
    _answer(state, evidence.sub_question_id, evidence.id)


@_step.register
def _evidence_shared(body: EvidenceShared, state: RunState, at: str) -> None:
    del at
    _answer(state, body.sub_question_id, body.evidence_id)


def _answer(state: RunState, sub_question_id: str, evidence_id: str) -> None:
    state.answers[sub_question_id] = (*state.answers.get(sub_question_id, ()), evidence_id)


@_step.register
def _evidence_refused(body: EvidenceRefused, state: RunState, at: str) -> None:
    del body, at
    state.refused += 1


@_step.register
def _evidence_checked(body: EvidenceChecked, state: RunState, at: str) -> None:
    del at
    checked = state.evidence[body.evidence_id].model_copy(
        update={"checks": body.checks, "validation_status": body.verdict}
    )
    state.evidence[body.evidence_id] = checked
    state.judgements[body.evidence_id] = Judgement(verdict=body.verdict, confidence=body.confidence)


@_step.register
def _subject_described(body: SubjectDescribed, state: RunState, at: str) -> None:
    del at
    state.subject = body.entry


@_step.register
def _identity_judged(body: IdentityJudged, state: RunState, at: str) -> None:
    del at
    state.identities[body.judgement.source_id] = body.judgement


@_step.register
def _claims_merged(body: ClaimsMerged, state: RunState, at: str) -> None:
    state.claims = {claim.id: claim for claim in body.claims}
    state.conflicts, state.gaps, state.merged_at = body.conflicts, body.gaps, at
    state.prose, state.altered_copies = None, body.altered_copies
    for name, source in state.sources.items():
        original = body.duplicate_sources.get(name)
        state.sources[name] = source.model_copy(update={"duplicate_of": original})


@_step.register
def _prose_written(body: ProseWritten, state: RunState, at: str) -> None:
    del at
    state.prose = body


@_step.register
def _report_written(body: ReportWritten, state: RunState, at: str) -> None:
    del at
    state.files = dict(body.files)


@_step.register
def _run_ended(body: RunEnded, state: RunState, at: str) -> None:
    state.ended, state.end_reason, state.ended_at = body.status, body.reason, at


@_step.register
def _ledger_cut(body: LedgerCut, state: RunState, at: str) -> None:
    del at
    state.bytes_cut += body.bytes_cut

"""Events: one kind per class. A run's state is a fold over them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ascertain.evidence.admitted import Evidence, EvidenceDraft
from ascertain.evidence.brief import Brief, HandBack
from ascertain.evidence.check import Check
from ascertain.evidence.claim import AlteredCopy, Claim, Conflict, Gap
from ascertain.evidence.identity_events import IdentityJudged, SubjectDescribed
from ascertain.evidence.kinds import RunStatus, Verdict
from ascertain.evidence.lead import Lead, ProviderReport
from ascertain.evidence.limits import Limits
from ascertain.evidence.model_call import ModelCall
from ascertain.evidence.opinion import OpinionGiven
from ascertain.evidence.plan import ResearchPlan
from ascertain.evidence.program import PageReread, SubagentEnded, SubagentStarted
from ascertain.evidence.record import NonBlank, Record, Sha256, UtcTime, VersionedRecord
from ascertain.evidence.report import FailedSource, Section
from ascertain.evidence.source import Source
from ascertain.evidence.task import ResearchTask
from ascertain.evidence.web_policy import WebPolicy

__all__ = [
    "ClaimsMerged",
    "CorpusIndexed",
    "Event",
    "EventBody",
    "EvidenceAdmitted",
    "EvidenceChecked",
    "EvidenceRefused",
    "EvidenceShared",
    "LedgerCut",
    "ModelCalled",
    "PlanMade",
    "ProseWritten",
    "RefusedProse",
    "ReportWritten",
    "RequestRefused",
    "ResearcherEnded",
    "ResearcherStarted",
    "RoundStarted",
    "RunEnded",
    "RunStarted",
    "SearchDone",
    "SearchFailed",
    "SourceAsked",
    "SourceRead",
    "StepFellBack",
    "ToolCalled",
    "ToolRefused",
    "WebTerms",
    "parse_event",
]


class WebTerms(Record):
    """On what terms a run may use the web.

    Attributes:
        providers: search providers, those asked first before those that take over.
        policy: which hosts may be asked, and how politely.
        max_age_days: kept answers younger than this were used without asking.
        offline: nothing was asked; kept answers were used, however old.
    """

    providers: tuple[str, ...]
    policy: WebPolicy
    max_age_days: float = Field(ge=0)
    refresh: bool = False
    offline: bool = False


class RunStarted(Record):
    """A run begins; everything it was asked and allowed."""

    kind: Literal["run_started"] = "run_started"
    run_id: NonBlank
    question: NonBlank
    task: ResearchTask | None = None
    limits: Limits
    runtime: NonBlank
    model_requested: str | None = None
    versions: dict[str, str] = Field(default_factory=dict[str, str])
    cost_basis: str = "no model was used"
    corpus: tuple[str, ...] = ()
    web: WebTerms | None = None
    half_lives: dict[str, float] = Field(default_factory=dict[str, float])


class CorpusIndexed(Record):
    """The corpus is ready to search."""

    kind: Literal["corpus_indexed"] = "corpus_indexed"
    documents: int
    read_now: int
    unchanged: int
    removed: int
    unreadable: tuple[FailedSource, ...] = ()
    unreadable_total: int = 0
    notes: tuple[str, ...] = ()


class PlanMade(Record):
    """The plan that the run follows."""

    kind: Literal["plan_made"] = "plan_made"
    plan: ResearchPlan


class RoundStarted(Record):
    """A research round begins, with the subquestions it works on."""

    kind: Literal["round_started"] = "round_started"
    round: int
    sub_question_ids: tuple[str, ...]


class ResearcherStarted(Record):
    """A researcher was given a brief; ``runner`` is who it is, ``reason`` why that one."""

    kind: Literal["researcher_started"] = "researcher_started"
    brief: Brief
    runner: str = ""
    reason: str = ""


class ResearcherEnded(Record):
    """A researcher handed back."""

    kind: Literal["researcher_ended"] = "researcher_ended"
    hand_back: HandBack


class SearchDone(Record):
    """A provider answered; no leads means that it found nothing."""

    kind: Literal["search_done"] = "search_done"
    sub_question_id: NonBlank
    provider: NonBlank
    query: str
    leads: tuple[Lead, ...] = ()
    providers: tuple[ProviderReport, ...] = ()


class SearchFailed(Record):
    """A provider did not answer; that is not "no results"."""

    kind: Literal["search_failed"] = "search_failed"
    sub_question_id: NonBlank
    provider: NonBlank
    query: str
    reason: NonBlank


class SourceAsked(Record):
    """A URL takes its place among the sources; recorded before it is fetched."""

    kind: Literal["source_asked"] = "source_asked"
    source_id: NonBlank
    sub_question_id: NonBlank
    url: NonBlank


class RequestRefused(Record):
    """Policy kept a request from being made: for a source, a redirect's hop or a page's part."""

    kind: Literal["request_refused"] = "request_refused"
    source_id: NonBlank
    url: NonBlank
    reason: NonBlank


class SourceRead(Record):
    """What became of a source; the snapshot is on disk before this is recorded."""

    kind: Literal["source_read"] = "source_read"
    source: Source
    text_sha256: Sha256 | None = None


class EvidenceAdmitted(Record):
    """A draft passed admission."""

    kind: Literal["evidence_admitted"] = "evidence_admitted"
    evidence: Evidence


class EvidenceShared(Record):
    """A draft said what is admitted already; that evidence answers this subquestion too."""

    kind: Literal["evidence_shared"] = "evidence_shared"
    evidence_id: NonBlank
    sub_question_id: NonBlank


class EvidenceRefused(Record):
    """A draft was turned away."""

    kind: Literal["evidence_refused"] = "evidence_refused"
    sub_question_id: NonBlank
    draft: EvidenceDraft | None = None
    code: NonBlank
    message: NonBlank
    advice: str = ""


class EvidenceChecked(Record):
    """The checks of one evidence and the verdict they give."""

    kind: Literal["evidence_checked"] = "evidence_checked"
    evidence_id: NonBlank
    checks: tuple[Check, ...]
    verdict: Verdict
    confidence: float


class ToolRefused(Record):
    """A call of a tool was refused or failed."""

    kind: Literal["tool_refused"] = "tool_refused"
    sub_question_id: NonBlank
    tool: NonBlank
    code: NonBlank
    message: str = ""


class ToolCalled(Record):
    """A call of a tool ended, whichever way.

    Attributes:
        arguments: as JSON, cut at 4,000 characters.
        answer: as JSON, cut at 2,000 characters; the whole of what it found is on record by
            its own events.
        seconds: how long it took.
    """

    kind: Literal["tool_called"] = "tool_called"
    sub_question_id: NonBlank
    tool: NonBlank
    ok: bool
    arguments: str = ""
    answer: str = ""
    seconds: float = Field(default=0.0, ge=0)


class ModelCalled(Record):
    """A model was called and paid for, or failed.

    Attributes:
        sub_question_id: whose researcher it was; null for the plan and the report.
        cost_usd: what was counted against the caps; null: no price is known.
    """

    kind: Literal["model_called"] = "model_called"
    sub_question_id: str | None = None
    call: ModelCall
    cost_usd: float | None = None


class StepFellBack(Record):
    """A step went on with another runtime or model, or without one.

    Attributes:
        step: such as ``planner``, or a subquestion's id.
        was: and ``now``: runtime and model names.
    """

    kind: Literal["step_fell_back"] = "step_fell_back"
    step: NonBlank
    was: NonBlank
    now: NonBlank
    reason: NonBlank


class ClaimsMerged(Record):
    """All claims, conflicts and gaps as of now; replaces what an earlier one said."""

    kind: Literal["claims_merged"] = "claims_merged"
    claims: tuple[Claim, ...]
    conflicts: tuple[Conflict, ...] = ()
    gaps: tuple[Gap, ...] = ()
    duplicate_sources: dict[str, str] = Field(default_factory=dict[str, str])
    altered_copies: tuple[AlteredCopy, ...] = ()


class RefusedProse(Record):
    """A sentence that a model wrote and that does not stand in the report, and why."""

    section: NonBlank
    text: str
    reasons: tuple[str, ...]


class ProseWritten(Record):
    """A model put the claims in prose; holds until claims are merged again.

    Attributes:
        sections: as the report prints them.
        accepted: sentences of the model that stand.
        refused: the first hundred that do not; ``refused_total`` counts all.
        notes: sections that it did not write, and why.
    """

    kind: Literal["prose_written"] = "prose_written"
    sections: tuple[Section, ...]
    accepted: int = Field(default=0, ge=0)
    refused: tuple[RefusedProse, ...] = ()
    refused_total: int = Field(default=0, ge=0)
    notes: tuple[str, ...] = ()


class ReportWritten(Record):
    """The report's files and their digests."""

    kind: Literal["report_written"] = "report_written"
    files: dict[str, Sha256]


class RunEnded(Record):
    """The run is over; nothing follows but another attempt."""

    kind: Literal["run_ended"] = "run_ended"
    status: RunStatus
    reason: str = ""


class LedgerCut(Record):
    """A torn last line was cut off when the ledger was opened again."""

    kind: Literal["ledger_cut"] = "ledger_cut"
    bytes_cut: int


EventBody = Annotated[
    RunStarted
    | CorpusIndexed
    | PlanMade
    | RoundStarted
    | ResearcherStarted
    | ResearcherEnded
    | SearchDone
    | SearchFailed
    | SourceAsked
    | RequestRefused
    | SourceRead
    | EvidenceAdmitted
    | EvidenceShared
    | EvidenceRefused
    | EvidenceChecked
    | SubjectDescribed
    | IdentityJudged
    | ToolRefused
    | ToolCalled
    | ModelCalled
    | StepFellBack
    | SubagentStarted
    | SubagentEnded
    | PageReread
    | OpinionGiven
    | ClaimsMerged
    | ProseWritten
    | ReportWritten
    | RunEnded
    | LedgerCut,
    Field(discriminator="kind"),
]


class Event(VersionedRecord):
    """One line of the ledger.

    Attributes:
        seq: from 1, without gaps.
        at: when it was recorded.
        branch: where in the run's tree of steps, such as ``round-1/roles/call-3``; each part is
            a span, the parts before it are its parents; empty: the run itself.
        prev: the hash of the event before, or 64 zeros.
        body: what happened.
        hash: SHA-256 of the canonical JSON (RFC 8785) of all other fields.
    """

    seq: int = Field(ge=1)
    at: UtcTime
    branch: str = Field(default="", max_length=300)
    prev: Sha256
    body: EventBody
    hash: Sha256


def parse_event(line: str | bytes) -> Event:
    """Parse one line of the ledger.

    Raises:
        pydantic.ValidationError: if it is not an event of a known kind.
    """
    return Event.model_validate_json(line)

"""What each kind of event says of the span that it belongs to."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, cast

from ascertain.evidence.events import (
    ClaimsMerged,
    CorpusIndexed,
    Event,
    EvidenceAdmitted,
    EvidenceChecked,
    EvidenceRefused,
    EvidenceShared,
    LedgerCut,
    PlanMade,
    ReportWritten,
    RequestRefused,
    ResearcherEnded,
    ResearcherStarted,
    RoundStarted,
    RunEnded,
    RunStarted,
    SearchDone,
    SearchFailed,
    SourceRead,
    StepFellBack,
    ToolRefused,
)
from ascertain.evidence.number_words import counted
from ascertain.evidence.opinion import OpinionGiven
from ascertain.evidence.program import PageReread, SubagentEnded, SubagentStarted
from ascertain.reporting.trace_spans import SpanDraft

__all__ = ["note_event", "refusal_in"]


def note_event(draft: SpanDraft, event: Event) -> None:
    """Put what an event says into the draft that it belongs to; kinds without a word: nothing."""
    tell = _TELLING.get(event.body.kind)
    if tell is not None:
        tell(draft, event.body, event.at)


def refusal_in(answer: str) -> str:
    """Return code and message of a refused call's answer, as far as it can be read."""
    try:
        content: Any = json.loads(answer)
    except (ValueError, RecursionError):
        return "failed"
    if not isinstance(content, dict):
        return "failed"
    said = cast("dict[str, object]", content)
    return _coded(str(said.get("code") or "failed"), str(said.get("message") or ""))


def _run_started(draft: SpanDraft, body: RunStarted, at: str) -> None:
    draft.name, draft.closed, draft.failed = body.run_id, False, None
    draft.note(at, body.question)
    model = f", model {body.model_requested}" if body.model_requested else ""
    draft.note(at, f"runtime {body.runtime}{model}")


def _run_ended(draft: SpanDraft, body: RunEnded, at: str) -> None:
    draft.closed = True
    if body.status == "incomplete":
        draft.failed = _coded("incomplete", body.reason)
    else:
        draft.note(at, _coded(body.status, body.reason))


def _round_started(draft: SpanDraft, body: RoundStarted, at: str) -> None:
    draft.kind = "round"
    draft.note(at, "works on " + ", ".join(body.sub_question_ids))


def _researcher_started(draft: SpanDraft, body: ResearcherStarted, at: str) -> None:
    draft.kind = "researcher"
    draft.note(at, body.brief.subquestion.question)


def _researcher_ended(draft: SpanDraft, body: ResearcherEnded, at: str) -> None:
    back = body.hand_back
    draft.kind, draft.closed = "researcher", True
    draft.handed_back = draft.handed_back.plus(back.usage)
    if back.ending in {"finished", "limit"}:
        draft.failed = None
        draft.note(at, f"{back.ending} with {counted(len(back.evidence_ids), 'quote')}")
    else:
        draft.failed = _coded(back.ending, back.error or "")


def _fell_back(draft: SpanDraft, body: StepFellBack, at: str) -> None:
    draft.note(at, f"from {body.was} to {body.now}: {body.reason}", failed=True)
    # It goes on, and counts its calls from the beginning.
    draft.closed, draft.failed = draft.kind != "researcher", None
    draft.named.clear()


def _plan_made(draft: SpanDraft, body: PlanMade, at: str) -> None:
    draft.note(at, f"a plan of {counted(len(body.plan.subquestions), 'subquestion')}")


def _corpus_indexed(draft: SpanDraft, body: CorpusIndexed, at: str) -> None:
    draft.note(at, f"{counted(body.documents, 'document')} to search, {body.read_now:,} read now")


def _search_done(draft: SpanDraft, body: SearchDone, at: str) -> None:
    draft.note(at, f"{body.provider} found {counted(len(body.leads), 'lead')} for «{body.query}»")


def _search_failed(draft: SpanDraft, body: SearchFailed, at: str) -> None:
    said = _coded("search_failed", f"{body.provider}: {body.reason}")
    draft.note(at, f"{said} (for «{body.query}»)", failed=True)


def _source_read(draft: SpanDraft, body: SourceRead, at: str) -> None:
    source = body.source
    reason = f" ({source.error})" if source.error else ""
    said = f"{source.id} {source.status}: {source.requested_url}{reason}"
    draft.note(at, said, failed=source.status != "ok")


def _request_refused(draft: SpanDraft, body: RequestRefused, at: str) -> None:
    draft.note(at, f"request_refused: {body.url}: {body.reason}", failed=True)


def _admitted(draft: SpanDraft, body: EvidenceAdmitted, at: str) -> None:
    draft.note(at, f"{body.evidence.id} admitted: {body.evidence.claim}")


def _shared(draft: SpanDraft, body: EvidenceShared, at: str) -> None:
    draft.note(at, f"{body.evidence_id} answers this too")


def _refused(draft: SpanDraft, body: EvidenceRefused | ToolRefused, at: str) -> None:
    said = _coded(body.code, body.message)
    if draft.kind == "tool":
        draft.refusal = said
    else:
        what = body.tool if isinstance(body, ToolRefused) else "evidence.record"
        draft.note(at, f"{what} refused: {said}", failed=True)


def _checked(draft: SpanDraft, body: EvidenceChecked, at: str) -> None:
    del at
    draft.verdicts[body.verdict.replace("_", " ")] += 1


def _merged(draft: SpanDraft, body: ClaimsMerged, at: str) -> None:
    found = (("claim", body.claims), ("conflict", body.conflicts), ("gap", body.gaps))
    draft.note(at, ", ".join(counted(len(ones), noun) for noun, ones in found))


def _written(draft: SpanDraft, body: ReportWritten, at: str) -> None:
    draft.note(at, f"{counted(len(body.files), 'file')} written")


def _subagent_started(draft: SpanDraft, body: SubagentStarted, at: str) -> None:
    draft.note(at, f"{body.step.agent_type} {body.step.agent_id} was started")


def _subagent_ended(draft: SpanDraft, body: SubagentEnded, at: str) -> None:
    step = body.step
    name = f"{step.agent_type} {step.agent_id}"
    if step.error:
        draft.note(at, f"{name} failed: {step.error}", failed=True)
        return
    found = ", ".join(step.evidence_ids) or "no evidence"
    draft.note(at, f"{name} handed back {found} after {counted(step.model_calls, 'model call')}")


def _page_reread(draft: SpanDraft, body: PageReread, at: str) -> None:
    draft.note(at, f"{body.page_id} is the page of which {body.source_id} told")


def _opinion_given(draft: SpanDraft, body: OpinionGiven, at: str) -> None:
    said = body.opinion
    draft.note(at, f"the judge on {body.evidence_id}: {said.label}. {said.reason}".rstrip())


def _cut(draft: SpanDraft, body: LedgerCut, at: str) -> None:
    draft.note(
        at, f"a half-written event of {counted(body.bytes_cut, 'byte')} was cut off", failed=True
    )


def _coded(code: str, message: str) -> str:
    return f"{code}: {message}" if message else code


_Tell = Callable[[SpanDraft, Any, str], None]
_TELLING: dict[str, _Tell] = {
    "claims_merged": _merged,
    "corpus_indexed": _corpus_indexed,
    "evidence_admitted": _admitted,
    "evidence_checked": _checked,
    "evidence_refused": _refused,
    "evidence_shared": _shared,
    "subagent_started": _subagent_started,
    "subagent_ended": _subagent_ended,
    "page_reread": _page_reread,
    "opinion_given": _opinion_given,
    "ledger_cut": _cut,
    "plan_made": _plan_made,
    "report_written": _written,
    "request_refused": _request_refused,
    "researcher_ended": _researcher_ended,
    "researcher_started": _researcher_started,
    "round_started": _round_started,
    "run_ended": _run_ended,
    "run_started": _run_started,
    "search_done": _search_done,
    "search_failed": _search_failed,
    "source_read": _source_read,
    "step_fell_back": _fell_back,
    "tool_refused": _refused,
}

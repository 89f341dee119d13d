"""What spans say, in the words of OpenTelemetry's conventions for generative AI.

The names are those of the semantic conventions' GenAI part, which is in development: spans for
workflows, agents, tools and model calls
(https://github.com/open-telemetry/semantic-conventions-genai). Names under ``ascertain.`` are
our own. What a person or a source wrote goes into attributes only with ``content``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ascertain.evidence.brief import Brief
from ascertain.evidence.events import (
    ClaimsMerged,
    CorpusIndexed,
    EventBody,
    EvidenceAdmitted,
    EvidenceChecked,
    EvidenceRefused,
    EvidenceShared,
    LedgerCut,
    ModelCalled,
    PlanMade,
    ReportWritten,
    RequestRefused,
    ResearcherEnded,
    RunEnded,
    RunStarted,
    SearchDone,
    SearchFailed,
    SourceAsked,
    SourceRead,
    StepFellBack,
    ToolCalled,
    ToolRefused,
)
from ascertain.evidence.opinion import OpinionGiven
from ascertain.evidence.program import PageReread, SubagentEnded, SubagentStarted

__all__ = [
    "ERROR_TYPE",
    "OTHER_ERROR",
    "Attributes",
    "agent_attributes",
    "agent_end_attributes",
    "chat_attributes",
    "happening_attributes",
    "run_attributes",
    "run_end_attributes",
    "tool_attributes",
]

Attributes = dict[str, str | int | float | bool]

ERROR_TYPE = "error.type"
OTHER_ERROR = "_OTHER"
"""The convention's word for an error that has no code of its own."""

_OPERATION = "gen_ai.operation.name"
_CONVERSATION = "gen_ai.conversation.id"
_MODEL = "gen_ai.request.model"
_PROVIDER = "gen_ai.provider.name"
_PROVIDERS = {
    "azure": "azure.ai.openai",
    "bedrock": "aws.bedrock",
    "google": "gcp.gemini",
    "google-gla": "gcp.gemini",
    "google-vertex": "gcp.vertex_ai",
    "grok": "x_ai",
    "mistral": "mistral_ai",
    "moonshotai": "moonshot_ai",
    "openai-chat": "openai",
    "openai-responses": "openai",
    "xai": "x_ai",
}
"""Providers as a model's name begins, and their names in the convention where they differ."""
_CLAUDE = ("claude", "haiku", "opus", "sonnet")
"""How the names of the Claude runtime's models begin; they name no provider."""


def run_attributes(body: RunStarted, *, content: bool) -> Attributes:
    """Return what a run's span says when it begins."""
    said: Attributes = {
        _OPERATION: "invoke_workflow",
        "gen_ai.workflow.name": "research",
        _CONVERSATION: body.run_id,
        "ascertain.runtime": body.runtime,
    }
    if content:
        said["ascertain.question"] = body.question
    return said


def run_end_attributes(body: RunEnded) -> Attributes:
    """Return what a run's span says when it ends."""
    said: Attributes = {"ascertain.status": body.status}
    if body.status == "incomplete":
        said[ERROR_TYPE] = "incomplete"
    return said


def agent_attributes(brief: Brief, *, content: bool) -> Attributes:
    """Return what a researcher's span says when it begins."""
    said: Attributes = {
        _OPERATION: "invoke_agent",
        "gen_ai.agent.name": "researcher",
        _CONVERSATION: brief.run_id,
        "ascertain.sub_question_id": brief.subquestion.id,
        "ascertain.round": brief.round,
    }
    if content:
        said["ascertain.question"] = brief.subquestion.question
    return said


def agent_end_attributes(body: ResearcherEnded, *, content: bool) -> Attributes:
    """Return what a researcher's span says when it ends."""
    back = body.hand_back
    said: Attributes = {
        "ascertain.ending": back.ending,
        "ascertain.evidence_count": len(back.evidence_ids),
        "gen_ai.usage.input_tokens": back.usage.input_tokens,
        "gen_ai.usage.output_tokens": back.usage.output_tokens,
        "ascertain.cost_usd": back.usage.cost_usd,
    }
    if back.ending not in {"finished", "limit"}:
        said[ERROR_TYPE] = back.ending
    if content and back.conclusion:
        said["ascertain.conclusion"] = back.conclusion
    return said


def tool_attributes(body: ToolCalled, code: str, *, content: bool) -> Attributes:
    """Return what a tool call's span says.

    Args:
        body: the call.
        code: of its refusal, where one is known.
        content: whether arguments and answer are said.
    """
    said: Attributes = {
        _OPERATION: "execute_tool",
        "gen_ai.tool.name": body.tool,
        "gen_ai.tool.type": "function",
        "ascertain.sub_question_id": body.sub_question_id,
    }
    if not body.ok:
        said[ERROR_TYPE] = code or OTHER_ERROR
    if content:
        said["gen_ai.tool.call.arguments"] = body.arguments
        said["gen_ai.tool.call.result"] = body.answer
    return said


def chat_attributes(body: ModelCalled) -> Attributes:
    """Return what a model call's span says."""
    call, usage = body.call, body.call.usage
    provider, model = _provider_and_model(call.model)
    said: Attributes = {
        _OPERATION: "chat",
        _PROVIDER: provider,
        _MODEL: model,
        "gen_ai.usage.input_tokens": usage.input_tokens,
        "gen_ai.usage.output_tokens": usage.output_tokens,
        "gen_ai.usage.cache_read.input_tokens": usage.cached_input_tokens,
        "gen_ai.usage.cache_creation.input_tokens": usage.cache_write_tokens,
        "ascertain.step": call.step,
        "ascertain.model_calls": call.calls,
    }
    if call.resolved:
        said["gen_ai.response.model"] = call.resolved
    if body.cost_usd is not None:
        said["ascertain.cost_usd"] = body.cost_usd
    if body.sub_question_id:
        said["ascertain.sub_question_id"] = body.sub_question_id
    if call.error:
        said[ERROR_TYPE] = OTHER_ERROR
    return said


def happening_attributes(body: EventBody, *, content: bool) -> Attributes:
    """Return what is said of an event within a span."""
    saying = _HAPPENINGS.get(type(body))
    if saying is None:
        return {}
    plain, written = saying(body)
    said = {**plain, **written} if content else plain
    return {f"ascertain.{name}": value for name, value in said.items()}


def _provider_and_model(name: str) -> tuple[str, str]:
    provider, mark, model = name.partition(":")
    if mark and model:
        return _PROVIDERS.get(provider, provider), model
    return ("anthropic" if name.startswith(_CLAUDE) else "unknown"), name


_Saying = Callable[[Any], tuple[Attributes, Attributes]]
"""From an event to what may be said of it always, and with ``content`` only."""


def _search_done(body: SearchDone) -> tuple[Attributes, Attributes]:
    return {"provider": body.provider, "leads": len(body.leads)}, {"query": body.query}


def _search_failed(body: SearchFailed) -> tuple[Attributes, Attributes]:
    return {"provider": body.provider}, {"query": body.query, "reason": body.reason}


def _source_asked(body: SourceAsked) -> tuple[Attributes, Attributes]:
    return {"source_id": body.source_id}, {"url": body.url}


def _request_refused(body: RequestRefused) -> tuple[Attributes, Attributes]:
    return {"source_id": body.source_id}, {"url": body.url, "reason": body.reason}


def _source_read(body: SourceRead) -> tuple[Attributes, Attributes]:
    source = body.source
    written: Attributes = {"url": source.requested_url}
    if source.error:
        written["reason"] = source.error
    return {"source_id": source.id, "status": source.status}, written


def _admitted(body: EvidenceAdmitted) -> tuple[Attributes, Attributes]:
    return {"evidence_id": body.evidence.id}, {"claim": body.evidence.claim}


def _shared(body: EvidenceShared) -> tuple[Attributes, Attributes]:
    return {"evidence_id": body.evidence_id}, {}


def _refused(body: EvidenceRefused) -> tuple[Attributes, Attributes]:
    return {"code": body.code}, {"message": body.message}


def _tool_refused(body: ToolRefused) -> tuple[Attributes, Attributes]:
    return {"tool": body.tool, "code": body.code}, {"message": body.message}


def _checked(body: EvidenceChecked) -> tuple[Attributes, Attributes]:
    return {"evidence_id": body.evidence_id, "verdict": body.verdict}, {}


def _fell_back(body: StepFellBack) -> tuple[Attributes, Attributes]:
    return {"step": body.step, "was": body.was, "now": body.now}, {"reason": body.reason}


def _merged(body: ClaimsMerged) -> tuple[Attributes, Attributes]:
    return {
        "claims": len(body.claims),
        "conflicts": len(body.conflicts),
        "gaps": len(body.gaps),
    }, {}


def _plan_made(body: PlanMade) -> tuple[Attributes, Attributes]:
    return {"subquestions": len(body.plan.subquestions)}, {}


def _indexed(body: CorpusIndexed) -> tuple[Attributes, Attributes]:
    return {"documents": body.documents, "read_now": body.read_now}, {}


def _written(body: ReportWritten) -> tuple[Attributes, Attributes]:
    return {"files": len(body.files)}, {}


def _cut(body: LedgerCut) -> tuple[Attributes, Attributes]:
    return {"bytes_cut": body.bytes_cut}, {}


def _subagent(body: SubagentStarted | SubagentEnded) -> tuple[Attributes, Attributes]:
    step = body.step
    return {
        "agent_id": step.agent_id,
        "agent_type": step.agent_type,
        "evidence_ids": ", ".join(step.evidence_ids),
        "failed": bool(step.error),
    }, {"conclusion": step.conclusion, "error": step.error}


def _reread(body: PageReread) -> tuple[Attributes, Attributes]:
    return {"source_id": body.source_id, "page_id": body.page_id}, {}


def _opinion(body: OpinionGiven) -> tuple[Attributes, Attributes]:
    said = body.opinion
    return (
        {"evidence_id": body.evidence_id, "label": said.label, "method": said.method},
        {"reason": said.reason},
    )


_HAPPENINGS: Mapping[type, _Saying] = {
    ClaimsMerged: _merged,
    CorpusIndexed: _indexed,
    EvidenceAdmitted: _admitted,
    EvidenceChecked: _checked,
    EvidenceRefused: _refused,
    EvidenceShared: _shared,
    LedgerCut: _cut,
    PlanMade: _plan_made,
    ReportWritten: _written,
    RequestRefused: _request_refused,
    SearchDone: _search_done,
    SearchFailed: _search_failed,
    SourceAsked: _source_asked,
    SourceRead: _source_read,
    StepFellBack: _fell_back,
    OpinionGiven: _opinion,
    PageReread: _reread,
    SubagentEnded: _subagent,
    SubagentStarted: _subagent,
    ToolRefused: _tool_refused,
}

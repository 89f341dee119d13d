"""What a researcher's own program did by itself, as its hooks tell it; and the events of it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ascertain.evidence.record import NonBlank, Record

__all__ = [
    "PageReread",
    "ProcessedPage",
    "ProgramSearch",
    "SubagentEnded",
    "SubagentStarted",
    "SubagentStep",
]


class SubagentStep(Record):
    """A subagent of the program started, or handed back.

    Attributes:
        agent_id: the program's own name for it.
        agent_type: as it was asked for, such as ``researcher``.
        is_over: whether it handed back.
        conclusion: its own words, cut to the contract; not evidence.
        evidence_ids: admitted on its account, in order.
        model_calls: of its own.
        error: why it came to no end of its own, or empty.
    """

    agent_id: NonBlank
    agent_type: NonBlank
    is_over: bool = False
    conclusion: str = Field(default="", max_length=1000)
    evidence_ids: tuple[str, ...] = ()
    model_calls: int = Field(default=0, ge=0)
    error: str = Field(default="", max_length=500)


class ProcessedPage(Record):
    """What the program's own reading tool said of a page; the page itself is not shown to us.

    Attributes:
        url: as asked for.
        status: of the answer, by HTTP; 0: none came.
        text: the answer of the model that read the page; empty where it could not be read.
        reason: why it could not be read, or empty.
        asked: what was asked of the page.
        raw: the whole response as JSON.
    """

    url: NonBlank
    status: int = Field(default=0, ge=0)
    text: str = ""
    reason: str = ""
    asked: str = ""
    raw: str = "{}"


class ProgramSearch(Record):
    """What the program's own search found.

    Attributes:
        leads: address and title, in order.
        failure: why it found nothing, or empty.
    """

    query: str
    leads: tuple[tuple[str, str], ...] = ()
    failure: str = ""


class SubagentStarted(Record):
    """A researcher's program started a subagent."""

    kind: Literal["subagent_started"] = "subagent_started"
    sub_question_id: NonBlank
    step: SubagentStep


class SubagentEnded(Record):
    """A subagent handed back, was stopped or failed."""

    kind: Literal["subagent_ended"] = "subagent_ended"
    sub_question_id: NonBlank
    step: SubagentStep


class PageReread(Record):
    """A page whose text came through the researcher's own program was read again by this run.

    Attributes:
        source_id: whose processed text is to be checked.
        page_id: the source that this run read itself.
    """

    kind: Literal["page_reread"] = "page_reread"
    source_id: NonBlank
    page_id: NonBlank

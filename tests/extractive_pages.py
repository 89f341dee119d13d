"""Invented pages and a toolbox over them, for the tests of the extractive runtime."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pydantic import JsonValue

from ascertain.adapters.memory.toolbox import MemoryToolbox
from ascertain.evidence.brief import Brief
from ascertain.evidence.document import DatedField
from ascertain.evidence.kinds import AnswerType, ClaimType
from ascertain.evidence.lead import Lead, Passage, ReadReply, SearchReply
from ascertain.evidence.plan import Subquestion
from ascertain.ports.toolbox import ToolReply

__all__ = ["Page", "brief_for", "refused", "reply_for", "toolbox_over"]


class Page(NamedTuple):
    """A page: one passage a paragraph block."""

    url: str
    title: str
    text: str
    heading: str = ""
    language: str = "en"
    published: str | None = None
    signals: tuple[str, ...] = ()


def brief_for(
    question: str,
    *,
    query: str | None = None,
    answer_type: AnswerType = "any",
    claim_type: ClaimType = "other",
    subject: str | None = None,
    **fields: object,
) -> Brief:
    sub = Subquestion(
        id="q1",
        question=question,
        query=query or question,
        answer_type=answer_type,
        claim_type=claim_type,
        subject=subject,
    )
    values: dict[str, object] = {"max_sources": 5, "max_evidence_records": 5, **fields}
    return Brief.model_validate({"run_id": "run", "subquestion": sub, **values})


def reply_for(page: Page, source: str = "S1") -> ReadReply:
    return ReadReply(
        source_id=source,
        url=page.url,
        status="ok",
        title=page.title or None,
        language=page.language,
        published=DatedField(value=page.published, where="meta") if page.published else None,
        passages=(
            Passage(
                id=f"{source}:p0", start=0, end=len(page.text), text=page.text, heading=page.heading
            ),
        ),
        identity_signals=page.signals,
    )


def refused(code: str) -> ToolReply:
    return ToolReply(ok=False, content={"code": code, "message": f"said {code}", "advice": "stop"})


def toolbox_over(
    pages: list[Page], *, namespace: str = "corpus", max_records: int = 100
) -> MemoryToolbox:
    """Return tools that find every page for every query and admit what stands in a page."""
    by_url = {page.url: page for page in pages}
    admitted: dict[tuple[str, str], str] = {}

    def read(arguments: Mapping[str, JsonValue]) -> ToolReply:
        page = by_url.get(str(arguments["url"]))
        if page is None:
            return refused("not_found")
        source = f"S{list(by_url).index(page.url) + 1}"
        return ToolReply(ok=True, content=reply_for(page, source).model_dump(mode="json"))

    def record(arguments: Mapping[str, JsonValue]) -> ToolReply:
        key = (str(arguments["source_url"]), str(arguments["claim"]))
        if str(arguments["quote"]) not in by_url[key[0]].text:
            return refused("quote_not_found")
        if key in admitted:
            content: dict[str, JsonValue] = {"id": admitted[key], "status": "exists"}
            return ToolReply(ok=True, content=content)
        if len(admitted) >= max_records:
            return refused("limit_reached")
        admitted[key] = f"E{len(admitted) + 1}"
        return ToolReply(
            ok=True,
            content={"id": admitted[key], "status": "admitted", "anchor_method": "exact"},
        )

    leads = SearchReply(
        leads=tuple(
            Lead(
                url=page.url, title=page.title, snippet=page.text[:900], score=9 - at, provider="x"
            )
            for at, page in enumerate(pages)
        )
    )
    return MemoryToolbox(
        {
            f"{namespace}.search": ToolReply(ok=True, content=leads.model_dump(mode="json")),
            f"{namespace}.read": read,
            "evidence.record": record,
        }
    )

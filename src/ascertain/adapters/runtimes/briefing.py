"""A brief, tools and replies as a model reads them; the same for every runtime with a model."""

from __future__ import annotations

import json
import re
from typing import cast

from pydantic import JsonValue

from ascertain.evidence.brief import Brief
from ascertain.ports.toolbox import ToolContract, ToolReply

__all__ = ["brief_text", "conclusion_of", "gaps_of", "reply_text", "wire_name"]

_MAX_CONCLUSION = 1000
_MAX_GAPS = 20
_KNOWN = 30
_SNIPPET = 240
"""Characters of a lead's snippet: enough to choose by, too few to quote from."""
_GAP = re.compile(r"^\s*(?:[-*]\s*)?GAP:\s*(.+)$", re.MULTILINE)


def wire_name(contract: ToolContract) -> str:
    """Return a tool's name in letters that every provider takes: ``web_search``."""
    return f"{contract.namespace}_{contract.name}"


def brief_text(brief: Brief) -> str:
    """Put a brief in words. What strangers or users wrote stands inside the JSON."""
    sub = brief.subquestion
    given: dict[str, object] = {
        "question": sub.question,
        "search_words": sub.query,
        "answer_is": sub.answer_type,
        "claim_type": sub.claim_type,
        "fields_wanted": sub.wants,
        "subject": brief.subject_name or sub.subject,
        "anchor_pages": brief.identity_anchor_urls,
        "preferred_sources": sub.source_types,
        "still_open_because": brief.gap if brief.round > 1 else "",
        "searched_before": brief.tried,
        "already_read": brief.already_read,
        "already_recorded": brief.known[:_KNOWN],
        "limits": {
            "sources": brief.max_sources,
            "evidence_records": brief.max_evidence_records,
            "turns": brief.max_turns,
            "seconds": brief.max_seconds,
        },
    }
    kept = {key: value for key, value in given.items() if value not in (None, "", ())}
    again = ""
    if brief.round > 1:
        again = (
            f"\nThis is round {brief.round}: earlier researchers left this question open. Do not "
            "read again what was read unless with other words; look elsewhere."
        )
    return f"Your brief:\n{json.dumps(kept, ensure_ascii=False, indent=1)}{again}"


def reply_text(reply: ToolReply, contract: ToolContract | None = None) -> str:
    """Put a tool's reply in words: JSON, so that no text in it can end its own marker.

    A refusal of arguments shows the schema that they should fit.
    """
    content = reply.content
    if reply.ok:
        return json.dumps(_short(content), ensure_ascii=False)
    refusal: dict[str, JsonValue] = {"message": str(content)}
    if isinstance(content, dict):
        refusal = dict(content)
    if refusal.get("code") == "bad_arguments" and contract is not None:
        refusal["input_schema"] = cast("JsonValue", dict(contract.input_schema))
    return json.dumps({"refused": refusal}, ensure_ascii=False)


def _short(content: JsonValue) -> JsonValue:
    """Leave out what says nothing, and what only code needs."""
    if isinstance(content, list):
        return [_short(item) for item in content]
    if not isinstance(content, dict):
        return content
    unwanted = {"term_weights", "score"}
    if "text" in content:
        unwanted |= {"start", "end", "is_main"}
    if isinstance(snippet := content.get("snippet"), str):
        content = {**content, "snippet": snippet[:_SNIPPET]}
    return {
        key: _short(value)
        for key, value in content.items()
        if key not in unwanted and (value or value == 0)
    }


def conclusion_of(text: str) -> str:
    """Return a researcher's last words without its lines on gaps, cut to the contract."""
    kept = "\n".join(line for line in _GAP.sub("", text).splitlines() if line.strip())
    return kept if len(kept) <= _MAX_CONCLUSION else f"{kept[: _MAX_CONCLUSION - 1]}…"


def gaps_of(text: str) -> tuple[str, ...]:
    """Return what a researcher says it did not find: its lines that begin with ``GAP:``."""
    return tuple(found[:300] for found in _GAP.findall(text))[:_MAX_GAPS]

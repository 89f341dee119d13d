"""What weak models say, made usable: thoughts cut off, JSON found and mended."""

from __future__ import annotations

import json
import re
from typing import cast

from json_repair import repair_json
from pydantic import JsonValue

__all__ = ["json_in", "without_thoughts"]

_MOST = 200_000
_THOUGHT = re.compile(r"<(/?)(?:think|thinking|thought|reasoning)\b[^<>]{0,200}>", re.IGNORECASE)
_FENCE = re.compile(r"```(?:json|JSON)?[ \t]*\n(.*?)```", re.DOTALL)


def without_thoughts(text: str) -> str:
    """Return what a model says without what it thinks aloud.

    Thoughts stand between ``<think>`` and ``</think>`` or marks of like names; some models
    leave out the first mark or the last. An opened thought that never ends hides the rest.
    """
    said = text[:_MOST]
    kept: list[str] = []
    begin, inside = 0, False
    for mark in _THOUGHT.finditer(said):
        if mark[1]:
            # Without the mark that opens it, all before was thought.
            kept = kept if inside else []
            begin, inside = mark.end(), False
        elif not inside:
            kept.append(said[begin : mark.start()])
            inside = True
    if not inside:
        kept.append(said[begin:])
    return "".join(kept).strip()


def json_in(text: str) -> JsonValue | None:
    """Return the JSON object or list that a text holds, mended if it is broken; else None.

    Looked for: the whole text, a fenced block, then what stands between the first brace and
    the last. Mending is done by the library ``json_repair``.
    """
    said = without_thoughts(text)
    fenced = _FENCE.search(said)
    candidates = [said, fenced[1] if fenced else "", _between(said)]
    for candidate in candidates:
        found = _loaded(candidate)
        if isinstance(found, dict | list):
            return _whole(found)
    whole = next((text for text in reversed(candidates) if text.lstrip()[:1] in {"{", "["}), "")
    return _whole(_mended(whole))


def _whole(found: JsonValue | None) -> JsonValue | None:
    """Put a mark for each half of a surrogate pair, which JSON can write and no text can hold."""
    text = json.dumps(found, ensure_ascii=False)
    return cast("JsonValue", json.loads(text.encode("utf-8", "replace").decode()))


def _between(text: str) -> str:
    starts = [at for at in (text.find("{"), text.find("[")) if at >= 0]
    end = max(text.rfind("}"), text.rfind("]"))
    return text[min(starts) : end + 1] if starts and end > min(starts) else ""


def _loaded(text: str) -> JsonValue | None:
    try:
        return cast("JsonValue", json.loads(text))
    except (ValueError, RecursionError):
        return None


def _mended(text: str) -> JsonValue | None:
    if not text:
        return None

    try:
        found = cast("JsonValue", repair_json(text, return_objects=True))
    except (ValueError, RecursionError, TypeError):
        return None
    return found if isinstance(found, dict | list) and found else None

"""The report as one HTML file: no remote asset, readable without a script."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files

from jinja2 import DictLoader, Environment, StrictUndefined

from ascertain.evidence.number_words import counted
from ascertain.reporting.excerpts import MAX_WHOLE
from ascertain.reporting.material import ReportMaterial
from ascertain.reporting.page import build_page
from ascertain.reporting.standing import CONFLICT_HEADINGS
from ascertain.reporting.wording import (
    KIND_WORDS,
    STATUS_WORDS,
    address_line,
    anchor_words,
    as_sentence,
    balanced,
    cost_tallies,
    dates_words,
    note_words,
    one_line,
    partial_reason,
    printable,
    scorecard_tallies,
    signal_words,
    unreadable_words,
)

__all__ = ["SHOWN_UNREADABLE", "render_html"]

SHOWN_UNREADABLE = 200
"""Unreadable documents that are named; the rest are counted."""

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}")
_TEMPLATE = "report.html.j2"


def render_html(material: ReportMaterial) -> str:
    """Return the report as one HTML page; the same material gives the same characters.

    The page carries its style sheet and script, and a content security policy that allows
    these two by their digests and nothing else: no request leaves it.

    Raises:
        InputError: the report names a record that the material lacks.
    """
    style, script = _asset("report.css"), _asset("report.js")
    page = (
        _environment()
        .get_template(_TEMPLATE)
        .render(
            page=build_page(material),
            report=material.report,
            plan=material.plan,
            reason=partial_reason(material.report),
            tallies=(
                *scorecard_tallies(material.report.scorecard),
                *cost_tallies(material.report),
            ),
            style=style,
            script=script,
            policy=_policy(style, script),
            conflict_headings=CONFLICT_HEADINGS,
            shown_unreadable=SHOWN_UNREADABLE,
            unreadable_words=unreadable_words(material.report),
            max_whole=MAX_WHOLE,
        )
    )
    return printable(page)


def _policy(style: str, script: str) -> str:
    return "; ".join(
        (
            "default-src 'none'",
            f"style-src '{_integrity(style)}'",
            f"script-src '{_integrity(script)}'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _integrity(content: str) -> str:
    """Return a source expression for inline content (W3C Content Security Policy 3, 2.3.1)."""
    digest = hashlib.sha256(content.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


@cache
def _asset(name: str) -> str:
    return (files("ascertain.reporting") / "templates" / name).read_text(encoding="utf-8")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=DictLoader({_TEMPLATE: _asset(_TEMPLATE)}),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters: dict[str, Callable[..., str]] = {
        "address_line": address_line,
        "anchor_words": anchor_words,
        "as_sentence": as_sentence,
        "balanced": balanced,
        "counted": counted,
        "dates_words": dates_words,
        "kind_words": KIND_WORDS.__getitem__,
        "lang": _language,
        "line": one_line,
        "note": note_words,
        "signals": signal_words,
        "status_words": STATUS_WORDS.__getitem__,
    }
    environment.filters.update(filters)
    return environment


def _language(tag: str | None) -> str:
    """Return a language tag fit for a ``lang`` attribute; empty says that it is unknown."""
    return tag if tag is not None and _LANGUAGE.fullmatch(tag) else ""

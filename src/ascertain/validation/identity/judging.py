"""From signals to ``match``, ``mismatch`` or ``uncertain``: the whole rule.

| what the signals say, first line that fits | outcome |
|---|---|
| the page is one of the anchor pages | ``match`` |
| no anchor page was read, or the page does not name the subject | ``uncertain`` |
| against is ``DECISIVE`` or more, and more than what speaks for | ``mismatch`` |
| against is ``STRONG`` or more, and hardly anything speaks for | ``mismatch`` |
| for is ``ENOUGH`` or more, and at least three times what speaks against | ``match`` |
| otherwise | ``uncertain`` |

The weights add up within each direction. What a page does not say is no signal, so a page that
says little is ``uncertain``, however unlike the anchor pages it is. Weights and limits were set by
hand on the development groups of ``tests/namesakes``; ``bench/identity.py`` measures them there
and on the groups that were held back.
"""

from __future__ import annotations

from collections.abc import Sequence

from ascertain.evidence.identity import IdentityJudgement, IdentityOutcome, IdentitySignal
from ascertain.validation.identity.comparing import (
    compare_host,
    compare_identifiers,
    compare_links,
    compare_traits,
    for_,
)
from ascertain.validation.identity.entry import Subject
from ascertain.validation.identity.naming import compare_naming
from ascertain.validation.identity.page import PageView
from ascertain.validation.identity.papers import compare_papers
from ascertain.validation.identity.portrait import portrait_of

__all__ = ["DECISIVE", "ENOUGH", "STRONG", "judge_page"]

ENOUGH = 1.75
"""What has to speak for a page."""

DECISIVE = 3.0
"""What speaks against a page as loudly as a second date of birth."""

STRONG = 2.5
"""What speaks against a page where nothing speaks for it."""

_LITTLE = 0.75
_TIMES = 3.0


def judge_page(subject: Subject, page: PageView) -> IdentityJudgement:
    """Judge whether a page is about a subject; the same input gives the same judgement."""
    if page.addresses & subject.addresses:
        signal = for_("anchor", 5.0, "it is a page given as being about them")
        return _judgement(subject, page, "match", [signal])
    here = portrait_of(page, subject.names)
    signals = [*compare_links(subject, page)]
    if subject.anchors and here.mentions:
        signals += compare_host(subject, page, here)
        signals += compare_identifiers(subject, here)
        signals += compare_naming(subject, here)
        signals += compare_traits(subject, here)
        if subject.entry.kind == "paper":
            signals += compare_papers(subject, page, here)
        outcome = _outcome(signals)
    else:
        outcome = "uncertain"
    return _judgement(subject, page, outcome, signals)


def _outcome(signals: Sequence[IdentitySignal]) -> IdentityOutcome:
    speaks_for = sum(one.weight for one in signals if one.direction == "for")
    speaks_against = sum(one.weight for one in signals if one.direction == "against")
    if speaks_against >= DECISIVE and speaks_against > speaks_for:
        return "mismatch"
    if speaks_against >= STRONG and speaks_for <= _LITTLE:
        return "mismatch"
    if speaks_for >= ENOUGH and speaks_for >= _TIMES * speaks_against:
        return "match"
    return "uncertain"


def _judgement(
    subject: Subject, page: PageView, outcome: IdentityOutcome, signals: Sequence[IdentitySignal]
) -> IdentityJudgement:
    ordered = sorted(signals, key=lambda one: (-one.weight, one.name, one.detail))
    return IdentityJudgement(
        source_id=page.source_id,
        subject_id=subject.entry.id,
        outcome=outcome,
        signals=tuple(ordered),
    )

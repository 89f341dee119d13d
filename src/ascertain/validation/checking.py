"""Checking a claim against its evidence, by rules alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from ascertain.evidence.admitted import Evidence
from ascertain.evidence.check import Check
from ascertain.evidence.claim import ConfidenceTerm
from ascertain.evidence.kinds import CheckOutcome, Verdict
from ascertain.sources.anchoring.finding import prepare
from ascertain.sources.anchoring.prepared import PreparedText
from ascertain.validation.addition_check import check_addition
from ascertain.validation.anchor_check import check_anchor
from ascertain.validation.attribution_check import check_attribution
from ascertain.validation.calibration import calibrated
from ascertain.validation.comparison import Comparison
from ascertain.validation.context_check import Surroundings, check_context
from ascertain.validation.coverage_check import check_coverage
from ascertain.validation.date_check import check_dates
from ascertain.validation.direction_check import check_direction
from ascertain.validation.modality_check import check_modality, check_quantifier
from ascertain.validation.name_check import check_names
from ascertain.validation.negation_check import check_negation
from ascertain.validation.number_check import check_numbers
from ascertain.validation.order_check import check_order
from ascertain.validation.page_check import check_page
from ascertain.validation.rate_check import check_rate
from ascertain.validation.statement import Statement
from ascertain.validation.tested import Tested
from ascertain.validation.time_check import check_time
from ascertain.validation.verdicts import confidence_of, confidence_terms, verdict_of
from ascertain.validation.wording_check import check_wording

__all__ = ["MAX_CLAIM", "METHOD", "Checked", "Page", "check_evidence", "check_pair"]

METHOD = "rules/1"
"""The name and version of the rules, as it stands in each check."""

MAX_CLAIM = 4_000
"""Characters of a claim past which nothing is checked; evidence records allow 1,000."""

_AROUND = 400
"""Code points before and after a quote that are looked at."""


class Checked(NamedTuple):
    """What checking found.

    Attributes:
        checks: each test with its outcome.
        verdict: by the table in ``verdicts``.
        confidence: 0 to 1: how far the evidence bears the claim out, whatever the verdict.
        terms: what the confidence is the sum of.
    """

    checks: tuple[Check, ...]
    verdict: Verdict
    confidence: float
    terms: tuple[ConfidenceTerm, ...] = ()

    @property
    def likelihood(self) -> float:
        """The confidence as the share of labelled pairs of that confidence that are borne out."""
        return calibrated(self.confidence)


class Page(NamedTuple):
    """A page as this run read it, or why it did not."""

    prepared: PreparedText | None = None
    unread: str = ""


_CHECKS: tuple[tuple[str, Callable[[Comparison], Tested]], ...] = (
    ("number", check_numbers),
    ("date", check_dates),
    ("name", check_names),
    ("time", check_time),
    ("rate", check_rate),
    ("attribution", check_attribution),
    ("negation", check_negation),
    ("direction", check_direction),
    ("order", check_order),
    ("modality", check_modality),
    ("quantifier", check_quantifier),
    ("wording", check_wording),
    ("coverage", check_coverage),
)


def check_pair(claim: str, evidence: str, *, language: str | None = None) -> Checked:
    """Check a claim against a passage of evidence, with nothing else known.

    Args:
        claim: one statement; words in square brackets are additions of ours.
        evidence: a passage, from a phrase to a page.
        language: BCP 47 primary tag, or None to tell by the script.
    """
    comparison = Comparison(Statement(claim), evidence, language)
    return _checked(comparison, {}, Surroundings())


def check_evidence(
    evidence: Evidence,
    text: str | None,
    *,
    language: str | None = None,
    prepared: PreparedText | None = None,
    page: Page | None = None,
) -> Checked:
    """Check an admitted record against the text of its saved copy.

    The quote is found again, the stored place confirmed, and the claim checked against the
    characters that stand there and against what stands around them.

    Args:
        evidence: the record.
        text: the saved copy's text; None if it is not at hand: the claim is then checked against
            the quote as recorded, and the anchor check says ``not_run``.
        language: BCP 47 primary tag, or None to tell by the script.
        prepared: the same text made ready, to spare doing so for each of its quotes.
        page: the page itself, where the saved copy holds what a program said of it.
    """
    ready = prepared if prepared is not None or text is None else prepare(text)
    anchor = check_anchor(evidence, ready)
    selector = evidence.selector
    quote, around = evidence.quote, Surroundings()
    if ready is not None and anchor.outcome == "pass":
        whole = ready.text
        quote = whole[selector.start : selector.end]
        around = Surroundings(
            whole[max(0, selector.start - _AROUND) : selector.start],
            whole[selector.end : selector.end + _AROUND],
        )
    source = None if ready is None else ready.text
    comparison = Comparison(Statement(evidence.claim), quote, language, source)
    tested = {"anchor": anchor}
    if evidence.observed_text == "processed":
        told = page or Page()
        tested["page"] = check_page(quote, told.prepared, told.unread)
    return _checked(comparison, tested, around)


def _too_long(claim: str) -> Checked:
    detail = f"{len(claim):,} characters are no one statement; at most {MAX_CLAIM:,} are checked"
    check = Check(name="coverage", method=METHOD, outcome="fail", detail=detail)
    return Checked((check,), "not_enough_evidence", 0.0)


_BY_WORDS: dict[str, frozenset[str]] = {
    "time": frozenset(("en", "zh")),
    "rate": frozenset(("en", "zh")),
    "attribution": frozenset(("en", "zh")),
    "wording": frozenset(("en", "zh")),
    "negation": frozenset(("en", "zh", "de", "fr", "es", "ar", "it", "pt", "nl")),
    "direction": frozenset(("en", "zh")),
    "order": frozenset(("en", "zh", "de", "fr", "es")),
    "modality": frozenset(("en", "zh")),
    "quantifier": frozenset(("en", "zh")),
}
"""Checks that need word lists, and the languages that have them."""


def _has_words(name: str, comparison: Comparison) -> bool:
    return name not in _BY_WORDS or comparison.tongue in _BY_WORDS[name]


def _no_words(comparison: Comparison) -> Tested:
    said = "the claim's script" if comparison.tongue == "other" else repr(comparison.tongue)
    return Tested("not_run", f"this check has no word list for {said}")


@lru_cache(maxsize=500)
def _check(name: str, outcome: CheckOutcome, detail: str) -> Check:
    """Make a record; most outcomes are always the same ones, and a record never changes."""
    return Check(name=name, method=METHOD, outcome=outcome, detail=detail)


def _checked(
    comparison: Comparison,
    tested: dict[str, Tested],
    around: Surroundings,
) -> Checked:
    if len(comparison.claim.text) > MAX_CLAIM:
        return _too_long(comparison.claim.text)
    for name, check in _CHECKS:
        tested[name] = check(comparison) if _has_words(name, comparison) else _no_words(comparison)
    tested["context"] = check_context(comparison, around)
    tested["addition"] = check_addition(comparison)
    terms = confidence_terms(
        tested, comparison.coverage, comparison.similarity, len(comparison.passage.words)
    )
    confidence = confidence_of(terms, tested)
    checks = tuple(_check(name, one.outcome, one.detail) for name, one in tested.items())
    return Checked(checks, verdict_of(tested, confidence), confidence, terms)

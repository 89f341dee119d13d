"""Does the quote still stand in the saved copy, where the record says?"""

from __future__ import annotations

from ascertain.evidence.admitted import Evidence
from ascertain.sources.anchoring.finding import find_quote
from ascertain.sources.anchoring.prepared import PreparedText
from ascertain.validation.tested import Tested

__all__ = ["check_anchor"]


def check_anchor(evidence: Evidence, prepared: PreparedText | None) -> Tested:
    """Look the quote up again and compare the stored place with what stands there.

    Args:
        evidence: the record.
        prepared: the saved copy's text; None if it is not at hand.
    """
    if prepared is None:
        return Tested("not_run", "the saved copy was not at hand")
    selector, text = evidence.selector, prepared.text
    if selector.start >= selector.end or text[selector.start : selector.end] != selector.exact:
        return Tested("fail", "the saved copy has other characters at the stored place")
    if selector.exact == evidence.quote:
        return Tested("pass", "the quote stands in the saved copy, character for character")
    finding = find_quote(evidence.quote, prepared)
    if finding.anchor is None:
        why = finding.nearest.reason if finding.nearest else "nothing like it is there"
        return Tested("fail", f"the quote does not stand in the saved copy: {why}")
    found = finding.anchor.selector
    if found.exact != selector.exact and (found.start, found.end) != (selector.start, selector.end):
        return Tested("fail", "the quote stands in the saved copy, but not at the stored place")
    return Tested("pass", f"the quote stands in the saved copy ({finding.anchor.method})")

"""Does a quote of processed text stand in the page itself?"""

from __future__ import annotations

from ascertain.sources.anchoring.finding import find_quote
from ascertain.sources.anchoring.prepared import PreparedText
from ascertain.validation.tested import Tested

__all__ = ["check_page"]


def check_page(quote: str, page: PreparedText | None, unread: str = "") -> Tested:
    """Look for a quote in the page that a researcher's own program told of.

    Args:
        quote: it stands in what the program said of the page.
        page: the page's text as this run read it; None if it was not read.
        unread: why not, or empty.
    """
    if page is None:
        why = f": {unread}" if unread else ""
        return Tested("not_run", f"the page itself was not read by this run{why}")
    finding = find_quote(quote, page)
    if finding.anchor is None:
        why = f" ({finding.nearest.reason})" if finding.nearest else ""
        return Tested("fail", f"the page itself, read by this run, does not hold the quote{why}")
    method = finding.anchor.method
    return Tested("pass", f"the quote stands in the page itself, as this run read it ({method})")

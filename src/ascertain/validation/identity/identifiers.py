"""Identifiers that stand for one person, firm, work or thing only."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["EXCLUSIVE", "IDENTIFIER_NAMES", "identifiers_in"]

_RULES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("orcid", re.compile(r"\b(\d{4}-\d{4}-\d{4}-\d{3}[\dXx])\b")),
    ("doi", re.compile(r"\b(10\.\d{4,9}/[^\s\"<>，。；]{2,200})")),
    ("hrb", re.compile(r"\b(HR[AB] ?\d{3,7})\b")),
    ("fn", re.compile(r"\bFN ?(\d{3,7}[a-z])\b")),
    ("company_number", re.compile(r"(?i:compan|registr)\w{1,7} (?i:number|no\.?):? ?(\d{6,9})")),
    ("uscc", re.compile(r"(?<![0-9A-Z])(9[1-3]\d{6}[0-9A-HJ-NPQRTUWXY]{10})(?![0-9A-Z])")),
    ("vat", re.compile(r"\b((?:DE|ATU|FR|GB|NL|IT|ES)\d{8,11}[A-Z]?\d{0,2})\b")),
    ("isbn", re.compile(r"\bISBN(?:-1[03])?:? ?([\d-]{9,16}[\dX])\b")),
    ("model_number", re.compile(r"(?i:model|part) (?i:number):? ?([A-Z0-9][A-Z0-9-]{3,20})")),
)

IDENTIFIER_NAMES = {
    "orcid": "ORCID",
    "doi": "DOI",
    "hrb": "register number",
    "fn": "register number",
    "company_number": "company number",
    "uscc": "credit code",
    "vat": "VAT number",
    "isbn": "ISBN",
    "model_number": "model number",
}
"""Kinds as a person reads them."""

EXCLUSIVE = frozenset(("orcid", "hrb", "fn", "company_number", "uscc", "vat"))
"""Kinds of which a subject has one only: another one is another's."""

_MOST = 100


def identifiers_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield kind and value of the identifiers of a text, at most 100 of a kind."""
    for kind, rule in _RULES:
        for count, match in enumerate(rule.finditer(text)):
            if count == _MOST:
                break
            value = re.sub(r"[ .,;)\]]+$", "", match[1]).replace(" ", "").lower()
            yield kind, value

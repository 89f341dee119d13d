"""CSS selectors, matched against single elements with a budget of steps for a whole page.

Known are tags, ids, classes, attributes, all four combinators, ``:is``, ``:where``, ``:not``,
``:root``, ``:empty`` and the ``-child`` and ``-of-type`` families. A pseudo-class of the reader's
doing (``:hover``, ``:target``) or an unknown one is taken to hold, and the selector says so.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from lxml.html import HtmlElement

from ascertain.adapters.readers.css_syntax import split_list, unescaped

__all__ = ["Compound", "Matcher", "Selector", "parse_selector"]

_IDENT = r"(?:[\w-]|[^\x00-\x7f]|\\[0-9a-fA-F]{1,6}\s?|\\.)+"
_TOKEN = re.compile(
    rf"(?P<tag>{_IDENT}|\*)|\#(?P<id>{_IDENT})|\.(?P<cls>{_IDENT})"
    rf"|\[\s*(?P<attr>{_IDENT})\s*(?:(?P<op>[~|^$*]?=)\s*"
    rf"(?:\"(?P<q1>[^\"]*)\"|'(?P<q2>[^']*)'|(?P<bare>{_IDENT}))\s*(?P<flag>[iIsS])?\s*)?\]"
    rf"|:(?P<pseudo>[a-zA-Z-]+)(?P<args>\()?|(?P<comb>\s*[>+~]\s*|\s+)"
)
_NTH = re.compile(r"([+-]?\d*)n\s*(?:([+-])\s*(\d+))?|([+-]?\d+)")
_ELEMENTS = frozenset({"before", "after", "first-line", "first-letter"})
_ACTS = frozenset(
    "hover focus focus-within focus-visible active target checked open visited "
    "indeterminate".split()
)
_NESTED = frozenset({"is", "where", "not", "matches", "-webkit-any", "-moz-any"})
_POSITIONS = frozenset(
    "first-child last-child only-child nth-child nth-last-child first-of-type last-of-type "
    "only-of-type nth-of-type nth-last-of-type".split()
)
_PLAIN = frozenset({"root", "empty", "link", "any-link"})
_MAX_LENGTH = 500
_MAX_LEVELS = 10


class _Pseudo(NamedTuple):
    """A pseudo-class: its name, inner selectors, and the step and offset of an nth-formula."""

    name: str
    inner: tuple[Selector, ...] = ()
    step: int = 0
    offset: int = 1


class Compound(NamedTuple):
    """What must hold of one element; attributes are (name, operator, value)."""

    tag: str = ""
    ids: tuple[str, ...] = ()
    classes: frozenset[str] = frozenset()
    attributes: tuple[tuple[str, str, str], ...] = ()
    pseudos: tuple[_Pseudo, ...] = ()

    @property
    def is_simple(self) -> bool:
        """Whether tag, id and classes decide."""
        return not self.attributes and not self.pseudos and len(self.ids) < 2  # noqa: PLR2004 - one id


class Selector(NamedTuple):
    """A complex selector.

    Attributes:
        compounds: from right to left.
        combinators: between them, from right to left.
        specificity: ids, classes, tags.
        acts: it depends on what a reader does.
        unknown: it depends on something that is not evaluated.
    """

    compounds: tuple[Compound, ...]
    combinators: tuple[str, ...]
    specificity: tuple[int, int, int]
    acts: bool = False
    unknown: bool = False


class _Draft:
    def __init__(self) -> None:
        self.tag = ""
        self.ids: list[str] = []
        self.classes: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.pseudos: list[_Pseudo] = []
        self.is_empty = True

    def compound(self) -> Compound:
        return Compound(
            self.tag,
            tuple(self.ids),
            frozenset(self.classes),
            tuple(self.attributes),
            tuple(self.pseudos),
        )


class _Parser:
    """Parses one selector; ``fails`` if it is none or matches no element."""

    def __init__(self, text: str, level: int) -> None:
        self._text = text
        self._level = level
        self._done: list[Compound] = []
        self._combinators: list[str] = []
        self._now = _Draft()
        self._weight = [0, 0, 0]
        self._acts = self._unknown = False
        self.fails = not text or len(text) > _MAX_LENGTH or level > _MAX_LEVELS

    def parse(self) -> Selector | None:
        at = 0
        while at < len(self._text) and not self.fails:
            token = _TOKEN.match(self._text, at)
            if token is None:
                return None
            at = token.end()
            if token["pseudo"] is not None:
                at = self._pseudo(token, at)
            else:
                self._take(token)
        if self.fails or self._now.is_empty:
            return None
        compounds = (*self._done, self._now.compound())[::-1]
        ids, classes, tags = self._weight
        return Selector(
            compounds,
            tuple(self._combinators[::-1]),
            (ids, classes, tags),
            self._acts,
            self._unknown,
        )

    def _take(self, token: re.Match[str]) -> None:
        now = self._now
        if token["comb"] is not None:
            self.fails = now.is_empty
            self._done.append(now.compound())
            self._combinators.append(token["comb"].strip() or " ")
            self._now = _Draft()
            return
        if token["tag"] is not None:
            self.fails = not now.is_empty
            if token["tag"] != "*":
                now.tag = unescaped(token["tag"]).lower()
                self._weight[2] += 1
        elif token["id"] is not None:
            now.ids.append(unescaped(token["id"]))
            self._weight[0] += 1
        else:
            self._weight[1] += 1
            if token["cls"] is not None:
                now.classes.append(unescaped(token["cls"]))
            else:
                now.attributes.append(_attribute(token))
        now.is_empty = False

    def _pseudo(self, token: re.Match[str], at: int) -> int:
        name = token["pseudo"].lower()
        args = ""
        if token["args"]:
            end = _closing(self._text, at)
            args, at = self._text[at:end], end + 1
        self._now.is_empty = False
        if name in _ELEMENTS:
            self.fails = True
        elif name in _NESTED:
            self._nested(name, args)
        elif name in _POSITIONS:
            self._position(name, args)
        else:
            self._weight[1] += 1
            if name in _PLAIN:
                self._now.pseudos.append(_Pseudo(name))
            elif name in _ACTS:
                self._acts = True
                if not self._done or name in {"hover", "focus", "active"}:
                    self._now.pseudos.append(_Pseudo(name))
            else:
                self._unknown = True
        return at

    def _nested(self, name: str, args: str) -> None:
        inner = [
            s for part in split_list(args) if (s := parse_selector(part.strip(), self._level + 1))
        ]
        negative = name == "not"
        if negative:
            inner = [s for s in inner if not s.acts]  # by default nobody hovers
        if any(s.unknown for s in inner):
            self._unknown = True
            inner = [s for s in inner if not s.unknown] if negative else inner
        self._acts = self._acts or any(s.acts for s in inner)
        self.fails = not inner and not negative
        if name != "where" and inner:
            best = max(s.specificity for s in inner)
            self._weight = [a + b for a, b in zip(self._weight, best, strict=True)]
        if inner:
            self._now.pseudos.append(_Pseudo("not" if negative else "is", tuple(inner)))

    def _position(self, name: str, args: str) -> None:
        self._weight[1] += 1
        formula = _formula(args) if args else (0, 1)
        if formula is None:
            self._unknown = True
            return
        name = name.replace("first", "nth") if name.startswith("first") else name
        if name.startswith("last"):
            name = f"nth-{name}"
        self._now.pseudos.append(_Pseudo(name, (), *formula))


def parse_selector(text: str, level: int = 0) -> Selector | None:
    """Parse one complex selector; None if it is none or is about a pseudo-element.

    Args:
        text: without a comma at its top.
        level: of parentheses around it.
    """
    if "::" in text:
        return None
    return _Parser(text, level).parse()


def _attribute(token: re.Match[str]) -> tuple[str, str, str]:
    value = next((v for v in (token["q1"], token["q2"], token["bare"]) if v is not None), "")
    operator = token["op"] or ""
    if (token["flag"] or "").lower() == "i":
        operator += "i"
        value = value.lower()
    return unescaped(token["attr"]).lower(), operator, unescaped(value)


def _closing(text: str, at: int) -> int:
    depth = 1
    for end in range(at, len(text)):
        depth += (text[end] == "(") - (text[end] == ")")
        if not depth:
            return end
    return len(text)


def _formula(args: str) -> tuple[int, int] | None:
    text = args.strip().lower()
    if text in {"odd", "even"}:
        return 2, int(text == "odd")
    match = _NTH.fullmatch(text)
    if match is None or len(text) > 20:  # noqa: PLR2004 - longer is no number of a child
        return None
    if match[4] is not None:
        return 0, int(match[4])
    step = int(match[1] + "1") if match[1] in {"", "+", "-"} else int(match[1])
    offset = int(match[3] or 0)
    return step, -offset if match[2] == "-" else offset


class Matcher:
    """Matches selectors in one page.

    Args:
        steps: compounds it may try in all; after that nothing matches.
    """

    def __init__(self, steps: int = 20_000) -> None:
        self._left = steps
        self._found: dict[tuple[int, int, HtmlElement], bool] = {}
        self._places: dict[HtmlElement, dict[HtmlElement, tuple[int, int, int, int]]] = {}

    @property
    def is_spent(self) -> bool:
        """Whether the steps did not suffice."""
        return self._left <= 0

    def matches(self, selector: Selector, element: HtmlElement, at: int = 0) -> bool:
        """Say whether an element fits the selector from its compound number ``at`` on."""
        if not self._fits(selector.compounds[at], element):
            return False
        if at + 1 == len(selector.compounds):
            return True
        combinator = selector.combinators[at]
        if combinator == ">":
            parent = element.getparent()
            return parent is not None and self.matches(selector, parent, at + 1)
        if combinator == "+":
            before = element.getprevious()
            return before is not None and self.matches(selector, before, at + 1)
        other = element.getparent() if combinator == " " else element.getprevious()
        if other is None:
            return False
        key = (id(selector), at, other)  # siblings ask the same of their parents
        if key not in self._found:
            self._found[key] = self._is_beyond(selector, other, at + 1, combinator)
        return self._found[key]

    def _is_beyond(
        self, selector: Selector, other: HtmlElement | None, at: int, combinator: str
    ) -> bool:
        while other is not None and self._left > 0:
            if self.matches(selector, other, at):
                return True
            other = other.getparent() if combinator == " " else other.getprevious()
        return False

    def _fits(self, compound: Compound, element: HtmlElement) -> bool:
        self._left -= 1
        if self._left <= 0 or (compound.tag and compound.tag != element.tag):
            return False
        get = element.get
        if compound.ids and any(get("id") != name for name in compound.ids):
            return False
        if compound.classes:
            held = get("class")
            if not held or not compound.classes <= set(held.split()):
                return False
        return all(_has(element, *a) for a in compound.attributes) and all(
            self._is(element, p) for p in compound.pseudos
        )

    def _is(self, element: HtmlElement, pseudo: _Pseudo) -> bool:
        name = pseudo.name
        if name in {"is", "not"}:
            return any(self.matches(s, element) for s in pseudo.inner) == (name == "is")
        if name == "root":
            return element.getparent() is None
        if name == "empty":
            return next(iter(element), None) is None and not element.text
        if name in {"link", "any-link"}:
            return element.tag in {"a", "area"} and element.get("href") is not None
        return name in _ACTS or self._is_placed(element, pseudo)

    def _is_placed(self, element: HtmlElement, pseudo: _Pseudo) -> bool:
        parent = element.getparent()
        if parent is None:
            return True
        if parent not in self._places:
            self._places[parent] = _places_in(parent)
        index, last, typed, typed_last = self._places[parent][element]
        first, back = (typed, typed_last) if "type" in pseudo.name else (index, last)
        if pseudo.name.startswith("only"):
            return first == back == 1
        place = (back if "last" in pseudo.name else first) - pseudo.offset
        if pseudo.step == 0:
            return place == 0
        return place % pseudo.step == 0 and place // pseudo.step >= 0


def _places_in(parent: HtmlElement) -> dict[HtmlElement, tuple[int, int, int, int]]:
    """Number children from both ends, among all and among those of their tag, from 1."""
    children = list(parent)
    totals: dict[object, int] = {}
    numbers: list[int] = []
    for child in children:
        totals[child.tag] = totals.get(child.tag, 0) + 1
        numbers.append(totals[child.tag])
    return {
        child: (i + 1, len(children) - i, number, totals[child.tag] - number + 1)
        for i, (child, number) in enumerate(zip(children, numbers, strict=True))
    }


def _has(element: HtmlElement, name: str, operator: str, value: str) -> bool:
    held = element.get(name)
    if held is None or not operator:
        return held is not None
    if operator.endswith("i"):
        operator, held = operator[:-1], held.lower()
    if operator == "=":
        return held == value
    if operator == "~=":
        return value in held.split()
    if operator == "|=":
        return held == value or held.startswith(f"{value}-")
    if not value:
        return False
    tests = {"^=": held.startswith, "$=": held.endswith}
    return tests[operator](value) if operator in tests else value in held

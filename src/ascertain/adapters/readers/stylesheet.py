"""A bounded reader of ``<style>`` blocks: the declarations that can hide what they match.

Rules cascade by importance, specificity and order. A rule that depends on what a reader does
(``.menu:hover ul``) never hides, but one that shows stops others from hiding: a reader can reach
the text. One with an unknown pseudo-class never hides either, and is told of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from lxml.html import HtmlElement

from ascertain.adapters.readers.css_syntax import (
    rule_blocks,
    split_list,
    substituted,
    unescaped,
    variables_of,
)
from ascertain.adapters.readers.selectors import Matcher, Selector, parse_selector

__all__ = ["Declared", "Rule", "StyleRules", "Values", "declarations", "parse_rules"]

Values = Mapping[str, str]

_MAX_CSS = 500_000
_MAX_RULES = 3_000
_MAX_CANDIDATES = 200
_MAX_VALUE = 120
_CONTESTED = ("display", "visibility", "opacity", "font-size", "clip", "indent")
"""Properties that one rule may set to hide and another to show again."""
_NAMES = frozenset(
    "animation background-clip background-color background-image clip clip-path color "
    "content-visibility display filter fill fill-opacity font-size height letter-spacing left "
    "line-height margin-left margin-right margin-top mask mask-image max-height max-width "
    "min-height min-width "
    "opacity overflow position right bottom scale text-indent text-shadow top transform "
    "transition transition-duration translate visibility -webkit-text-fill-color width zoom".split()
)
_ALIASES = {
    "-webkit-background-clip": "background-clip",
    "-webkit-clip-path": "clip-path",
    "-webkit-filter": "filter",
    "-webkit-mask": "mask",
    "-webkit-mask-image": "mask-image",
    "-webkit-transform": "transform",
    "-ms-transform": "transform",
    "background": "background-color",
    "inset-block-start": "top",
    "inset-inline-start": "left",
    "margin-block-start": "margin-top",
    "margin-inline-start": "margin-left",
    "overflow-x": "overflow",
    "overflow-y": "overflow",
}
_SHORTHANDS = frozenset({"font", "inset", "margin"})
_DISPLAYS = re.compile(
    r"none|block|inline|(?:inline-)?(?:block|flex|grid|table)|flow-root|contents|list-item|table-[a-z-]+"
    r"|-webkit-[a-z-]+|-ms-[a-z-]+|inherit|initial|unset|revert(?:-layer)?|run-in|ruby[a-z-]*"
    r"|[a-z]+ [a-z-]+(?: [a-z-]+)?"
)
_VALID = {
    "display": _DISPLAYS,
    "visibility": re.compile(r"visible|hidden|collapse|inherit|initial|unset|revert(?:-layer)?"),
    "opacity": re.compile(r"[+-]?[\d.]+(?:e[+-]?\d+)?%?|calc\(.*|inherit|initial|unset|revert"),
    "font-size": re.compile(r"[\d.+].*|calc\(.*|min\(.*|max\(.*|clamp\(.*|[a-z-]+"),
}
"""A browser passes over what is not valid; for these that decides what is seen."""
_FONT = re.compile(
    r"(?:^|.*?\s)((?:\d+\.?\d*|\.\d+)(?:px|pt|em|rem|%|vw|mm|in|cm|pc|ex|ch)|0(?:\.0*)?)(?:\s*/\s*\S+)?\s+\S.*"
)
_IMPORTANT = re.compile(r"!\s*important\s*$")
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_MAY_HIDE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|c)|overflow[-xy]*\s*:\s*(?:hidden|clip)"
    r"|opacity\s*[:(]\s*(?:0|\.0|\d+%|\d\.?\d*e|calc)|font-size\s*:\s*(?:[012](?!\d)|\.|calc|\+)"
    r"|font\s*:[^;]*?(?<![\d.])[012](?!\d)|content-vis|clip|mask|transparent|text-fill|transform"
    r"|translate|scale|zoom|filter\s*:\s*op"
    r"|(?:left|top|right|bottom|indent|margin|inset|spacing|start)\s*:[^;]*(?:-\s*[\d.]|\d{4}|00|calc)"
    r"|(?<![-a-z])color\s*:\s*(?:(?:rgb|hsl)a?\(|#[\da-f]{3,6}[01])|\\"
)
_IS_VARIED = re.compile(
    r"(?:display|visibility|opacity|font-size|left|top|indent|clip|height|color)\s*:[^;]*var\("
)
_PAGE = frozenset({"body", "html", ":root", "html,body", "body,html"})
_INTERESTING_COLOUR = ("color", "background")


class Declared(NamedTuple):
    """Declarations of interest, plain and important."""

    plain: Values
    important: Values


class Rule(NamedTuple):
    """A selector and what it declares."""

    selector: Selector
    declared: Declared
    hides: bool = True


def declarations(style: str, variables: Values | None = None) -> Declared:
    """Return the properties of interest in a ``style`` attribute or rule body, lower case."""
    plain: dict[str, str] = {}
    important: dict[str, str] = {}
    style = style[:10_000].lower()
    if "/*" in style:
        style = _COMMENT.sub("", style)
    own = dict(variables or {})
    if "--" in style:
        own.update(variables_of("*", style))
    for item in style.split(";"):
        name, colon, value = item.partition(":")
        if not colon:
            continue
        name = unescaped(name).strip()
        name = _ALIASES.get(name, name)
        if name not in _NAMES and name not in _SHORTHANDS:
            continue
        value = unescaped(value).strip()
        if "var(" in value:
            value = substituted(value, own).strip()
        held = plain
        if "!" in value:
            value, count = _IMPORTANT.subn("", value)
            held = important if count else plain
        _declare(held, name, value.strip()[:_MAX_VALUE])
    return Declared(plain, important)


def _declare(held: dict[str, str], name: str, value: str) -> None:
    if name in _SHORTHANDS:
        held.update(_expanded(name, value))
        return
    valid = _VALID.get(name)
    if valid is None or valid.fullmatch(value):
        held[name] = value


def _expanded(name: str, value: str) -> Iterable[tuple[str, str]]:
    if name == "font":
        size = _FONT.fullmatch(value)
        return [("font-size", size[1])] if size else []
    parts = [value] if "(" in value else value.split()[:4]
    if not parts:
        return []
    top = parts[0]
    right = parts[1] if len(parts) > 1 else top
    bottom = parts[2] if len(parts) > 2 else top  # noqa: PLR2004 - top, right, bottom, left
    left = parts[-1] if len(parts) > 3 else right  # noqa: PLR2004 - as above
    prefix = "margin-" if name == "margin" else ""
    sides = {"top": top, "right": right, "left": left}
    if not prefix:
        sides["bottom"] = bottom
    return [(prefix + side, size) for side, size in sides.items()]


def parse_rules(css: str, *, colours: bool = True) -> tuple[list[Rule], dict[str, str]]:
    """Return the rules that hide something or touch what is hidden, in order, and the variables.

    Args:
        css: of all style blocks.
        colours: keep every rule that sets a colour, not only those that set letters and ground.
    """
    pieces: list[tuple[str, str, str]] = []
    variables: dict[str, str] = {}
    for selectors, body in rule_blocks(css[:_MAX_CSS]):
        variables.update(variables_of(selectors, body))
        pieces.append((selectors, body, body.lower()))
    hiding = [_may_hide(selectors, lower, colours=colours) for selectors, _, lower in pieces]
    bodies = [lower for (_, _, lower), hides in zip(pieces, hiding, strict=True) if hides]
    contested = [name for name in _CONTESTED if any(name in body for body in bodies)]
    rules: list[Rule] = []
    for (selectors, body, lower), hides in zip(pieces, hiding, strict=True):
        if not hides and not any(name in lower for name in contested):
            continue
        declared = declarations(body, variables)
        if not declared.plain and not declared.important:
            continue
        parsed = (parse_selector(s.strip()) for s in split_list(selectors))
        rules.extend(Rule(s, declared, hides) for s in parsed if s)
        if len(rules) >= _MAX_RULES:
            break
    return rules[:_MAX_RULES], variables


def _may_hide(selectors: str, body: str, *, colours: bool) -> bool:
    """Cheap and generous: most rules of a page are about other things."""
    if _MAY_HIDE.search(body) or ("var(" in body and _IS_VARIED.search(body)):
        return True
    held = [name in body for name in _INTERESTING_COLOUR]
    return all(held) or (any(held) and (colours or "".join(selectors.split()).lower() in _PAGE))


class StyleRules:
    """The rules of one page by the key they are found with.

    Args:
        rules: in the order of the page.
        held: the page's tags, ``.class`` and ``#id`` names; a rule that needs others is passed
            over.
    """

    def __init__(self, rules: Iterable[Rule], held: frozenset[str] | None = None) -> None:
        self._by_key: dict[str, list[tuple[int, Rule]]] = {}
        self._known: dict[tuple[str, ...], list[Rule]] = {}
        self._settled: dict[tuple[str, ...], Values] = {}
        self._matcher = Matcher()
        self.unknown = 0
        for order, rule in enumerate(rules):
            if held is not None and not _needs(rule.selector) <= held:
                continue
            self._by_key.setdefault(_key(rule.selector), []).append((order, rule))
        self._attributes = [key[1:] for key in self._by_key if key[0] == "["]

    def __bool__(self) -> bool:
        return bool(self._by_key)

    @property
    def is_spent(self) -> bool:
        """Whether there was too much to match."""
        return self._matcher.is_spent

    @property
    def tags(self) -> frozenset[str]:
        """Tags that a rule names alone; ``*`` if one is about any."""
        return frozenset(key for key in self._by_key if key[0] not in ".#[")

    def values(self, element: HtmlElement, inline: Declared | None, *, full: bool) -> Values:
        """Return the declarations that hold; none if nothing hides and not all are asked for."""
        get = element.get
        identifier = get("id") or ""
        attributes = [name for name in self._attributes if get(name) is not None]
        key = (
            str(element.tag),
            identifier if f"#{identifier}" in self._by_key else "",
            get("class") or "",
            *attributes,
        )
        rules = self._known.get(key)
        if rules is None:
            rules = self._known[key] = self._candidates(*key)
            if all(_is_settled(rule) for rule in rules):
                self._settled[key] = _cascaded(rules, None)
        settled = self._settled.get(key)
        if settled is not None and (inline is None or not rules):
            return settled if inline is None else {**inline.plain, **inline.important}
        if not rules:
            return {**inline.plain, **inline.important} if inline else {}
        if (
            inline is None
            and not full
            and not any(r.hides and (_is_settled(r) or self._holds(r, element)) for r in rules)
        ):
            return {}
        held = [r for r in rules if _is_settled(r) or self._holds(r, element)]
        return _cascaded(held, inline)

    def _holds(self, rule: Rule, element: HtmlElement) -> bool:
        if not self._matcher.matches(rule.selector, element):
            return False
        self.unknown += rule.selector.unknown and not any(
            _shows(*item) for item in rule.declared.plain.items()
        )
        return True

    def _candidates(self, tag: str, identifier: str, classes: str, *attributes: str) -> list[Rule]:
        names = classes.split()[:50] if classes else []
        keys = [tag, "*", *(f".{name}" for name in dict.fromkeys(names))]
        keys += [f"[{name}" for name in attributes]
        if identifier:
            keys.append(f"#{identifier}")
        held = frozenset(names)
        found = [
            (rule.selector.specificity, order, rule)
            for key in keys
            for order, rule in self._by_key.get(key, ())[-_MAX_CANDIDATES:]
            if rule.selector.compounds[0].classes <= held
            and rule.selector.compounds[0].tag in {"", tag}
        ]
        return [rule for *_, rule in sorted(found, key=lambda match: match[:2])]


def _needs(selector: Selector) -> set[str]:
    needs: set[str] = set()
    for compound in selector.compounds:
        needs.update(f".{name}" for name in compound.classes)
        needs.update(f"#{name}" for name in compound.ids)
        if compound.tag:
            needs.add(compound.tag)
    return needs


def _key(selector: Selector) -> str:
    subject = selector.compounds[0]
    if subject.ids:
        return f"#{subject.ids[0]}"
    if subject.classes:
        return f".{min(subject.classes)}"
    if subject.attributes:
        return f"[{subject.attributes[0][0]}"
    return subject.tag or "*"


def _is_settled(rule: Rule) -> bool:
    """Whether tag, id and classes of the element decide whether it holds."""
    selector = rule.selector
    return not selector.combinators and selector.compounds[0].is_simple and not selector.unknown


def _cascaded(rules: list[Rule], inline: Declared | None) -> Values:
    found: dict[str, str] = {}
    sure = [rule for rule in rules if not (rule.selector.acts or rule.selector.unknown)]
    for rule in sure:
        found.update(rule.declared.plain)
    if inline:
        found.update(inline.plain)
    for rule in sure:
        found.update(rule.declared.important)
    if inline:
        found.update(inline.important)
    if len(sure) < len(rules):
        for rule in rules:
            if rule.selector.acts or rule.selector.unknown:
                found.update((k, v) for k, v in rule.declared.plain.items() if _shows(k, v))
    return found


def _shows(name: str, value: str) -> bool:
    shown = {
        "display": value != "none",
        "visibility": value == "visible",
        "opacity": not value.startswith(("0", ".")),
        "overflow": value == "visible",
        "height": value == "auto",
    }
    return shown.get(name, False)

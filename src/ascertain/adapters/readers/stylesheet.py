"""A small, bounded reader of ``<style>`` blocks: which simple selectors hide what they match.

It knows rules whose selector is one compound of a tag, an id and classes (``p``, ``.x``, ``#x``,
``tag.x``, ``.x.y``), outside conditional at-rules. Longer selectors never hide, but one that
shows (``.open .menu {display: block}``) stops a simple one from hiding: a reader would then be able
to reach the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

__all__ = ["Rule", "StyleRules", "declarations", "parse_rules"]

_MAX_CSS = 500_000
_MAX_RULES = 5_000
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_COMPOUND = re.compile(r"([a-zA-Z][a-zA-Z0-9-]*|\*)?((?:[.#][\w-]+)*)")
_PART = re.compile(r"([.#])([\w-]+)")
_COMBINATORS = str.maketrans(">+~", "   ")
_NEGATIVE = re.compile(r":\s*-\d")
_CONTESTED = ("display", "visibility", "opacity", "font-size", "clip", "indent")
"""Properties that one rule may set to hide and another to show again."""
_PLAIN_MEDIA = frozenset({"@media all", "@media screen", "@media only screen"})
_OF_INTEREST = frozenset(
    (
        "animation",
        "background",
        "background-clip",
        "background-color",
        "clip",
        "clip-path",
        "color",
        "display",
        "font-size",
        "height",
        "left",
        "margin-left",
        "max-height",
        "max-width",
        "opacity",
        "overflow",
        "position",
        "text-indent",
        "text-shadow",
        "top",
        "transition",
        "visibility",
        "-webkit-background-clip",
        "width",
    )
)


class Rule(NamedTuple):
    """One simple rule.

    Attributes:
        tag: lower case, or empty for any.
        identifier: without ``#``, or empty.
        classes: all must be there.
        exact: False where only the last part of a longer selector is kept.
        values: the declarations of interest.
    """

    tag: str
    identifier: str
    classes: frozenset[str]
    exact: bool
    values: Mapping[str, str]


def declarations(style: str) -> dict[str, str]:
    """Return the properties of interest in a ``style`` attribute or rule body, lower case."""
    found: dict[str, str] = {}
    for item in style[:10_000].split(";"):
        name, colon, value = item.partition(":")
        name = name.strip().lower()
        if colon and name in _OF_INTEREST:
            found[name] = value.replace("!important", "").strip().lower()[:60]
    return found


def parse_rules(css: str) -> list[Rule]:
    """Return the rules of a style sheet that hide something or touch what is hidden, in order."""
    pieces = list(_blocks(_COMMENT.sub(" ", css[:_MAX_CSS])))
    hiding = [_may_hide(body) for _, body in pieces]
    bodies = [body for (_, body), hides in zip(pieces, hiding, strict=True) if hides]
    contested = [name for name in _CONTESTED if any(name in body for body in bodies)]
    rules: list[Rule] = []
    for (selectors, body), hides in zip(pieces, hiding, strict=True):
        if not hides and not any(name in body for name in contested):
            continue
        values = declarations(body)
        rules.extend(r for s in selectors.split(",") if (r := _rule(s.strip(), values)))
        if len(rules) >= _MAX_RULES:
            break
    return rules[:_MAX_RULES]


def _may_hide(body: str) -> bool:
    """Cheap and generous: most rules of a page are about other things."""
    if "display" in body and "none" in body:
        return True
    if ("visibility" in body or "overflow" in body) and ("hidden" in body or "collapse" in body):
        return True
    if ("opacity" in body or "font-size" in body) and ":0" in body.replace(" ", ""):
        return True
    if "clip" in body or ("color" in body and "background" in body):
        return True
    offset = "indent" in body or "left" in body or "top" in body
    return offset and _NEGATIVE.search(body) is not None


def _blocks(css: str) -> Iterable[tuple[str, str]]:
    """Yield selector and body of every rule outside at-rules that depend on something."""
    open_rules: list[bool] = []  # of the at-rules around: whether their content is skipped
    for piece in css.split("}"):
        *heads, body = piece.split("{")
        for head in heads[:-1]:
            skips = " ".join(head.rsplit(";", 1)[-1].split()) not in _PLAIN_MEDIA
            open_rules.append(skips)
        if not heads:
            if open_rules:
                open_rules.pop()
        elif not any(open_rules):
            head = heads[-1].rsplit(";", 1)[-1].strip()
            if not head.startswith("@"):
                yield head, body


def _rule(selector: str, values: Mapping[str, str]) -> Rule | None:
    if not selector or len(selector) > 300 or "::" in selector:  # noqa: PLR2004 - no real selector
        return None
    compound = _COMPOUND.fullmatch(selector)
    exact = compound is not None
    if compound is None:
        words = selector.translate(_COMBINATORS).split()
        compound = _COMPOUND.match(words[-1] if words else "")
    if compound is None or not compound[0] or (not exact and not compound[2]):
        return None
    parts = _PART.findall(compound[2])
    tag = "" if compound[1] in {None, "*"} else compound[1].lower()
    ids = [name for mark, name in parts if mark == "#"]
    classes = frozenset(name for mark, name in parts if mark == ".")
    if not tag and not parts:
        return None
    return Rule(tag, ids[0] if ids else "", classes, exact, values)


class StyleRules:
    """Rules by the key they are found with.

    Args:
        rules: in the order of the page.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._by_key: dict[str, list[tuple[int, Rule]]] = {}
        self._known: dict[tuple[str, str, str], Mapping[str, str]] = {}
        for order, rule in enumerate(rules):
            if rule.identifier:
                key = f"#{rule.identifier}"
            elif rule.classes:
                key = f".{min(rule.classes)}"
            else:
                key = rule.tag
            self._by_key.setdefault(key, []).append((order, rule))

    def __bool__(self) -> bool:
        return bool(self._by_key)

    @property
    def tags(self) -> frozenset[str]:
        """Tags that a rule names alone."""
        return frozenset(key for key in self._by_key if key[0] not in ".#")

    def values(self, tag: str, identifier: str, classes: str) -> Mapping[str, str]:
        """Return the declarations that hold for an element, by specificity, then order."""
        key = (tag, identifier if f"#{identifier}" in self._by_key else "", classes)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._matched(*key)
        return known

    def _matched(self, tag: str, identifier: str, classes: str) -> Mapping[str, str]:
        names = classes.split()[:50] if classes else []
        keys = [tag, *(f".{name}" for name in dict.fromkeys(names))]
        if identifier:
            keys.append(f"#{identifier}")
        held = frozenset(names)
        matches = [
            (bool(rule.identifier), len(rule.classes), order, rule)
            for key in keys
            for order, rule in self._by_key.get(key, ())[:200]
            if (not rule.tag or rule.tag == tag)
            and (not rule.identifier or rule.identifier == identifier)
            and rule.classes <= held
        ]
        return _cascaded([rule for *_, rule in sorted(matches, key=lambda match: match[:3])])


def _cascaded(rules: list[Rule]) -> dict[str, str]:
    found: dict[str, str] = {}
    for rule in rules:
        if rule.exact:
            found.update(rule.values)
    for rule in rules:
        if not rule.exact:
            found.update({k: v for k, v in rule.values.items() if _shows(k, v)})
    return found


def _shows(name: str, value: str) -> bool:
    shown = {
        "display": value != "none",
        "visibility": value == "visible",
        "opacity": not value.startswith("0"),
        "overflow": value == "visible",
        "height": value == "auto",
    }
    return shown.get(name, False)

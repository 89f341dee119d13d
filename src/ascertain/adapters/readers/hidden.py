"""Takes out of a page what a person does not see, so that it never becomes text.

Out: script, style, template, noscript (a browser that runs scripts does not show it), embedded
fallbacks, head, the choices of form fields; ``hidden``, closed ``<dialog>``, ``aria-hidden``
blocks; and what inline style or a simple ``<style>`` rule hides: not displayed, invisible,
zero-size, clipped away, off screen, transparent, or in the colour of its background. The closed
content of ``<details>`` stays: a person can open it. External style sheets are not known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from lxml.html import HtmlElement

from ascertain.adapters.readers.stylesheet import StyleRules, declarations, parse_rules

__all__ = ["blank_hidden"]

_NEVER = frozenset(
    (
        "annotation",
        "applet",
        "audio",
        "canvas",
        "datalist",
        "desc",
        "defs",
        "embed",
        "frameset",
        "head",
        "iframe",
        "input",
        "metadata",
        "noembed",
        "noframes",
        "noscript",
        "object",
        "option",
        "rp",
        "script",
        "select",
        "style",
        "symbol",
        "template",
        "title",
        "video",
    )
)
_BLOCKS = frozenset(
    (
        "article",
        "aside",
        "blockquote",
        "dd",
        "div",
        "dl",
        "dt",
        "figure",
        "footer",
        "form",
        "header",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "section",
        "table",
        "tbody",
        "td",
        "tr",
        "ul",
    )
)
_LENGTH = re.compile(r"(-?\d*\.?\d+)\s*(px|em|rem|%|pt|vw|vh|in|cm|mm|pc)?")
_FAR = {"px": -900, "em": -60, "rem": -60, "%": -99, "vw": -99, "vh": -99, "pt": -700, "in": -9}
_CLIPPED = re.compile(
    r"rect\(\s*(?:0|1px)[\s,a-z0]+|inset\(\s*(?:100|[5-9]\d)%.*|circle\(\s*0.*|polygon\(\s*0[\s,px0]*\)"
)
_WHITE = "#ffffff"
_NAMES = {"white": _WHITE, "black": "#000000", "red": "#ff0000", "transparent": "transparent"}
_RGB = re.compile(
    r"rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*(\d?\.?\d+)\s*)?\)"
)
_HEX = re.compile(r"#(?:[0-9a-f]{6}|[0-9a-f]{3})(?![0-9a-f])")
_COLOURS = frozenset({"color", "background", "background-color"})
_SIZES = frozenset({"font-size"})
_MAX_STEPS = 64


def blank_hidden(root: HtmlElement) -> None:
    """Empty every hidden element in place; what is left of it is an empty ``span``.

    The words around a hidden element stay together or apart as they were.
    """
    rules = _rules_of(root)
    seen = _Sight(rules, plain_page=root.find(".//link[@rel='stylesheet']") is None)
    hidden: list[HtmlElement] = []
    for element in root.iter("*"):
        tag = element.tag
        if tag in _NEVER or ((element.attrib or tag in seen.tags) and seen.hides(element, tag)):
            hidden.append(element)
    for element in reversed(hidden):  # innermost first keeps this linear
        if element is not root:
            element.clear(keep_tail=True)
            element.tag = "span"


def _rules_of(root: HtmlElement) -> StyleRules:
    sheets = [s.text or "" for s in root.iter("style") if _applies(s)]
    return StyleRules(parse_rules("\n".join(sheets)) if sheets else ())


def _applies(style: HtmlElement) -> bool:
    return (style.get("media") or "all").strip().lower() in {"all", "screen", ""}


class _Sight:
    """Judges single elements of one page.

    Args:
        rules: of its style blocks.
        plain_page: it has no other style sheet, so its ground is white unless it says otherwise.
    """

    def __init__(self, rules: StyleRules, *, plain_page: bool) -> None:
        self._rules = rules
        self._plain_page = plain_page
        self.tags = rules.tags | {"dialog"}

    def hides(self, element: HtmlElement, tag: str) -> bool:
        attributes = element.attrib
        if "hidden" in attributes:
            return attributes["hidden"].strip().lower() != "until-found"
        if tag == "dialog" and "open" not in attributes:
            return True
        if attributes.get("aria-hidden") == "true" and tag in _BLOCKS:
            return True
        values = self._values(element, tag)
        return bool(values) and (
            _is_gone(values) or self._is_shrunk(element, values) or self._is_same(element, values)
        )

    def _values(self, element: HtmlElement, tag: str) -> Mapping[str, str]:
        style = element.get("style")
        if not self._rules:
            return declarations(style) if style else {}
        values = self._rules.values(tag, element.get("id") or "", element.get("class") or "")
        return {**values, **declarations(style)} if style else values

    def _is_shrunk(self, element: HtmlElement, values: Mapping[str, str]) -> bool:
        """No size of letters, unless something inside sets its own again."""
        if "font-size" not in values or not _is_zero(values["font-size"]):
            return False
        return not self._sets(element, _SIZES)

    def _sets(self, element: HtmlElement, names: frozenset[str]) -> bool:
        """Say whether one of the first elements inside sets one of the properties itself."""
        inner = element.iterdescendants("*")
        for _, child in zip(range(_MAX_STEPS), inner, strict=False):
            if names & self._values(child, child.tag).keys():
                return True
        return False

    def _is_same(self, element: HtmlElement, values: Mapping[str, str]) -> bool:
        """Its letters have the colour of their ground, as far as the page itself tells."""
        colour = _colour(values.get("color", ""))
        if not colour:
            return False
        inline = declarations(element.get("style") or "")
        if colour == "transparent":
            tricks = {"text-shadow", "background-clip", "-webkit-background-clip"}
            return "color" in inline and not tricks & set(values)
        ground = _ground(values)
        if ground is None and "color" in inline and not self._sets(element, _COLOURS):
            ground = self._ground_behind(element)
        return ground == colour and ("color" in inline or bool((element.text or "").strip()))

    def _ground_behind(self, element: HtmlElement) -> str | None:
        for _, parent in zip(range(_MAX_STEPS), element.iterancestors(), strict=False):
            ground = _ground(self._values(parent, str(parent.tag)))
            if ground == "" or parent.get("bgcolor") or parent.get("background"):
                return _colour(parent.get("bgcolor") or "") or None
            if ground is not None:
                return ground
        return _WHITE if self._plain_page else None


def _is_gone(values: Mapping[str, str]) -> bool:
    if values.get("display") == "none" or values.get("visibility") in {"hidden", "collapse"}:
        return True
    moving = "transition" in values or "animation" in values
    if not moving and _is_zero(values.get("opacity", "")):
        return True
    return _is_off_screen(values) or _is_clipped(values)


def _is_off_screen(values: Mapping[str, str]) -> bool:
    if _is_far(values.get("text-indent", "")):
        return True
    placed = values.get("position") in {"absolute", "fixed"}
    sides = ("left", "top", "margin-left") if placed else ("margin-left",)
    return any(_is_far(values.get(side, "")) for side in sides)


def _is_clipped(values: Mapping[str, str]) -> bool:
    if values.get("position") in {"absolute", "fixed"} and _CLIPPED.match(values.get("clip", "")):
        return True
    if _CLIPPED.fullmatch(values.get("clip-path", "")):
        return True
    sizes = (values.get(name, "") for name in ("width", "height", "max-width", "max-height"))
    return values.get("overflow") in {"hidden", "clip"} and any(map(_is_tiny, sizes))


def _is_zero(value: str) -> bool:
    length = _LENGTH.fullmatch(value)
    return length is not None and float(length[1]) == 0


def _is_tiny(value: str) -> bool:
    length = _LENGTH.fullmatch(value)
    return length is not None and (
        float(length[1]) == 0 or (length[2] == "px" and float(length[1]) <= 1)
    )


def _is_far(value: str) -> bool:
    length = _LENGTH.fullmatch(value)
    return length is not None and float(length[1]) <= _FAR.get(length[2] or "px", -900)


def _ground(values: Mapping[str, str]) -> str | None:
    """Return the background's colour; empty for one that is no plain colour, None for none."""
    value = values.get("background-color") or values.get("background")
    if not value or value in {"none", "inherit", "initial"}:
        return None
    colour = _colour(value)
    return None if colour == "transparent" else colour


def _colour(value: str) -> str:
    if not value or "url(" in value or "gradient" in value:
        return ""
    word = _NAMES.get(value.split(maxsplit=1)[0])
    if word:
        return word
    rgb = _RGB.search(value)
    if rgb:
        alpha = 1.0 if rgb[4] is None else float(rgb[4])
        if alpha < 1:
            return "" if alpha else "transparent"
        return "#{:02x}{:02x}{:02x}".format(*(min(255, int(rgb[i])) for i in (1, 2, 3)))
    found = _HEX.search(value)
    if found is None:
        return ""
    digits = found[0]
    return digits if len(digits) > 4 else "#" + "".join(d * 2 for d in digits[1:])  # noqa: PLR2004 - #rgb

"""Takes out of a page what a person does not see, so that it never becomes text.

Out: script, style, template, noscript (a browser that runs scripts does not show it), embedded
fallbacks, head, the choices of form fields; ``hidden``, ``popover``, closed ``<dialog>``,
``aria-hidden`` blocks; struck-out text; and what inline style or a ``<style>`` rule hides: not
displayed, invisible, too small to read, clipped away, off screen, transparent, or in the colour of
its background. The closed content of ``<details>`` stays: a person can open it. External style
sheets are not known.
"""

from __future__ import annotations

from lxml.html import HtmlElement

from ascertain.adapters.readers.colours import WHITE, Colour, are_alike, colour_of
from ascertain.adapters.readers.css_lengths import pixels
from ascertain.adapters.readers.css_syntax import media_holds
from ascertain.adapters.readers.hiding import is_gone, is_moving, is_unreadably_small
from ascertain.adapters.readers.stylesheet import StyleRules, Values, declarations, parse_rules

__all__ = ["blank_hidden"]

_NEVER = frozenset(
    "annotation applet audio canvas datalist desc defs embed frameset head iframe input metadata "
    "noembed noframes noscript object option rp script select style symbol template title "
    "video".split()
)
_BLOCKS = frozenset(
    "article aside blockquote dd div dl dt figure footer form header li main nav ol p section "
    "table tbody td tr ul".split()
)
_STRUCK = frozenset({"del", "s", "strike"})
_ALWAYS = _STRUCK | {"dialog", "font"}
_DRAWN = frozenset({"svg", "g", "text", "tspan"})
_DRAWN_STYLE = ("display", "visibility", "opacity", "font-size", "fill", "fill-opacity")
_PICTURES = ("img", "picture", "svg", "video", "canvas")
_PLACED = frozenset({"absolute", "fixed", "sticky"})
_MAX_STEPS = 64
_MAX_LOOKS = 500
_STRUCK_NOTE = "struck-out text was left out"
_UNKNOWN_NOTE = "the page's style has conditions that are not evaluated; text they hide was kept"
_SPENT_NOTE = "the page's style is too involved to be followed to the end; text it hides was kept"


def blank_hidden(root: HtmlElement) -> tuple[str, ...]:
    """Empty every hidden element in place; what is left of it is an empty ``span``.

    The words around a hidden element stay together or apart as they were.

    Returns:
        what a person should know about it.
    """
    sight = _Sight(root)
    hidden: list[HtmlElement] = []
    struck = False
    for element in root.iter("*"):
        tag = element.tag
        if tag in _NEVER:
            hidden.append(element)
        elif tag in _STRUCK:
            hidden.append(element)
            struck = struck or bool("".join(element.itertext()).strip())
        elif element.attrib or sight.looks_at_all or tag in sight.tags:
            if sight.hides(element, tag):
                hidden.append(element)
        elif sight.veils:
            sight.inherit(element)
    sight.blank_veiled()
    for element in reversed(hidden):  # innermost first keeps this linear
        if element is not root:
            element.clear(keep_tail=True)
            element.tag = "span"
    return ((_STRUCK_NOTE,) if struck else ()) + sight.notes()


class _Sight:
    """Judges single elements of one page, in document order.

    Args:
        root: of the page.
    """

    def __init__(self, root: HtmlElement) -> None:
        sheets = [s.text or "" for s in root.iter("style") if _applies(s)]
        css = "\n".join(sheets)
        dark = root.find(".//meta[@name='color-scheme']") is not None or "color-scheme" in css
        self._plain_page = (
            root.find(".//link[@rel='stylesheet']") is None and "@import" not in css and not dark
        )
        # a script may bring the rest of the style: then a rule's colour says nothing of its ground
        self._whole_style = self._plain_page and root.find(".//script") is None
        rules, self._variables = parse_rules(css, colours=self._whole_style) if css else ([], {})
        self._rules = StyleRules(rules, _names_in(root) if rules else None)
        self._looks = _MAX_LOOKS
        self._judged: dict[HtmlElement, Values] = {}
        self.veils: dict[HtmlElement, frozenset[str]] = {}
        """Elements that inherit what makes text invisible, with the properties that do so."""
        self.tags = self._rules.tags | _ALWAYS
        self.looks_at_all = "*" in self.tags

    def notes(self) -> tuple[str, ...]:
        """Say what could not be judged."""
        notes = (_UNKNOWN_NOTE,) if self._rules.unknown else ()
        return (*notes, _SPENT_NOTE) if self._rules.is_spent else notes

    def hides(self, element: HtmlElement, tag: str) -> bool:
        """Say whether an element goes with all that is in it; keep what it only veils."""
        attributes = element.attrib
        if "hidden" in attributes or "popover" in attributes:
            return True
        if tag == "dialog" and "open" not in attributes:
            return True
        if attributes.get("aria-hidden") == "true" and tag in _BLOCKS:
            return True
        values = self._values(element, tag)
        if values and is_gone(values):
            return True
        if tag == "svg" and any(
            pixels((values.get(n) or element.get(n) or "").strip()) == 0
            for n in ("width", "height")
        ):
            return True
        if values or self.veils:
            self.inherit(element, values)
        return False

    def inherit(self, element: HtmlElement, values: Values | None = None) -> None:
        """Note by which properties an element's own text is not seen."""
        parent = element.getparent()
        veil: frozenset[str] = frozenset()
        if parent is not None:
            veil = self.veils.get(parent, veil)
        if values:
            veil = self._changed(veil, element, values)
        if veil:
            self.veils[element] = veil

    def _changed(
        self, veil: frozenset[str], element: HtmlElement, values: Values
    ) -> frozenset[str]:
        for name, judged in (
            ("visibility", _by_visibility(values)),
            ("font-size", _by_size(values)),
            ("color", self._by_colour(element, values)),
        ):
            if judged is not None:
                veil = veil | {name} if judged else veil - {name}
        return veil

    def blank_veiled(self) -> None:
        """Take the text out of elements that are not seen, but not what is seen within them."""
        for element in self.veils:
            element.text = None
            for child in element:
                child.tail = None

    def _values(self, element: HtmlElement, tag: str) -> Values:
        known = self._judged.get(element)
        if known is None:
            known = self._judged[element] = self._computed(element, tag)
        return known

    def _computed(self, element: HtmlElement, tag: str) -> Values:
        style = element.get("style")
        inline = declarations(style, self._variables) if style else None
        if self._rules:
            values = self._rules.values(element, inline, full=bool(self.veils))
        else:
            values = {**inline.plain, **inline.important} if inline else {}
        if tag in _DRAWN:
            stated = {n: v.lower() for n in _DRAWN_STYLE if (v := element.get(n))}
            values = {**stated, **values} if stated else values
        elif tag == "font" and (colour := element.get("color")):
            colour = colour.strip().lower()
            bare = colour_of(colour, attribute=True) is not None and colour.isalnum()
            values = {"color": _marked(colour) if bare else colour, **values}
        return values

    def _by_colour(self, element: HtmlElement, values: Values) -> bool | None:
        """Say whether its letters have the colour of their ground, None if nothing changes."""
        own = values.get("-webkit-text-fill-color") or values.get("color", "")
        if element.tag in _DRAWN and element.tag != "svg":
            own = values.get("fill", "")
            if own == "none" or values.get("fill-opacity") in {"0", "0%", "0.0"}:
                return True
            own = ""
        changes_ground = "background-color" in values and (self._whole_style or _is_inline(element))
        if not own and not changes_ground:
            return None
        if own and own in {"inherit", "currentcolor"} and not changes_ground:
            return None
        return self._is_lost(element, values, own)

    def _is_lost(self, element: HtmlElement, values: Values, own: str) -> bool | None:
        colour = colour_of(own)
        if own and colour is None:
            return False
        if colour is not None and colour.is_faint:
            gilded = "text" in values.get("background-clip", "") or "text-shadow" in values
            return not gilded and not is_moving(values)
        colour = colour or self._inherited_colour(element)
        if colour is None:
            return False if own else None
        ground = self._ground(element, values, is_inline=_is_inline(element))
        return ground is not None and are_alike(colour, ground)

    def _inherited_colour(self, element: HtmlElement) -> Colour | None:
        for _, parent in zip(range(_MAX_STEPS), element.iterancestors(), strict=False):
            value = self._values(parent, str(parent.tag)).get("color")
            if value and value != "inherit":
                return colour_of(value)
        return None

    def _ground(self, element: HtmlElement, values: Values, *, is_inline: bool) -> Colour | None:
        """Return the colour behind an element, None if the page itself does not tell."""
        ground = _own_ground(element, values)
        if ground is not None:
            return ground.colour
        if not is_inline and not self._whole_style:
            return None
        if not is_inline and self._may_lie_on_picture(element, values):
            return None
        for _, parent in zip(range(_MAX_STEPS), element.iterancestors(), strict=False):
            held = self._values(parent, str(parent.tag))
            ground = _own_ground(parent, held)
            if ground is not None:
                return ground.colour
            if not is_inline and self._may_lie_on_picture(parent, held):
                return None
        return WHITE if self._plain_page else None

    def _may_lie_on_picture(self, element: HtmlElement, values: Values) -> bool:
        if values.get("position") not in _PLACED:
            return False
        parent = element.getparent()
        self._looks -= 1
        if parent is None or self._looks < 0:
            return True
        return next(parent.iter(*_PICTURES), None) is not None


class _Ground:
    """A ground that an element sets itself; no colour if it is a picture or unknown."""

    def __init__(self, colour: Colour | None) -> None:
        self.colour = colour


def _own_ground(element: HtmlElement, values: Values) -> _Ground | None:
    image = values.get("background-image", "none")
    if image not in {"none", "initial", ""} or element.get("background"):
        return _Ground(None)
    value = values.get("background-color", "")
    if value and value not in {"none", "inherit", "initial", "unset", "0", "0 0"}:
        colour = colour_of(value)
        if colour is None or not colour.is_faint:
            return _Ground(colour)
    attribute = element.get("bgcolor")
    if attribute:
        return _Ground(colour_of(attribute.strip().lower(), attribute=True))
    return None


def _by_visibility(values: Values) -> bool | None:
    value = values.get("visibility")
    if value in {"hidden", "collapse"}:
        return True
    return False if value in {"visible", "initial"} else None


def _by_size(values: Values) -> bool | None:
    value = values.get("font-size")
    if not value or value == "inherit":
        return None
    if is_unreadably_small(value):
        return True
    relative = value.endswith("%") or (value.endswith("em") and not value.endswith("rem"))
    if relative or value in {"larger", "smaller"}:
        size = pixels(value, 16)
        return None if size is None or size < 80 else False  # noqa: PLR2004 - five times 1px is small too
    return False


def _is_inline(element: HtmlElement) -> bool:
    """Whether the element itself says its colour."""
    return element.tag == "font" or "color" in (element.get("style") or "").lower()


def _names_in(root: HtmlElement) -> frozenset[str]:
    names: set[str] = set()
    for element in root.iter("*"):
        names.add(element.tag)
        get = element.get
        if held := get("class"):
            names.add(held)
        if identifier := get("id"):
            names.add(f"#{identifier}")
    return frozenset(names.union(f".{name}" for held in list(names) for name in held.split()))


def _marked(colour: str) -> str:
    return (
        f"#{colour}"
        if len(colour) in {3, 6} and not set(colour) - set("0123456789abcdef")
        else colour
    )


def _applies(style: HtmlElement) -> bool:
    media = " ".join((style.get("media") or "all").lower().split())
    return media_holds(media)

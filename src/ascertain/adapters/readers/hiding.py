"""Which values of CSS properties take a whole element out of sight."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ascertain.adapters.readers.css_lengths import number, pixels, sizes

__all__ = ["is_gone", "is_moving", "is_unreadably_small"]

_FAR = 500.0
_VERY_FAR = 3_000.0
_FAR_MARGIN = 900.0
"""Half the width of a wide page: ``left: 50%`` with such a margin centres it."""
_FAINT = 0.1
_TINY = 2.0
_SMALLEST_LETTERS = 2.0
_SMALLEST_SCALE = 0.05
_FUNCTION = re.compile(r"([a-z0-9-]+)\(\s*([^()]*(?:\([^()]*\)[^()]*)*)\)")
_CLEAR_MASK = re.compile(
    r"(?:-webkit-)?linear-gradient\("
    r"(?:\s*(?:transparent|#0000|#0{8}|rgba\(0, ?0, ?0, ?0\))\s*,?)+\).*"
)
_NOTHING = frozenset({"", "none", "0s", "all 0s", "initial", "unset"})


def is_moving(values: Mapping[str, str]) -> bool:
    """Say whether a page is likely to bring the element in when it has loaded."""
    return any(values.get(name, "") not in _NOTHING for name in ("transition", "animation"))


def is_gone(values: Mapping[str, str]) -> bool:
    """Say whether nothing of the element or of what is in it can be seen."""
    if values.get("display") == "none" or values.get("content-visibility") == "hidden":
        return True
    if "opacity" in values and _is_faint(values["opacity"]) and not is_moving(values):
        return True
    zoom = number(values["zoom"]) if "zoom" in values else None
    if zoom is not None and zoom <= _SMALLEST_SCALE:
        return True
    if "filter" in values and _is_filtered(values["filter"]):
        return True
    if _CLEAR_MASK.match(values.get("mask") or values.get("mask-image") or ""):
        return True
    return _is_off_screen(values) or _is_transformed(values) or _is_clipped(values)


def is_unreadably_small(value: str) -> bool:
    """Judge a ``font-size``."""
    size = pixels(value, whole=16)
    return size is not None and 0 <= size <= _SMALLEST_LETTERS


def _is_faint(value: str) -> bool:
    share = number(value)
    return share is not None and share < _FAINT


def _is_filtered(value: str) -> bool:
    return any(
        name == "opacity" and _is_faint(argument.strip() or "1")
        for name, argument in _FUNCTION.findall(value)
    )


def _is_off_screen(values: Mapping[str, str]) -> bool:
    spacing = pixels(values.get("letter-spacing", ""), 16)
    if spacing is not None and (spacing <= -16 or spacing >= _FAR):  # noqa: PLR2004 - letters on top of each other
        return True
    indent = pixels(values.get("text-indent", ""))
    if indent is not None and (
        indent <= -_FAR
        or indent >= _VERY_FAR
        or (indent >= _FAR and values.get("overflow") in {"hidden", "clip"})
    ):
        return True
    if any(_is_beyond(values, side) for side in ("margin-left", "margin-top", "margin-right")):
        return True
    position = values.get("position")
    limit = _FAR if position in {"absolute", "fixed"} else _FAR_MARGIN
    return position in {"absolute", "fixed", "relative", "sticky"} and any(
        _is_outside(values.get(side, ""), side, limit)
        for side in ("left", "right", "top", "bottom")
    )


def _is_beyond(values: Mapping[str, str], margin: str) -> bool:
    size = pixels(values.get(margin, ""))
    if size is None or "50%" in values.get(margin.removeprefix("margin-"), ""):
        return False
    return size <= -_FAR_MARGIN or (margin == "margin-left" and size >= _VERY_FAR)


def _is_outside(value: str, side: str, limit: float) -> bool:
    size = pixels(value, 800 if side in {"top", "bottom"} else 1280)
    if size is None:
        return False
    if value.endswith("%"):  # of a box whose size is not known
        return size <= -limit
    far = {"left": _VERY_FAR, "right": _VERY_FAR, "bottom": _VERY_FAR}.get(side)
    beyond = value.endswith("vw") and side != "bottom" and size >= 1280  # noqa: PLR2004 - the screen
    return size <= -limit or beyond or (far is not None and size >= far)


def _is_transformed(values: Mapping[str, str]) -> bool:
    scale = values.get("scale", "")
    if scale and any(_is_no_scale(part) for part in scale.split()[:2]):
        return True
    shift = values.get("translate", "")
    functions: list[tuple[str, str]] = [("translate", shift.replace(" ", ","))] if shift else []
    functions += _FUNCTION.findall(values.get("transform", ""))
    return any(_moves_away(name, arguments, values) for name, arguments in functions)


def _moves_away(name: str, arguments: str, values: Mapping[str, str]) -> bool:
    parts = [part.strip() for part in arguments.split(",")]
    if name in {"scale", "scalex", "scaley", "scale3d"}:
        return any(_is_no_scale(part) for part in parts[:2])
    if name == "matrix":
        return parts[:4] in (["0", "0", "0", "0"], ["0"] * 4) or parts[0] == "0" == parts[1]
    if name in {"rotatex", "rotatey"}:
        return parts[0] in {"90deg", "-90deg", "270deg", ".25turn", "0.25turn"}
    if name not in {"translate", "translatex", "translatey", "translate3d"}:
        return False
    return any(_is_shifted(part, values) for part in parts[:2])


def _is_shifted(value: str, values: Mapping[str, str]) -> bool:
    size = pixels(value, 1000)
    if size is None:
        return False
    if value.endswith("%"):
        return abs(size) >= 1500  # noqa: PLR2004 - half its size past what hides a menu beside the page
    if value.endswith(("vw", "vh")):
        return abs(size) >= (1280 if value.endswith("vw") else 800)
    width = pixels(values.get("width", "")) or 0.0  # the track of a carousel is as wide
    return abs(size) >= _VERY_FAR and width < abs(size) and "transition-duration" not in values


def _is_no_scale(value: str) -> bool:
    share = number(value)
    return share is not None and abs(share) <= _SMALLEST_SCALE


def _is_clipped(values: Mapping[str, str]) -> bool:
    placed = values.get("position") in {"absolute", "fixed"}
    shapes = (values.get("clip", "") if placed else "", values.get("clip-path", ""))
    if any(_is_nothing(*f) for shape in shapes if shape for f in _FUNCTION.findall(shape)):
        return True
    if values.get("overflow") not in {"hidden", "clip"}:
        return False
    for name in ("width", "height"):
        least = pixels(values.get(f"min-{name}", "0"))
        if least is not None and least > _TINY:
            continue
        if any(_is_tiny(values.get(key, "")) for key in (name, f"max-{name}")):
            return True
    return values.get("line-height") in {"0", "0px"}


def _is_tiny(value: str) -> bool:
    size = pixels(value)
    return size is not None and 0 <= size <= _TINY


def _is_nothing(shape: str, arguments: str) -> bool:
    arguments = arguments.partition(" round ")[0].partition(" at ")[0]
    if shape == "path":
        return not arguments.strip("_ \"'")
    lengths = [0.0 if v is None else v for v in sizes(arguments, 1000)]
    if shape == "polygon":
        xs, ys = lengths[::2], lengths[1::2]
        return bool(ys) and (max(xs) - min(xs) <= 1 or max(ys) - min(ys) <= 1)
    if shape in {"circle", "ellipse"}:
        return (
            bool(arguments.strip()) and min(lengths, default=1.0) == 0 and "side" not in arguments
        )
    return bool(lengths) and "auto" not in arguments and _is_empty_box(shape, lengths)


def _is_empty_box(shape: str, lengths: list[float]) -> bool:
    top, right, bottom, left = _four(lengths)
    if shape == "rect":
        return bottom - top <= _TINY or right - left <= _TINY
    if shape == "inset":
        return top + bottom >= 1000 or left + right >= 1000  # noqa: PLR2004 - the whole
    return shape == "xywh" and min(bottom, left) <= _TINY


def _four(lengths: list[float]) -> tuple[float, float, float, float]:
    top, right, bottom, left = (lengths[i] if i < len(lengths) else None for i in range(4))
    top = top or 0.0
    right = top if right is None else right
    return top, right, top if bottom is None else bottom, right if left is None else left

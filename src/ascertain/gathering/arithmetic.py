"""Arithmetic on a written expression: exact where it can be, bounded before it is computed."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping

from ascertain.evidence.record import Record
from ascertain.gathering.numbers import Number, fault
from ascertain.gathering.numbers import written as written_out

__all__ = ["MAX_EXPRESSION", "Calculation", "calculate"]

MAX_EXPRESSION = 1_000
"""Characters of an expression."""
_MAX_DEPTH = 60
_MAX_LITERAL = 400
"""Digits of a written number, and its exponent's largest size."""
_SIGNS = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "\n": " ", "\t": " "})
_PIECE = re.compile(
    r"(?P<space> +)"
    r"|(?P<number>(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)"
    r"|(?P<name>[A-Za-z_][A-Za-z_0-9]*)"
    r"|(?P<sign>\*\*|//|[-+*/%(),])",
    re.ASCII,
)
_GROUPED = re.compile(r"(?<![\d.])\d{1,3}(?:,\d{3})+(?![\d])", re.ASCII)
_ADVICE: Mapping[str, str] = {
    "^": "Write a power with **.",
    "√": "Write sqrt(…).",
    "=": "Ask for one value; compare the values yourself.",
    "<": "Ask for one value; compare the values yourself.",
    ">": "Ask for one value; compare the values yourself.",
    "!": "Ask for one value; there are no factorials and no comparisons.",
}
_USUAL = (
    "Use numbers, + - * / // % **, parentheses and abs, ceil, floor, max, min, round, sqrt, sum."
)

_BINARY: Mapping[type[ast.operator], Callable[[Number, Number], Number]] = {
    ast.Add: Number.plus,
    ast.Sub: Number.minus,
    ast.Mult: Number.times,
    ast.Div: Number.over,
    ast.FloorDiv: Number.whole_times,
    ast.Mod: Number.remainder,
    ast.Pow: Number.power,
}


class Calculation(Record):
    """The value of an expression.

    Attributes:
        value: a whole number or decimal in digits; with an exponent only where it is rounded
            and very large or very small.
        exact: whether ``value`` is the value itself.
        rounding: how it was rounded, or empty where it is exact.
    """

    expression: str
    value: str
    exact: bool
    rounding: str = ""


def calculate(expression: str) -> Calculation:
    """Compute an expression of numbers, operators and a few functions.

    Decimals are taken as written (0.1 + 0.2 is 0.3); fractions stay fractions until the end.
    ``//`` and ``%`` round down, as in Python; ``round`` rounds halves to even.

    Args:
        expression: at most 1,000 characters; percent is the remainder, not a hundredth.

    Raises:
        ToolError: ``bad_expression``, ``too_large``, ``division_by_zero`` or ``no_real_number``.
    """
    text = expression.translate(_SIGNS).strip()
    _scan(text)
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise fault("bad_expression", "it does not read as one expression", _USUAL) from None
    value = _value(tree.body, text, _MAX_DEPTH)
    shown, rounding = written_out(value)
    return Calculation(expression=expression, value=shown, exact=not rounding, rounding=rounding)


def _scan(text: str) -> None:
    """Refuse what is not arithmetic before the parser of a whole language sees it."""
    if not text:
        raise fault("bad_expression", "the expression is empty", _USUAL)
    if len(text) > MAX_EXPRESSION:
        raise fault(
            "too_large", f"it is over {MAX_EXPRESSION} characters long", "Compute it in parts."
        )
    if found := _GROUPED.search(text):
        raise fault(
            "bad_expression",
            f"{found[0]} looks like one number with separators",
            f"Write {found[0].replace(',', '')}; between arguments put a space after the comma.",
        )
    at, before = 0, ""
    while at < len(text):
        piece = _PIECE.match(text, at)
        if piece is None:
            raise fault(
                "bad_expression",
                f"{text[at]!r} at character {at + 1} is no arithmetic",
                _ADVICE.get(text[at], _USUAL),
            )
        kind = piece.lastgroup or ""
        if kind == "name" and piece[0] not in _FUNCTIONS:
            raise fault("bad_expression", f"there is no function {piece[0][:40]!r}", _USUAL)
        if {kind, before} <= {"name", "number"}:
            raise fault(
                "bad_expression",
                f"an operator is missing before {piece[0][:40]!r}",
                "Write 2 * 3, not 2 3; write numbers in decimal digits.",
            )
        # A space between two numbers leaves them as far apart as none.
        before = before if kind == "space" else kind
        at = piece.end()


def _value(node: ast.expr, text: str, depth: int) -> Number:
    if depth == 0:
        raise fault("too_large", "it is nested too deeply", "Compute it in parts.")
    match node:
        case ast.Constant():
            return _literal(ast.get_source_segment(text, node) or "")
        case ast.UnaryOp(op=ast.USub()):
            return _value(node.operand, text, depth - 1).negated()
        case ast.UnaryOp(op=ast.UAdd()):
            return _value(node.operand, text, depth - 1)
        case ast.BinOp() if type(node.op) in _BINARY:
            left = _value(node.left, text, depth - 1)
            return _BINARY[type(node.op)](left, _value(node.right, text, depth - 1))
        case ast.Call(func=ast.Name(id=name), keywords=[]):
            return _call(name, [_value(part, text, depth - 1) for part in node.args])
        case _:
            raise fault("bad_expression", "a part of it is neither number, sum nor call", _USUAL)


def _literal(text: str) -> Number:
    digits = text.replace("_", "")
    mantissa, _, exponent = digits.lower().partition("e")
    if len(mantissa) > _MAX_LITERAL or abs(int(exponent[:9] or 0)) > _MAX_LITERAL:
        raise fault(
            "too_large", f"{text[:20]}… is a number too long to compute with", "Use fewer digits."
        )
    return Number.of(digits)


def _call(name: str, given: list[Number]) -> Number:
    least, most, work = _FUNCTIONS[name]
    if not least <= len(given) <= most:
        said = f"{least}" if least == most else f"{least} to {most}"
        raise fault("bad_expression", f"{name} takes {said} arguments, not {len(given)}", _USUAL)
    return work(given)


def _least(given: list[Number]) -> Number:
    return min(given, key=lambda number: number.value)


def _most(given: list[Number]) -> Number:
    return max(given, key=lambda number: number.value)


def _sum(given: list[Number]) -> Number:
    total = Number.of("0")
    for number in given:
        total = total.plus(number)
    return total


_FUNCTIONS: Mapping[str, tuple[int, int, Callable[[list[Number]], Number]]] = {
    "abs": (1, 1, lambda given: given[0].size()),
    "ceil": (1, 1, lambda given: given[0].up()),
    "floor": (1, 1, lambda given: given[0].down()),
    "max": (1, 500, _most),
    "min": (1, 500, _least),
    "round": (1, 2, lambda given: given[0].rounded(given[1] if len(given) > 1 else None)),
    "sqrt": (1, 1, lambda given: given[0].root()),
    "sum": (1, 500, _sum),
}
"""By name: the least and the most arguments, and what is done with them."""

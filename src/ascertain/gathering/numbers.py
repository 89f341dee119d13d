"""Numbers of a calculation: fractions of bounded size that know whether they are exact."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

from ascertain.errors import ToolError

__all__ = ["SHOWN_DIGITS", "Number", "fault", "written"]

SHOWN_DIGITS = 30
"""Significant digits of a value that is rounded to be shown."""
_KEPT_DIGITS = 60
"""Significant digits that a value keeps which is not exact."""
_MAX_DIGITS = 1_200
"""Of a whole number, and of zeros behind the point."""
_MAX_BITS = 4_000
"""Of an exact fraction's parts; a power is measured before it is computed."""
_MAX_EXPONENT = 10**12
"""Beyond it a power's 60 digits would not hold the 30 that are shown."""
_MAX_DECIMALS = 60
_MAX_ROUND = 400
_PLAIN_EXPONENT = 30
_KEPT = Context(prec=_KEPT_DIGITS, rounding=ROUND_HALF_EVEN)
_SHOWN = Context(prec=SHOWN_DIGITS, rounding=ROUND_HALF_EVEN)


def fault(code: str, message: str, advice: str) -> ToolError:
    """Make the error of the tool ``math.calculate``."""
    return ToolError("math.calculate", code, message, hint=advice)


@dataclass(frozen=True, slots=True)
class Number:
    """A fraction, and whether it is the value itself or within 60 digits of it."""

    value: Fraction
    exact: bool = True

    @classmethod
    def of(cls, digits: str) -> Number:
        """Take a decimal as written."""
        return cls._of(Fraction(digits), exact=True)

    @classmethod
    def _of(cls, value: Fraction, *, exact: bool) -> Number:
        if _bits(value) > _MAX_BITS:
            if abs(_magnitude(value)) > _MAX_DIGITS:
                raise _too_large()
            exact = False
        return cls(value if exact else _cut(value), exact)

    def plus(self, other: Number) -> Number:
        """Add."""
        return self._of(self.value + other.value, exact=self.exact and other.exact)

    def minus(self, other: Number) -> Number:
        """Subtract."""
        return self._of(self.value - other.value, exact=self.exact and other.exact)

    def times(self, other: Number) -> Number:
        """Multiply."""
        return self._of(self.value * other.value, exact=self.exact and other.exact)

    def over(self, other: Number) -> Number:
        """Divide.

        Raises:
            ToolError: ``division_by_zero``.
        """
        if other.value == 0:
            raise fault("division_by_zero", "it divides by zero", "Change the divisor.")
        return self._of(self.value / other.value, exact=self.exact and other.exact)

    def whole_times(self, other: Number) -> Number:
        """Say how many whole times the other goes into this, rounded down."""
        return self.over(other).down()

    def remainder(self, other: Number) -> Number:
        """Return what is left of whole times; it has the divisor's sign."""
        return self.minus(other.times(self.whole_times(other)))

    def negated(self) -> Number:
        """Change the sign."""
        return Number(-self.value, self.exact)

    def size(self) -> Number:
        """Leave out the sign."""
        return Number(abs(self.value), self.exact)

    def down(self) -> Number:
        """Round to the whole number that is not above."""
        return Number(Fraction(math.floor(self._settled())), self.exact)

    def up(self) -> Number:
        """Round to the whole number that is not below."""
        return Number(Fraction(math.ceil(self._settled())), self.exact)

    def rounded(self, decimals: Number | None) -> Number:
        """Round, halves to even, to whole numbers or to so many decimals."""
        places = Fraction(0) if decimals is None else decimals.value
        if places.denominator != 1 or abs(places) > _MAX_ROUND:
            raise fault(
                "bad_expression",
                f"round takes a whole number of decimals up to {_MAX_ROUND}",
                "Write round(2.345, 2).",
            )
        return self._of(Fraction(round(self._settled(), int(places))), exact=self.exact)

    def root(self) -> Number:
        """Return the square root.

        Raises:
            ToolError: ``no_real_number`` for a number below zero.
        """
        if self.value < 0:
            raise _no_real("the square root of a number below zero")
        over, under = math.isqrt(self.value.numerator), math.isqrt(self.value.denominator)
        if self.exact and Fraction(over, under) ** 2 == self.value:
            return Number(Fraction(over, under))
        return self._of(Fraction(_KEPT.sqrt(_decimal(self.value))), exact=False)

    def power(self, exponent: Number) -> Number:
        """Raise; a power of too many digits is refused before it is computed.

        Raises:
            ToolError: ``too_large``, ``division_by_zero`` or ``no_real_number``.
        """
        if self.value == 0 and exponent.value < 0:
            raise fault("division_by_zero", "zero has no power below zero", "Change the base.")
        if self.value in {0, 1}:
            return self if exponent.value else Number(Fraction(1))
        whole = exponent.value.denominator == 1
        bits = (_bits(self.value) - 1) * abs(exponent.value)
        if whole and self.exact and exponent.exact and bits <= _MAX_BITS:
            return self._of(self.value ** int(exponent.value), exact=True)
        if self.value < 0 and not whole:
            raise _no_real("a fractional power of a number below zero")
        too_far = abs(exponent.value) > _MAX_EXPONENT
        if too_far or abs(_magnitude(self.value) * float(exponent.value)) > _MAX_DIGITS:
            raise _too_large()
        raised = _KEPT.power(_decimal(self.value), _decimal(exponent.value))
        return self._of(Fraction(raised), exact=False)

    def _settled(self) -> Fraction:
        # The square of a root is a hair beside the whole number that it stands for.
        return self.value if self.exact else _cut(self.value, _KEPT_DIGITS - 20)


def written(number: Number) -> tuple[str, str]:
    """Return the value in digits, and how it was rounded (empty: it was not)."""
    decimals = _decimals(number.value)
    if number.exact and decimals is not None:
        whole = abs(number.value) * 10**decimals
        digits = str(whole.numerator).rjust(decimals + 1, "0")
        cut = len(digits) - decimals
        sign = "-" if number.value < 0 else ""
        return f"{sign}{digits[:cut]}{'.' if decimals else ''}{digits[cut:]}", ""
    shown = _SHOWN.plus(_decimal(number.value))
    plain = -_PLAIN_EXPONENT <= shown.adjusted() <= _PLAIN_EXPONENT
    text = f"{shown:f}" if plain else f"{shown:E}"
    head, mark, tail = text.partition("E")
    if "." in head:
        head = head.rstrip("0").rstrip(".")
    return f"{head}{mark}{tail}", f"{SHOWN_DIGITS} significant digits, halves to even"


def _decimals(value: Fraction) -> int | None:
    """Say how many decimals write the value out, or None if none or too many do."""
    for decimals in range(_MAX_DECIMALS + 1):
        if 10**decimals % value.denominator == 0:
            return decimals
    return None


def _bits(value: Fraction) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def _magnitude(value: Fraction) -> float:
    """Return the decimal logarithm of a number other than zero."""
    return math.log10(abs(value.numerator)) - math.log10(value.denominator)


def _decimal(value: Fraction) -> Decimal:
    return _KEPT.divide(Decimal(value.numerator), Decimal(value.denominator))


def _cut(value: Fraction, digits: int = _KEPT_DIGITS) -> Fraction:
    return Fraction(Context(prec=digits).plus(_decimal(value)))


def _too_large() -> ToolError:
    return fault(
        "too_large",
        "a number on the way is too large or too small: over 1,200 digits",
        "Use smaller powers, or other units.",
    )


def _no_real(what: str) -> ToolError:
    return fault("no_real_number", f"{what} is no real number", "Change the base's sign.")

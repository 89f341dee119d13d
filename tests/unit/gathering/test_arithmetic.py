"""Arithmetic: exact, bounded, and nothing but arithmetic."""

from __future__ import annotations

import pytest

from ascertain.errors import ToolError
from ascertain.gathering.arithmetic import calculate


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1 + 2 * 3", "7"),
        ("(1 + 2) * 3", "9"),
        ("0.1 + 0.2", "0.3"),
        ("-7 // 2", "-4"),
        ("-7 % 3", "2"),
        ("7.5 % 2", "1.5"),
        ("2 ** 10", "1024"),
        ("2 ** -2", "0.25"),
        ("-2 ** 2", "-4"),
        ("(-2) ** 3", "-8"),
        ("0 ** 0", "1"),
        ("0 ** 5", "0"),
        ("1 ** 999999999999999", "1"),
        ("1 / 7 * 7", "1"),
        ("+5", "5"),
        ("1_000 * 2", "2000"),
        (".5 + 1.", "1.5"),
        ("1.5e3", "1500"),
        ("1e-3", "0.001"),
        ("6 × 7 ÷ 2 − 1", "20"),
        ("1 +\n2", "3"),
        ("abs(-2.5)", "2.5"),
        ("ceil(-2.5)", "-2"),
        ("floor(-2.5)", "-3"),
        ("max(1, 20, 3)", "20"),
        ("min(4, -20, 3)", "-20"),
        ("sum(1, 2, 3.5)", "6.5"),
        ("round(2.5)", "2"),
        ("round(3.5)", "4"),
        ("round(2.675, 2)", "2.68"),
        ("round(1234, -2)", "1200"),
        ("sqrt(16)", "4"),
        ("sqrt(2.25)", "1.5"),
        ("floor(sqrt(2) ** 2)", "2"),
        ("2 ** 100", "1267650600228229401496703205376"),
    ],
)
def test_a_value_that_digits_can_write_is_exact_or_known_to_be_near(
    expression: str, value: str
) -> None:
    found = calculate(expression)
    assert found.value == value
    assert found.expression == expression
    assert found.exact is (found.rounding == "")
    assert found.exact is ("sqrt(2)" not in expression)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1 / 3", "0.333333333333333333333333333333"),
        ("-2 / 3", "-0.666666666666666666666666666667"),
        ("2 ** 0.5", "1.41421356237309504880168872421"),
        ("sqrt(2)", "1.41421356237309504880168872421"),
        ("8 ** (1/3)", "2"),
        ("(1 + 0.05/365) ** 365", "1.05126749646746255045496814977"),
        ("(1 + 1e-20) ** 1e12", "1.00000001000000005000000016662"),
        ("sqrt(2) ** 365", "8.66910391267532698113120232754E+54"),
        ("1e-100 / 3", "3.33333333333333333333333333333E-101"),
        ("(1/3) ** 2000", "5.72124519477294895488725755665E-955"),
        ("1.0001 ** 290 * 1.0001 ** 290", "1.05971192274611835080757657375"),
    ],
)
def test_a_value_that_no_digits_write_is_rounded_and_said_to_be(
    expression: str, value: str
) -> None:
    found = calculate(expression)
    assert (found.value, found.exact) == (value, False)
    assert found.rounding == "30 significant digits, halves to even"


@pytest.mark.parametrize(
    "expression",
    [
        "9**9**9",
        "10**1000000",
        "2**-4001",
        "2**3999 * 4",
        "1.5**1e13",
        "(1 + 1e-300) ** 1e300",
        "2 ** 10000.5",
        "(2**3000) ** 2.5",
        "1e401",
        "1e-99999999999999999999",
        "9" * 401,
        "1 + " * 400 + "1",
        "-" * 500 + "1",
        "*".join(["9" * 90] * 10) + "**9",
    ],
)
def test_too_large_a_value_is_refused_before_it_is_computed(expression: str) -> None:
    assert _refused(expression).code == "too_large"


@pytest.mark.parametrize(
    "expression",
    [
        "",
        "   ",
        "'a' * 9",
        '"a"',
        "[1]",
        "{1}",
        "(1, 2)",
        "()",
        "1, 2",
        "max(*(1, 2))",
        "max(**1)",
        "round(1, ndigits=2)",
        "1 < 2",
        "1 == 1",
        "1 if 1 else 2",
        "not 1",
        "1 and 2",
        "1 | 2",
        "1 << 9",
        "~1",
        "2^3",
        "5!",
        "√2",
        "x",
        "pi",
        "sqrt",
        "sqrt.real",
        "3 .real",
        "abs(1).real",
        "__import__('os')",
        "eval(1)",
        "factorial(99999)",
        "lambda: 1",
        "(x := 1)",
        "1if 2 else 3",
        "0x10",
        "0b1",
        "1j",
        "007",
        "1__0",
        "1 2",
        "3(4)",
        "(3)(4)",
        "5%",
        "1 +",
        ")",
        "(" * 300 + "1" + ")" * 300,
        "1 # 2",
        "1; 2",
        "1 \\\n + 2",
        "nan",
        "inf",
        "1e",
        "١ + ٢",
        "１",
        "1\x00",
        "\ud800",
        "max()",
        "sqrt(1, 2)",
        "round(1, 2, 3)",
        "round(1, 0.5)",
        "round(1, 1e9)",
        "round(1, sqrt(2))",
    ],
)
def test_what_is_no_arithmetic_is_refused(expression: str) -> None:
    error = _refused(expression)
    assert error.code == "bad_expression"
    assert error.hint


@pytest.mark.parametrize(
    ("expression", "advice"),
    [
        ("1,000 + 2", "Write 1000;"),
        ("12,345,678.9 / 2", "Write 12345678;"),
        ("max(1,200)", "put a space after the comma"),
        ("2^3", "with **"),
        ("1 < 2", "compare the values yourself"),
    ],
)
def test_a_common_slip_is_answered_with_what_to_write(expression: str, advice: str) -> None:
    assert advice in _refused(expression).hint


@pytest.mark.parametrize("expression", ["1 / 0", "1 // 0", "1 % 0", "0 ** -1", "1 / (0.1 - 0.1)"])
def test_a_division_by_zero_is_said(expression: str) -> None:
    assert _refused(expression).code == "division_by_zero"


@pytest.mark.parametrize("expression", ["sqrt(-1)", "(-8) ** (1/3)"])
def test_what_is_no_real_number_is_said(expression: str) -> None:
    assert _refused(expression).code == "no_real_number"


def _refused(expression: str) -> ToolError:
    with pytest.raises(ToolError) as caught:
        calculate(expression)
    assert caught.value.tool == "math.calculate"
    return caught.value

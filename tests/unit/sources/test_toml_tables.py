"""TOML of users is parsed as the standard says, and within bounds of work."""

from __future__ import annotations

import tomllib

import pytest

from ascertain.errors import InputError
from ascertain.sources.toml_tables import parse_toml, toml_word

SIZE = 1_000_000
GOOD = [
    "",
    "a = 1 # [[[[",
    "a.b.'c.d'.\"e.f\" = [1, [2, {x = 3}]]",
    "[a.b]\n[[c]]\nd = 1979-05-27T07:32:00.999999Z",
    's = "a.b.c \\" [[ # \\\\"\nt = \'a"b\\\'',
    's = """\nx "" [[[ \\""" y.y.y.y\n"""',
    "s = \"\"\"a\"\"\"\" # four, then a comment\nt = '''b'''''",
    "s = '''\n[[[[ \" '' '\n'''",
    "s = \"\"\nt = ''\nu = \"\"\"\"\"\"\nv = ''''''",
    "\n".join(f"k{n} = 0.{n}" for n in range(100)),
    "deep = " + "[" * 15 + "]" * 15,
]
HOSTILE = [
    "a" + ".a" * (SIZE // 2) + " = 1",
    "[a" + ".a" * (SIZE // 2) + "]",
    "a = {b" + ".b" * (SIZE // 2) + " = 1}",
    "a" + ' . "a"' * (SIZE // 6) + " = 1",
    "a = " + "[" * SIZE,
    "a = " + "{a=" * (SIZE // 3),
    "a = [" + "1," * (SIZE // 2) + "]",
    "\n".join(f"{n:x} = 1" for n in range(SIZE // 10)) + "\n[" + "a." * 400 + "b]",
    "a = " + "9" * SIZE,
    "a = 0x" + "f" * SIZE,
    "a" * SIZE + " = 1",
    'a = """' + '\\"""' * (SIZE // 4),
    "a = " + '"' * SIZE,
    "a = " + "'" * SIZE,
    'a = "' + "\\" * SIZE,
    ("a" + ".a" * 15 + "\n") * (SIZE // 32),
]


@pytest.mark.parametrize("text", GOOD)
def test_what_is_within_bounds_is_parsed_as_the_standard_says(text: str) -> None:
    assert parse_toml(text, "FILE") == tomllib.loads(text)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_what_would_take_without_end_is_refused_first(text: str) -> None:
    # Without the bounds, most of these take minutes or exhaust the stack.
    with pytest.raises(InputError, match="FILE"):
        parse_toml(text, "FILE")


def test_a_fault_is_said_with_its_line() -> None:
    with pytest.raises(InputError, match="a quotation mark in line 2 is not closed"):
        parse_toml('a = 1\nb = "x\n', "FILE")
    with pytest.raises(InputError, match="at line 2, column 3"):
        parse_toml("a = 1\nb 2\n", "FILE")


def test_values_are_shown_in_the_words_of_the_file() -> None:
    shown = [toml_word(value) for value in (True, 7, 0.5, "a'b", [1], {"a": 1}, "x" * 90)]
    assert shown == ["true", "7", "0.5", '"a\'b"', "a list", "a table", f"'{'x' * 80}'…"]

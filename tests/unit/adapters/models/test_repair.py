"""What weak models say, made usable."""

from __future__ import annotations

import pytest
from pydantic import JsonValue

from ascertain.adapters.models.repair import json_in, without_thoughts


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("<think>hm</think>Yes.", "Yes."),
        ("<THINKING>a</THINKING> b <think>c</think>", "b"),
        ("half a thought</think>Yes.", "Yes."),
        ("Yes.<think>and then", "Yes."),
        ("<thought>\n多行\n</thought>\n是的。", "是的。"),
        ("a < b and c > d", "a < b and c > d"),
        ("", ""),
    ],
)
def test_thoughts_are_cut_off(said: str, kept: str) -> None:
    assert without_thoughts(said) == kept


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ('{"a": 1}', {"a": 1}),
        ('Sure!\n```json\n{"a": [1, 2]}\n```\nDone.', {"a": [1, 2]}),
        ('<think>{"no": 1}</think>{"a": 1}', {"a": 1}),
        ('{"a": 1,}', {"a": 1}),
        ("{'a': 'b'}", {"a": "b"}),
        ('{"a": "b', {"a": "b"}),
        ('I call it: {"a": {"b": "中文"}} now', {"a": {"b": "中文"}}),
        ("[1, 2]", [1, 2]),
        ("no JSON here", None),
        ("", None),
        ("7", None),
        ("}{", None),
    ],
)
def test_json_is_found_and_mended(said: str, found: JsonValue) -> None:
    assert json_in(said) == found


@pytest.mark.timeout(90)
@pytest.mark.parametrize("said", ["{" * 50_000, "[" * 50_000, '{"a":' * 20_000, "<think>" * 20_000])
def test_hostile_answers_end(said: str) -> None:
    without_thoughts(said)
    json_in(said)

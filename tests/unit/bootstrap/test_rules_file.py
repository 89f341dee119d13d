"""Files of rules."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import pytest

from ascertain.bootstrap.rules_file import load_rules
from ascertain.errors import InputError
from ascertain.gathering.routing import Rule, Rules, When

WHOLE = """
rules:
  - when: {skill: scholarly, round: 2}
    use: claude
  - when:
      claim_type: statistic
      answer_type: number
      source_type: official_document
      language: zh
    use: tables
  - use: local
fallbacks:
  claude: [local, extractive]
"""
LAUGHS = "a: &a [x, x]\n" + "\n".join(
    f"{two}: &{two} [{', '.join([f'*{one}'] * 9)}]" for one, two in pairwise("abcdefghi")
)


def _file(folder: Path, text: str | bytes) -> Path:
    path = folder / "rules.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def _refusal(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        load_rules(path)
    assert str(path) in str(caught.value)
    assert len(str(caught.value)) < 600
    return str(caught.value).replace(str(path), "FILE")


def test_a_file_says_every_rule_in_order(tmp_path: Path) -> None:
    assert load_rules(_file(tmp_path, WHOLE)) == Rules(
        rules=(
            Rule(when=When(skill="scholarly", round=2), use="claude"),
            Rule(
                when=When(
                    claim_type="statistic",
                    answer_type="number",
                    source_type="official_document",
                    language="zh",
                ),
                use="tables",
            ),
            Rule(use="local"),
        ),
        fallbacks={"claude": ("local", "extractive")},
    )


@pytest.mark.parametrize("text", ["", "# nothing yet\n", b"\xef\xbb\xbf---\n", "null", "{}"])
def test_an_empty_file_has_no_rules(tmp_path: Path, text: str | bytes) -> None:
    assert load_rules(_file(tmp_path, text)) == Rules()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (LAUGHS, "FILE, line 2: aliases (*name) are not taken"),
        ("rules: &r [*r]", "FILE, line 1: aliases"),
        ("rules: " + "[" * 500, "FILE, line 1: it is nested too deeply"),
        ("rules:\n" + "- " * 500, "FILE, line 2: it is nested too deeply"),
        ("rules: [" + "x, " * 7_000 + "]", "FILE, line 1: it holds too much"),
        ("rules: []\n---\nrules: []", "FILE, line 2: it holds a second document"),
        ("rules: []\nrules: []", "FILE, line 2: the key 'rules' is given twice"),
        ("rules:\n- use: a\n  when: {skill: web, skill: data}", "line 3: the key 'skill' is given"),
        ("fallbacks:\n  a: [b]\n  'a': [c]", "FILE, line 3: the key 'a' is given twice"),
        ("rules:\n- <<: {use: a}", "FILE, line 2: a key must be a plain word"),
        ("? [a, b]\n: c", "FILE, line 1: a key must be a plain word"),
        ("rules: !!python/object/apply:os.system ['true']", "FILE, line 1: could not determine"),
        ("rules: !mine x", "FILE, line 1: could not determine a constructor"),
        ("rules: [", "FILE, line 1: "),
        ("rules:\n\t- use: a", "FILE, line 2: found character '\\t'"),
        ("rules: 'a\x00b'", "FILE: unacceptable character"),
        ("rules: " + "9" * 5_000, "FILE: Exceeds the limit"),
        (b"rules: \xff", "FILE is not UTF-8 text"),
        (b"#" * 100_001, "FILE is over 100,000 bytes"),
        ("just words", "FILE, line 1: Input should be"),
        ("- use: a", "FILE, line 1: Input should be"),
        ("rule: []", "FILE, line 1: rule: unknown field. Known are rules, fallbacks."),
        ("rules:\n- use: a\n  wen: {}", "line 3: rules[0].wen: unknown field. Known are when, use"),
        (
            "rules:\n- use: a\n- use: b\n  when:\n    skil: web",
            "FILE, line 5: rules[1].when.skil: unknown field. Known are skill, claim_type,",
        ),
        ("rules:\n- use: a\n\n- when: {}", "FILE, line 4: rules[1].use: Field required"),
        ("rules:\n- use: 7", "FILE, line 2: rules[0].use: Input should be a valid string"),
        ("rules:\n- use: 2026-01-01", "FILE, line 2: rules[0].use: Input should be"),
        ("rules:\n- use: a\n  when: {skill: shell}", "line 3: rules[0].when.skill: Input should"),
        ("rules:\n- use: a\n  when: {language: no}", "line 3: rules[0].when.language: Input"),
        ("rules: {}\nfallbacks: []", "(and 1 more)"),
        ("fallbacks:\n  claude: local", "FILE, line 2: fallbacks.claude: Input should be"),
        ("fallbacks:\n  1: [a]", "FILE, line 2: fallbacks[1]"),
        ("k" * 900 + ": x", "k: unknown field"),
        ("rules: !" + "k" * 900 + " x", "could not determine"),
    ],
)
def test_what_cannot_be_used_is_named_with_its_line(
    tmp_path: Path, text: str | bytes, said: str
) -> None:
    assert said in _refusal(_file(tmp_path, text))


def test_a_path_that_is_no_file_is_refused(tmp_path: Path) -> None:
    assert "FILE is no file" in _refusal(tmp_path)
    assert "FILE cannot be read: No such file" in _refusal(tmp_path / "missing.yaml")
    os.mkfifo(tmp_path / "pipe")
    assert "FILE is no file" in _refusal(tmp_path / "pipe")

"""Joining hard-wrapped lines of plain text and Markdown: what joins, and what must not."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from ascertain.adapters.readers.gluing import MAX_LINES
from ascertain.adapters.readers.markdown_rewrapping import rewrap_markdown
from ascertain.adapters.readers.rewrapping import rewrap_plain
from growth import grows_in_proportion

_FULL = "The harbour master counted seventeen boats that lay in the old basin"
_PAGE = f"\n\n{_FULL}\nwhile the rain fell, and he wrote their names in the blue ledger."


def _first(text: str) -> str:
    """Rewrap a paragraph that stands in a page of usual width."""
    return rewrap_plain(text + _PAGE).split("\n\n", 1)[0]


@pytest.mark.parametrize(
    "text",
    [
        f"{_FULL}\nwhile rain fell.",
        f"{_FULL}\nMarina for a year.",
        "It is not true that\nZorblax was founded in 1999.",
        "IT IS NOT TRUE THAT\nZORBLAX WAS FOUNDED IN 1999.",
        "Es stimmt nicht, dass\nZorblax gegründet wurde.",
        "Il est faux de dire que\nZorblax existe.",
        "No es verdad que\nZorblax exista.",
        "Although it rained for eleven days and nights,\nMira Quill left.",
        "Mira Quill wrote that the old harbour was never\n    Sold to the town.",
        f"The old quay of the town was sold for a low price to Dr.\n{_FULL}.",
        f"{_FULL.replace('old basin', 'pond.')}\nSeventeen-year-olds came.",
        "The statement of the board of directors names\nthe founder.",
        "It was claimed by the former director in\n1999. Nothing of it is true.",
        "He said to the board of the old harbour\nhttps://x.org/ does not exist, and\nit does not.",
    ],
)
def test_a_line_that_goes_on_is_joined_with_one_space(text: str) -> None:
    joined = _first(text)
    assert joined.split() == text.split()
    assert joined.count("\n") <= text.count("\n") - 1
    assert "  " not in joined


@pytest.mark.parametrize(
    "text",
    [
        "The boats left.\nMira Quill stayed.",
        "The mayor of the harbour town\nSecretary of the harbour board for a year",
        "Roses in the harbour\nviolets in the lake\nboats are blue",
        f"INTRODUCTION TO THE HARBOUR OF THE OLD TOWN AND ITS BOATS\n{_FULL}.",
        "Name: the old harbour, Bergen, Norway\nOwner: the town of Bergen, Norway",
        "The harbour\n========\nThe boats lie in it",
        f".. code:: python\n   {_FULL}",
        f":param boats: the boats of the harbour, with their names\n:returns: {_FULL}",
        "boats   owner   year   of the fleet of the harbour\nteal    Quill   1999",
        "a | b | c | d | e | f | g | h | i | k | l | m | n | o\np | q | r",
        "┌────────────────────────────────────────────────────────┐\n│ the boats of the harbour │",
        "boats,owner,year,and,the,length,of,all,the,boats,in,the\nteal,Quill,1999,a,b,c,d,e,f,g,h,i",
        "for boat in harbour(the, old, town, of, the, north):\n    print(boat)",
        "int main(void) {\n    return fleet(0);\n}",
        '{"the harbour of the old town by the sea and its boats":\n"blue"}',
        "<boats of='the harbour of the old town by the sea'>\n<boat/>",
        f"# {_FULL}\nteal is a boat of the harbour",
        f"- {_FULL}\n- teal boats",
        f"The list of the boats in the harbour of the old town:\n1. {_FULL}\n2. teal boats",
        "Jane Doe-Hestvane <jane.doe@harbour.example>\nJohn Roe <john@harbour.example>\n"
        "Ann Poe <ann.poe@boats.example>",
        "A harbour is\n\nnot a basin",
        "harbour\n    a place where boats lie in the rain, and wait.",
    ],
)
def test_what_is_laid_out_keeps_its_lines(text: str) -> None:
    assert _first(text) == text.split("\n\n", 1)[0]


def test_items_take_their_continuation_and_no_more() -> None:
    text = (
        "You must not:\n"
        "  1. claim that you built it; you must not\n"
        "     Claim that.\n"
        "  2. sell it\n"
        "     Anywhere.\n"
        "Thank you."
    )
    assert _first(text).split("\n") == [
        "You must not:",
        "  1. claim that you built it; you must not Claim that.",
        "  2. sell it Anywhere.",
        "Thank you.",
    ]


def test_a_description_beside_its_option_goes_on_below_itself() -> None:
    text = "  --quiet     do not\n              Print the names.\n  --loud      print them"
    assert _first(text) == "  --quiet     do not Print the names.\n  --loud      print them"


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("He gave all the infor-\nmation that he had.", "He gave all the information that he had."),
        ("He met the anti-\nBergen league there.", "He met the anti-Bergen league there."),
        ("A state-of-the-\nart boat was built.", "A state-of-the-art boat was built."),
        ("The two-\nor three-year plan.", "The two- or three-year plan."),
        ("A well-known boat, a well-\nknown man.", "A well-known boat, a well-known man."),
        ("An open door and a source: open-\nsource boats.", None),
        ("He gave the infor\u00ad\nmation that he had.", "He gave the information that he had."),
    ],
)
def test_the_hyphen_of_a_broken_word_goes_and_that_of_a_compound_stays(
    text: str, joined: str | None
) -> None:
    assert _first(text) == (joined or text.replace("\n", ""))


def test_cjk_lines_join_without_a_space_and_korean_with_one() -> None:
    line = "海港管理局在去年的报告中写道旧码头的十七艘船都已经卖给了新"
    assert rewrap_plain(f"{line}\n的主人。") == f"{line}的主人。"
    assert rewrap_plain(f"{line}，\nZorblax公司说。") == f"{line}，Zorblax公司说。"
    assert (
        rewrap_plain("没有证据表明\nZorblax成立于1999年。") == "没有证据表明 Zorblax成立于1999年。"
    )
    titles = "海港管理局的新报告\n旧码头的十七艘船\n镇上的新船厂开业"
    assert rewrap_plain(titles) == titles
    korean = "항구 관리소는 작년 보고서에서 옛 부두의 열일곱 척이 모두,\n팔렸다고 썼다."
    assert rewrap_plain(korean) == korean.replace("\n", " ")


def test_repeated_marks_of_quotes_and_comments_are_dropped() -> None:
    letter = "Ann wrote:\n> It is not true that\n> Zorblax is old.\n>> It is a\n>> boat."
    assert _first(letter) == "Ann wrote:\n> It is not true that Zorblax is old.\n>> It is a boat."
    assert _first("# It is not true that\n# Zorblax is old.\n#\n# Bye.") == (
        "# It is not true that Zorblax is old.\n#\n# Bye."
    )
    comment = "/* It is not true that\n * Zorblax is old, or the\n * boat.\n */"
    assert _first(comment) == "/* It is not true that Zorblax is old, or the boat.\n */"
    bullets = "* the boat\n* the quay\n* the old ledger"
    assert _first(bullets) == bullets


def test_lines_that_were_spread_to_the_width_are_no_columns() -> None:
    text = "It  is not true that    the old harbour\tof the town  was  sold  by the\n   Board."
    assert _first(text) == text.replace("\n   ", " ")


def test_literal_blocks_and_fences_of_plain_text_stay() -> None:
    text = (
        "Type this::\n\n    go to the\n    harbour\n\n    and to the\n    quay\n\nIt is the\nend."
    )
    assert rewrap_plain(text) == text.replace("the\nend", "the end")
    text = "Type:\n```\ngo to the\n\nharbour of the\nquay\n```\nIt is the\nend."
    assert rewrap_plain(text) == text.replace("the\nend", "the end")


def test_paragraphs_of_one_long_line_each_stay_apart() -> None:
    line = f"{_FULL}, {_FULL}, {_FULL} now"
    text = f"{line}.\n{line}\n{line}.\n{line}"
    assert rewrap_plain(text) == text


def test_programs_stay_as_they_are() -> None:
    text = "#!/bin/sh\n# this is the\n# harbour\necho the\necho boats"
    assert rewrap_plain(text) == text


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("It is not true that\nit rains.", "It is not true that it rains."),
        ("Short.\nLines.", "Short. Lines."),
        ("- an item\n  goes on\nlazily\n- another", "- an item goes on lazily\n- another"),
        ("- a\n  - b\n    c\n\n  d\n  e", "- a\n  - b c\n\n  d e"),
        ("> a\n> b\nc\n>\n> d", "> a b c\n>\n> d"),
        ("> > a\n> > b\n> c", "> > a b c"),
        ("> - a\n>   b\n>\n>   c\n>   d", "> - a b\n>\n>   c d"),
        ("1. a\n   b\n2. c\n   d", "1. a b\n2. c d"),
        ("Founded in\n1999. It grew.", "Founded in 1999. It grew."),
        ("a\n1. b\nc", "a\n1. b c"),
        ("海港\n的船", "海港的船"),
        ("[^1]: It is not\n    true.", "[^1]: It is not true."),
        ("**bold\ntext** `code\nspan`", "**bold text** `code span`"),
        ("a\n    b", "a b"),
        ("| not\n- a", "| not\n- a"),
        ("see `a | b`\nhere", "see `a | b` here"),
        ("*\n\na\nb", "*\n\na b"),
        ("<b>a</b> and\nb", "<b>a</b> and b"),
    ],
)
def test_soft_breaks_of_markdown_become_spaces(text: str, joined: str) -> None:
    assert rewrap_markdown(text) == joined


@pytest.mark.parametrize(
    "text",
    [
        "a  \nb",
        "a\\\nb",
        "# a\nb",
        "a\n# b",
        "a\n===\nb",
        "a\n---\nb",
        "a\n***\nb",
        "- a\n- b\n+ c\n* d\n1) e",
        "a\n- b",
        "a\n> b",
        "- a\n\nb",
        "```\na\nb\n```\nc",
        "~~~~ x\na\n~~~\nb\n~~~~",
        "- ```\n  a\n  b\n  ```\n- c",
        "> ```\n> a\n> b\nc",
        "    a\n    b",
        "- a\n\n      b\n      c",
        "a | b\n--|--\nc | d\ne",
        "| a |\n| b |",
        "x\n\n> a | b\n> --|--\n> c | d",
        "<div>\na\nb\n\n</div>",
        "<!-- a\n\nb\nc -->\nd",
        "<pre>\na\n\nb\nc\n</pre>\nd",
        "<?a\nb\n?>\nc",
        "<!A\nb>\nc",
        "<custom-tag>\na\nb",
        "> <div>\n> a\n>\n> b",
        "[a]: https://x.org\n[b]: <https://y.org> 'z'",
        "a\n[b]: https://x.org\n[c]: https://y.org",
        "::: note\na\n:::",
        "> [!NOTE]\n> a",
    ],
)
def test_all_other_line_breaks_of_markdown_stay(text: str) -> None:
    assert rewrap_markdown(text) == text


_PIECES = st.sampled_from(
    (
        *(
            "- ",
            "> ",
            "1. ",
            "2) ",
            "# ",
            "    ",
            "  ",
            "```",
            "---",
            "===",
            "|",
            "\\",
            "<div>",
            "`",
        ),
        *(
            "the",
            "Quill",
            "that",
            "not",
            "a.",
            "b,",
            "well-",
            "船",
            "海港，",
            "é",
            "[a]: b",
            "\t",
            ":",
        ),
        *("\n", "\n", "\n\n", " ", " "),
    )
)
_TEXTS = st.lists(_PIECES, max_size=40).map("".join)


def _is_rest_of(short: str, whole: str, dropped: str) -> bool:
    """Whether a text is another's without some of the marks, in the same order."""
    at = 0
    for letter in whole:
        if at < len(short) and short[at] == letter:
            at += 1
        elif letter not in dropped:
            return False
    return at == len(short)


@given(_TEXTS)
def test_joining_loses_and_moves_nothing_but_marks_and_hyphens(text: str) -> None:
    for rewrap, dropped in ((rewrap_plain, ">#-"), (rewrap_markdown, ">")):
        joined = rewrap(text)
        assert _is_rest_of("".join(joined.split()), "".join(text.split()), dropped)
        assert joined.count("\n") <= text.count("\n")


@given(_TEXTS)
def test_joined_markdown_has_no_soft_break_that_could_go(text: str) -> None:
    once = rewrap_markdown(text)
    assert rewrap_markdown(once).count("\n") <= once.count("\n")


_BLOCKS = st.sampled_from(
    (
        *("# a", "a b", "*a* b", "- a", "  b", "- b\n  - c", "1. a", "2. b", "> a", "> b", "> - c"),
        *(
            "```\na\nb\n```",
            "---",
            "===",
            "a  ",
            "a\\",
            "    a",
            "<div>",
            "<b>a</b>",
            "<!-- a\nb -->",
        ),
        *(
            "",
            "",
            "| a | b |\n|---|---|\n| c | d |",
            "[a]: b",
            "\\# a",
            "+ a\n\n  b\n  c",
            "a\n\tb",
        ),
    )
)
_SPACE_AT_TAGS = re.compile(r"\s*(</?[a-z0-9]+[^>]*>)\s*")


@given(st.lists(_BLOCKS, max_size=12).map("\n".join))
def test_joined_markdown_is_rendered_as_before(text: str) -> None:
    render = MarkdownIt("commonmark").enable("table").render
    before, after = (
        " ".join(_SPACE_AT_TAGS.sub(r"\1", render(markdown)).split())
        for markdown in (text, rewrap_markdown(text))
    )
    assert before == after


@pytest.mark.parametrize("rewrap", [rewrap_plain, rewrap_markdown])
@pytest.mark.parametrize(
    "unit",
    ["- ", "> ", "a-\n", "[a\n", "a\t", "`", "|", "(", "a(", "# a\n", "\\", "1. a\n", "<", "= "],
)
def test_hostile_texts_take_time_in_proportion(rewrap: Callable[[str], str], unit: str) -> None:
    assert grows_in_proportion(lambda size: rewrap(unit * (size // len(unit))), 4_000)


def test_what_follows_very_many_lines_is_left() -> None:
    text = "\n" * MAX_LINES + "It is not true that\nit rains."
    assert rewrap_plain(text) == text
    assert rewrap_markdown(text) == text

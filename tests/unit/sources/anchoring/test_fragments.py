import pytest

from ascertain.evidence.selector import QuoteSelector
from ascertain.sources.anchoring.fragments import text_fragment_url


def selector(exact: str, prefix: str = "", suffix: str = "") -> QuoteSelector:
    return QuoteSelector(exact=exact, prefix=prefix, suffix=suffix, start=0, end=len(exact))


LONG = "An ordinary sentence that is long enough to stand alone."


@pytest.mark.parametrize(
    ("url", "joined"),
    [
        ("https://x.example/a", "https://x.example/a#:~:text="),
        ("https://x.example/a#part", "https://x.example/a#part:~:text="),
        ("https://x.example/a#:~:text=old", "https://x.example/a#:~:text="),
        ("https://x.example/a#part:~:text=old", "https://x.example/a#part:~:text="),
    ],
)
def test_a_directive_follows_the_fragment_and_replaces_an_older_one(url: str, joined: str) -> None:
    assert text_fragment_url(url, selector(LONG)).startswith(joined + "An%20ordinary")


def test_the_signs_of_the_syntax_are_encoded() -> None:
    url = text_fragment_url(
        "https://x.example/", selector("Well-known facts, figures & names: a/b #1")
    )
    terms = url.partition(":~:text=")[2]
    assert terms == "Well%2Dknown%20facts%2C%20figures%20%26%20names%3A%20a%2Fb%20%231"


def test_a_long_text_is_given_by_its_first_and_last_words() -> None:
    text = " ".join(f"word{number}" for number in range(80))
    terms = text_fragment_url("https://x.example/", selector(text)).partition("=")[2].split(",")
    assert terms == [
        "word0%20word1%20word2%20word3%20word4",
        "word75%20word76%20word77%20word78%20word79",
    ]


def test_a_text_over_several_lines_never_has_a_term_over_a_line_end() -> None:
    text = "A heading here\n\nThe first words of a paragraph"
    terms = text_fragment_url("https://x.example/", selector(text)).partition("=")[2].split(",")
    assert terms == ["A%20heading%20here", "first%20words%20of%20a%20paragraph"]


def test_a_short_text_gets_whole_words_of_context_from_its_own_line() -> None:
    short = selector("rose", "ther line\ncut off prices never ", " in May, the bureau")
    terms = text_fragment_url("https://x.example/", short).partition("=")[2].split(",")
    assert terms == ["off%20prices%20never-", "rose", "-in%20May%2C%20the"]


def test_a_short_text_without_context_stands_alone() -> None:
    assert text_fragment_url("https://x.example/", selector("rose")).endswith("text=rose")


def test_a_word_that_the_context_may_have_cut_is_left_out() -> None:
    short = selector("rose", "y that prices have long ", " in counter-clockwise m")
    terms = text_fragment_url("https://x.example/", short).partition("=")[2].split(",")
    assert terms == ["prices%20have%20long-", "rose", "-in%20counter%2Dclockwise"]


def test_soft_hyphens_are_not_part_of_an_address() -> None:
    url = text_fragment_url(
        "https://x.example/", selector("An or\u00addinary sentence, long enough.")
    )
    assert "text=An%20ordinary%20sentence" in url


def test_long_chinese_is_given_by_characters() -> None:
    text = "市场不会在短期内恢复" * 40
    terms = text_fragment_url("https://x.example/", selector(text)).partition("=")[2].split(",")
    assert len(terms) == 2
    assert all(term.count("%") == 15 * 3 for term in terms)


@pytest.mark.parametrize("exact", ["", " \n ", "…", "—"])
def test_a_quote_without_a_word_leaves_the_address_as_it_is(exact: str) -> None:
    assert text_fragment_url("https://x.example/#a", selector(exact)) == "https://x.example/#a"


def test_a_lone_surrogate_does_not_break_the_address() -> None:
    assert "text=a" in text_fragment_url(
        "https://x.example/", selector("a broken \ud800 line of text")
    )

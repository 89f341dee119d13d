from ascertain.sources import words
from ascertain.sources.anchoring.folding import fold

LISTS: dict[str, frozenset[str]] = {
    name: getattr(words, name)
    for name in words.__all__
    if isinstance(getattr(words, name), frozenset)
}


def test_every_word_is_stored_in_its_folded_form() -> None:
    stored = [word for value in LISTS.values() for word in value]
    assert [word for word in stored if fold(word).skeleton != word] == []


def test_critical_words_hold_every_list_that_decides_meaning() -> None:
    for part in (words.NEGATIONS, words.MODALS, words.QUANTIFIERS, words.NUMBER_WORDS):
        assert part <= words.CRITICAL_WORDS


def test_pronouns_that_brackets_may_replace_are_not_negations() -> None:
    assert not words.POINTING_WORDS & words.NEGATIONS


def test_chinese_lists_hold_single_characters() -> None:
    for name in ("NEGATIONS", "NUMERALS", "QUANTIFIERS", "MODALS", "DIRECTIONS"):
        assert all(len(character) == 1 for character in LISTS[f"CHINESE_{name}"])

import unicodedata

import pytest

from ascertain.sources.anchoring.folding import FOOTNOTE_MARK, fold


@pytest.mark.parametrize(
    ("text", "skeleton"),
    [
        ("The  Cat-\nnap’s “end”.", "thecatnapsend"),
        ("4.2 million", "4.2million"),
        ("4, 2", "4 2"),
        ("4,2", "4,2"),
        ("1 – 2", "1-2"),
        ("10:30", "10:30"),
        ("mp3 40", "mp340"),
        ("第3 40", "第3 40"),
        ("−5 and 3-5", "−5and3-5"),
        ("50 % of $5", "50%of$5"),
        ("C++ and C#", "c++andc#"),
        ("10⁶ of word⁶", "10^6ofword"),
        ("2½", "2 1/2"),
        ("H₂O", "h2o"),
        ("ﬁne", "fine"),
        ("soft\u00adhy\u200bphen", "softhyphen"),
        ("cafe\u0301", "café"),
        ("ＡＢＣ　１２", "abc12"),
        ("note[12] and [3]", "noteand"),
        ("[T]he [5 million]", "the5million"),
        ("\u1112\u1161\u11ab", "한"),
        ("ｶﾞ", "ガ"),
        ("٣", "3"),
        ("", ""),
    ],
)
def test_a_skeleton_keeps_what_carries_meaning(text: str, skeleton: str) -> None:
    assert fold(text).skeleton == skeleton


@pytest.mark.parametrize("text", ["ﬁne cafe\u0301 10⁶", "한국 2½ ｶﾞ", "a😀b\u0301\u0323 c"])
def test_every_skeleton_character_leads_back_to_text(text: str) -> None:
    folded = fold(text)
    places = [(folded.start_of(k), folded.end_of(k)) for k in range(len(folded.skeleton))]
    assert places == sorted(places)
    assert all(0 <= start < end <= len(text) for start, end in places)


def test_a_ligature_is_cut_by_no_offset() -> None:
    folded = fold("aﬁb")
    assert [folded.cuts_character(key) for key in range(5)] == [False, False, True, False, False]
    assert (folded.start_of(2), folded.end_of(1)) == (1, 2)


def test_key_at_is_the_way_from_text_to_skeleton() -> None:
    folded = fold("one, two")
    assert [folded.key_at(at) for at in (0, 2, 3, 5, 7, 8)] == [0, 2, 3, 3, 5, 6]


def test_gaps_tell_what_was_left_out_inside() -> None:
    assert fold("a, b\u00ad c").gaps(0, 3) == {1: ", ", 2: "\u00ad "}
    assert fold("a, b!").gap_before(2) == "!"


@pytest.mark.parametrize(
    "mark", ["[1]", "[12, 13]", "［3］", "[note 2]", "¹²", "[citation needed]"]
)
def test_reference_marks_are_known(mark: str) -> None:
    assert FOOTNOTE_MARK.fullmatch(mark)


@pytest.mark.parametrize("text", ["[2024]", "[5] million", "10²", "5 m²", "[T]he", "[the]"])
def test_what_only_looks_like_a_reference_mark_is_kept(text: str) -> None:
    assert not FOOTNOTE_MARK.search(text)


def test_marks_in_any_order_fold_to_one_form() -> None:
    text = "a\u0323\u0301 e\u0301\u0323"
    forms = {fold(unicodedata.normalize(form, text)).skeleton for form in ("NFC", "NFD", "NFKC")}
    assert len(forms) == 1

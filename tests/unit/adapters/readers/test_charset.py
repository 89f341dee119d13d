from __future__ import annotations

import codecs

import pytest

from ascertain.adapters.readers.charset import decode

JAPANESE = "東京の港には十七隻の船があった。数は青い帳面に書かれた。" * 8
CHINESE = "港口里有十七艘船，数字写在蓝色的账簿里。" * 8
KOREAN = "항구에는 열일곱 척의 배가 있었다. 숫자는 파란 장부에 적혔다. " * 8
RUSSIAN = "В гавани стояло семнадцать судов, и число записали в синюю книгу. " * 8
GERMAN = "Im Hafen lagen siebzehn Schiffe; die größte Zahl stand im blauen Buch für Fähren. " * 8


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc_jp"),
        (JAPANESE, "iso2022_jp"),
        (CHINESE, "gb18030"),
        (KOREAN, "euc_kr"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
        (GERMAN, "cp1252"),
        (GERMAN, "utf-16-le"),
        (GERMAN, "utf-16-be"),
        (JAPANESE, "utf-8"),
    ],
)
def test_a_charset_nobody_named_is_found(text: str, codec: str) -> None:
    assert decode(text.encode(codec)).text == text


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_counts_before_all_else(codec: str) -> None:
    decoded = decode("naïve".encode(codec), charset="iso-8859-1", html=True)
    assert (decoded.text, decoded.how) == ("naïve", "bom")


def test_a_declared_charset_counts_before_a_meta_element() -> None:
    data = "<meta charset=windows-1251><p>größer".encode("cp1252")
    decoded = decode(data, charset="ISO-8859-1", html=True)
    assert (decoded.encoding, decoded.how) == ("cp1252", "declared")
    assert "größer" in decoded.text


def test_a_meta_element_counts_where_nothing_was_declared() -> None:
    data = f'<meta http-equiv=x content="text/html; charset=Shift_JIS">{JAPANESE}'.encode("cp932")
    decoded = decode(data, html=True)
    assert JAPANESE in decoded.text
    assert decoded.how == "meta"


def test_latin1_means_windows_1252_as_on_the_web() -> None:
    assert decode(b"\x93quoted\x94 \x80", charset="latin1").text == "“quoted” €"


def test_valid_utf8_wins_over_a_wrong_declaration_and_says_so() -> None:
    decoded = decode("größer — 東京".encode(), charset="iso-8859-1")
    assert decoded.text == "größer — 東京"
    assert "read as UTF-8" in decoded.notes[0]


@pytest.mark.parametrize("label", ["", "no-such-charset", "rot13", "base64", "x" * 500, "\x00"])
def test_a_label_that_names_no_charset_is_passed_over(label: str) -> None:
    assert decode("größer".encode(), charset=label).text == "größer"


def test_damaged_utf8_is_read_with_a_note() -> None:
    data = GERMAN.encode() + b"\xff" + GERMAN.encode()
    decoded = decode(data)
    assert decoded.text.count("größte") == 16
    assert decoded.notes == ("1 character could not be decoded as utf-8",)


def test_a_page_cut_inside_a_character_is_still_utf8() -> None:
    decoded = decode(JAPANESE.encode()[:-1], charset="utf-8")
    assert decoded.text.startswith(JAPANESE[:-1])
    assert decoded.notes


def test_any_bytes_decode() -> None:
    data = bytes(range(256)) * 4
    assert decode(data).text
    assert decode(codecs.BOM_UTF16_LE + b"\x00\xd8x").text

"""Texts that repeat one another."""

from __future__ import annotations

import random

from ascertain.sources.duplicates import repeated_texts


def _text(seed: int, words: int = 400) -> str:
    chance = random.Random(seed)
    return " ".join(f"w{chance.randint(0, 5000)}" for _ in range(words))


def test_a_reprint_with_another_frame_repeats_the_first() -> None:
    article = _text(1)
    texts = {
        "S1": f"The Courier. Home News Sport. {article} Subscribe now.",
        "S2": _text(2),
        "S3": f"Digest, reprinted with permission. {article} Contact us. All rights reserved.",
        "S4": article.upper(),
    }
    assert repeated_texts(texts) == {"S3": "S1", "S4": "S1"}


def test_a_short_quotation_in_a_long_text_is_no_reprint() -> None:
    notice = _text(3, 60)
    assert repeated_texts({"S1": _text(4, 3000) + notice, "S2": notice}) == {}


def test_short_and_chinese_texts_are_compared_whole() -> None:
    notice = "斯凯里恩仪器公司于2014年3月3日在斯特罗姆内斯成立，由艾尔莎创立。"
    texts = {"a": notice, "b": notice + "转载", "c": "舟山试验场于十月启用。", "d": "", "e": " "}
    assert repeated_texts(texts) == {"b": "a"}


def test_boilerplate_in_many_texts_makes_no_pairs() -> None:
    frame = _text(5, 40)
    texts = {f"S{n}": f"{frame} {_text(100 + n, 300)}" for n in range(120)}
    assert repeated_texts(texts) == {}

"""The language of a text: by script where the script says it, else resiliparse's detector."""

from __future__ import annotations

import re

from resiliparse.parse.lang import detect_fast

__all__ = ["detect_language", "primary_tag"]

_SAMPLE = 20_000
_KANA = re.compile(r"[\u3040-\u30ff]")
_HANGUL = re.compile(r"[\uac00-\ud7af]")
_HAN = re.compile(r"[\u4e00-\u9fff\u3400-\u4dbf]")
_TAG = re.compile(r"[A-Za-z]{2,3}(?=$|[-_])")
_LETTERS = re.compile(r"[^\W\d_]")
_ENOUGH_CJK = 8
_ENOUGH = 60
"""Letters under which an alphabet's languages are not told apart."""
_TOO_FAR = 1_200
"""Distance past which the nearest language is no answer (its authors' own cut-off)."""


def primary_tag(value: str | None) -> str | None:
    """Return the primary language tag of ``zh-Hant-TW``, ``en_US`` and the like, or None."""
    found = _TAG.match((value or "").strip())
    tag = found[0].lower() if found else None
    return None if tag in {"und", "mul", "zxx"} else tag


def detect_language(text: str) -> str | None:
    """Return the primary tag of the language a text is written in, or None if too short."""
    sample = text[:_SAMPLE]
    letters = len(_LETTERS.findall(sample))
    kana, hangul, han = (len(p.findall(sample)) for p in (_KANA, _HANGUL, _HAN))
    if kana + hangul + han >= _ENOUGH_CJK and (kana + hangul + han) * 3 > letters:
        if hangul > kana + han:
            return "ko"
        return "ja" if kana * 20 > han else "zh"
    if letters < _ENOUGH:
        return None
    nearest, *_ = [*detect_fast(sample, cutoff=_TOO_FAR, n_results=2), None]
    return primary_tag(nearest[0]) if isinstance(nearest, tuple) else None

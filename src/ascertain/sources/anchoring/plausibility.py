"""Whether a Latin word may be a word of its own, or can only be damage done by a scanner."""

from __future__ import annotations

import re

__all__ = ["is_impossible_word", "is_other_word"]

_VOWELS = frozenset("aeiouy")
_CONSONANT = "[bcdfghjklmnpqrstvwxz]"
_ONSETS = frozenset(
    "bl br ch cl cr cz dh dr dw fj fl fr gh gl gn gr kh kl kn kr kw ll mc mn ph pl pn pr ps pt rh"
    " sc sch scl scr sh shr sk skr sl sm sn sp sph spl spr sq st str sv sw th thr thw tr ts tw vl"
    " wh wr zh zw chr chl phr phl".split()
)
_IMPOSSIBLE = re.compile(
    rf"(.)\1\1|[hjkqvwxyiu]{{2}}(?<=hh|jj|qq|vv|xx|yy|ii|uu|ww)|q(?!u|$)|j{_CONSONANT}"
    rf"|{_CONSONANT}([bcdfgkmnprtz])\2(?![hlr])|{_CONSONANT}{{6}}"
    "|v[bcfghjkmnptwxz]|[bcfgjkpqvz]x|[bfgjkmpvxz]q|fh$|[^n]tn[tdsc]|[jv]$"
)
_RUN = re.compile(rf"{_CONSONANT}{{4,}}")
_FIRST_RUN = re.compile(rf"{_CONSONANT}{{2,}}")
_USUAL_RUNS = re.compile(
    "ng?th|ght|tch|n[kg]?st|mpt|rst|rld|ckst|ndsc|nsc|scr|str|spr|spl|chr|phr|thr|shr|sch|nch|rch"
    "|ngl|ngs|dth|xth|lth|fth|rts|rds|wth|ckl|nds|nts|lds|cks|nkl|ttl|ddl|ppl|ffl|ggl|bbl|sts|cts"
    "|pts|kst|wst|dst|tsm|mbr|mpl|mbl|ndl|ntl|ntr|ndr|mpr|ncl|ncr|nfl|nfr|nsp|nst|npr|ngr|xpl|xpr"
    "|xtr|ctr|bst|bsc|dfl|ghb|ghl|ghw|ghn|ths|hts|ymph|rth|lts|rks|lfth|psh|bscr|rnm"
)
_PREFIXES = (
    frozenset(("hyper", "hypo")),
    frozenset(("in", "un", "im", "")),
    frozenset(("pre", "pro", "per")),
    frozenset(("ante", "anti")),
    frozenset(("inter", "intra", "intro")),
    frozenset(("de", "re", "")),
    frozenset(("en", "em", "im", "in")),
    frozenset(("af", "ef")),
    frozenset(("macro", "micro")),
    frozenset(("over", "under")),
    frozenset(("ex", "in", "im")),
    frozenset(("sub", "super", "supra")),
    frozenset(("dis", "mis", "")),
    frozenset(("non", "")),
    frozenset(("endo", "ecto", "exo")),
    frozenset(("iso", "")),
)
_ENDINGS = ("ane", "ene", "yne", "ine", "ide", "ite", "ate", "ol", "al", "yl")
_TWINS = frozenset(
    "ordinance ordnance depreciated deprecated depreciate deprecate defective detective contractor"
    " contactor contractors contactors united untied unite untie causal casual council counsel"
    " mediation medication martial marital prostate prostrate trail trial dairy diary angel angle"
    " board broad calvary cavalry sacred scared scarred conversation conservation complaint"
    " compliant reservation preservation perseverance preservation sanitary solitary judicial"
    " judicious industrial industrious economic economical historic historical expend expand"
    " extend intend contend contest context content convention contention invention intention"
    " convection conviction reform perform deform inform conform uniform ingenious ingenuous"
    " credible creditable lighting lightning infection injection inflection infliction affliction"
    " protection projection production reduction deduction induction seduction abduction adduction"
    " election erection section selection construction constriction instruction destruction"
    " obstruction revolution resolution evolution devolution solution dilution pollution elusion"
    " illusion allusion delusion collusion collision revision recession secession succession"
    " concession procession profession possession confession mission omission emission remission"
    " admission permission submission commission transition transaction translation"
    " transplantation impotent important imminent immanent legislator legislature populace"
    " populous persecution prosecution prescription proscription description inscription"
    " conscription subscription absorption adsorption absorbed adsorbed abjure adjure"
    " alteration altercation allocation allegation relegation delegation deletion depletion"
    " completion competition repetition petition partition perdition position deposition"
    " disposition exposition imposition opposition proposition supposition composition"
    " lead load loan lean leak peak reported deported imported exported supported purported"
    " defended depended descended deferred referred inferred preferred conferred transferred"
    " deduced reduced induced produced seduced retained detained attained obtained contained"
    " sustained maintained restrained retired rehired resolved revolved evolved"
    " devolved involved dissolved absolved regime regimen martyr mortar cation anion action"
    " faction fraction friction fiction diction traction attraction extraction contraction"
    " detraction retraction subtraction distraction abstraction incident accident occident"
    " indict indite cement clement element cellar collar dollar bother brother mother father"
    " bacteria bactria glycogen glucagon glucose galactose thymine thiamine adenine adenosine"
    " thymidine uridine uracil sulfate sulfite sulfide nitrate nitrite nitride chlorate chlorite"
    " chloride phosphate phosphite phosphide cytosine cysteine cystine proline praline"
    " carton cartoon cordon condone desecrated desiccated decimated estimated destined destitute"
    " restitution institution constitution substitution prostitution execution executive"
    " exhibited inhibited prohibited inhabited habited sanction suction auction".split()
)
"""Words that are one or two letters from another word of everyday or learned English."""

_CLEAN = re.compile("[a-z]+")


def is_impossible_word(word: str) -> bool:
    """Say whether no English word is spelt like this: digits inside, or runs of letters."""
    if any(character.isdigit() for character in word):
        return any(character.isalpha() for character in word)
    if not _CLEAN.fullmatch(word):
        return False
    if _IMPOSSIBLE.search(word) or _VOWELS.isdisjoint(word):
        return True
    first = _FIRST_RUN.match(word)
    if first and first.group() not in _ONSETS:
        return True
    return any(not _USUAL_RUNS.search(run.group()) for run in _RUN.finditer(word))


def is_other_word(one: str, other: str) -> bool:
    """Say whether two words differ the way words differ, whatever a scanner might do.

    A vowel for another vowel, another prefix or another ending of a substance, two letters that
    changed places, and the words listed.
    """
    if other in _TWINS and one != other:
        return True
    left = _shared(one, other)
    ours, theirs = one[left:], other[left:]
    right = _shared(ours[::-1], theirs[::-1])
    ours, theirs = ours[: len(ours) - right], theirs[: len(theirs) - right]
    if ours and theirs and {*ours} <= _VOWELS and {*theirs} <= _VOWELS:
        return {ours, theirs} != {"ii", "u"} and not is_impossible_word(other)
    if sorted(ours) == sorted(theirs) or _other_affix(one, other):
        return True
    return len(one) == len(other) and any(
        a != b and a in _VOWELS and b in _VOWELS for a, b in zip(one, other, strict=True)
    )


def _other_affix(one: str, other: str) -> bool:
    for group in _PREFIXES:
        for first in group:
            for second in group - {first}:
                if one.startswith(first) and other.startswith(second):
                    rest = one[len(first) :]
                    if rest and rest == other[len(second) :]:
                        return True
                    if first + second in ("hyperhypo", "hypohyper"):
                        return True
    return any(
        one.endswith(first)
        and other.endswith(second)
        and one[: -len(first)] == other[: -len(second)]
        for first in _ENDINGS
        for second in _ENDINGS
        if first != second
    )


def _shared(one: str, other: str) -> int:
    length = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        length += 1
    return length

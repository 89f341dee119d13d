"""Words that weigh little, and words that deny, weaken or measure; English and Chinese."""

from __future__ import annotations

import re

__all__ = ["FUNCTION_WORDS", "HEDGE", "NEGATION", "QUANTIFIERS"]

FUNCTION_WORDS = frozenset(
    (
        "a an the of in on at by for from to with as and or but nor so yet if than then that this "
        "these those it its he she they them his her hers their theirs who whom whose which what "
        "when where while how why is am are was were be been being do does did done has have had "
        "having will would shall should can could may might must also there here such into onto "
        "over under about after before between through during per via up down out off not no n't "
        "s t very just only more most some any all each both own same other others another one too "
        "because since until although though however said says say according located known called "
        "named including included include among well "
        "的 了 在 是 和 与 及 或 也 都 就 而 其 这 那 有 为 于 以 "
        "对 从 到 被 把 将 等 中 之 一 个 上 下 年 月 日"
    ).split()
)
"""Words that carry little of what a sentence says."""

NEGATION = re.compile(
    r"\b(?:not(?! (?:only|just|merely|least|less than|more than|fewer than))"
    r"|no(?! (?:fewer|less|more|later|earlier) than)|never|neither|nor|none|nobody|nothing|nowhere"
    r"|without|cannot|hardly|barely|scarcely|unable|lack(?:s|ed|ing)?|fail(?:s|ed|ing)?|refus(?:e|es|ed|ing)"
    r"|den(?:y|ies|ied|ying))\b|\b\w+n[’']t\b"
    r"|不(?![断仅同过但少久管论妨止得已]|可或缺)|没(?!收)|未(?!来)|(?<!除)非(?![常洲])"
    r"|无(?![论数线限])|否认|尚未|从未|并非|拒绝",
    re.IGNORECASE,
)

HEDGE = re.compile(
    r"\b(?:(?-i:may)|might|could|reportedly|allegedly|alleged|purported(?:ly)?|supposed(?:ly)?"
    r"|possibly|possible that|potential(?:ly)?|probabl[ey]|perhaps|maybe|likely|unlikely|presumably"
    r"|apparently|seem(?:s|ed|ingly)?|appear(?:s|ed)? to|suggest(?:s|ed|ing)?|rumou?red"
    r"|expect(?:s|ed)? to|expected|plan(?:s|ned|ning)? to|intend(?:s|ed)? to|hop(?:es|ed|ing) to"
    r"|aim(?:s|ed|ing)? to|propos(?:e|es|ed|al)|considering|is to be|would|if|unless"
    r"|threaten(?:s|ed|ing)? to|tri(?:es|ed) to|try(?:ing)? to|attempt(?:s|ed|ing)? to|sought to"
    r"|seek(?:s|ing)? to|offer(?:s|ed|ing)? to|promis(?:es|ed|ing) to|vow(?:s|ed|ing) to"
    r"|wants? to|wanted to|pretend(?:s|ed)? to|accus(?:es|ed|ing)|alleges?|allegation"
    r"|almost(?! (?:\d|all|every|half|an? |the same))|came close to"
    r"|nearly(?! (?:\d|all|every|half|an? |two|three|four|five|six|seven|eight|nine|ten))"
    r"|claim(?:s|ed)? (?:that|to)|believ(?:e|es|ed)|speculat\w+|hypothesi[sz]\w+|estimated)\b"
    r"|可能|或许|也许|大概|据称|据说|据报道|疑似|涉嫌|预计|预期|有望|计划|拟(?!定)|打算|将会"
    r"|如果|似乎|传闻|建议|考虑|威胁要?|试图|企图|差点|险些|几乎(?!所有|全)|指控|声称",
    re.IGNORECASE,
)
"""Signs that something is less than stated as a fact."""

QUANTIFIERS: dict[str, int] = {
    "no": 0,
    "none": 0,
    "few": 1,
    "hardly": 1,
    "rarely": 1,
    "seldom": 1,
    "some": 2,
    "several": 2,
    "sometimes": 2,
    "occasionally": 2,
    "many": 3,
    "often": 3,
    "frequently": 3,
    "most": 4,
    "mostly": 4,
    "usually": 4,
    "majority": 4,
    "nearly all": 4,
    "all": 5,
    "every": 5,
    "each": 5,
    "always": 5,
    "entire": 5,
    "only": 6,
    "solely": 6,
    "exclusively": 6,
    "少数": 1,
    "部分": 2,
    "一些": 2,
    "有时": 2,
    "许多": 3,
    "很多": 3,
    "经常": 3,
    "大多数": 4,
    "多数": 4,
    "大部分": 4,
    "通常": 4,
    "所有": 5,
    "全部": 5,
    "全体": 5,
    "每": 5,
    "总是": 5,
    "始终": 5,
    "只有": 6,
    "仅": 6,
    "唯一": 6,
}
"""How much of a whole a word speaks of, from none to all; 6 excludes everything else."""

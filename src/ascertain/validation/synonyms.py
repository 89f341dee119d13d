"""Words that may stand for one another: common synonyms, spellings, and forms of one root.

The table is short and general on purpose: it keeps ordinary rewriting from being taken for
another statement. A word that is missing from it makes a claim doubtful, never false.
"""

from __future__ import annotations

from ascertain.validation.stems import stem

__all__ = ["HAN_SYNONYMS", "LIGHT_HAN", "LIGHT_WORDS", "are_kin"]

_GROUPS = (
    "buy purchase acquire obtain takeover; sell dispose; begin start commence launch open; "
    "end finish conclude complete stop cease close; reach arrive attain hit total; "
    "leave depart; move relocate transfer shift; build construct erect; "
    "make create produce generate manufacture form; "
    "fall drop decline decrease shrink sink reduce lower lose cut; "
    "rise increase grow climb go raise gain up; "
    "show find reveal demonstrate indicate suggest report discover see; "
    "say state tell declare announce note remark add mention claim; "
    "think believe view consider regard; recommend advise should; "
    "have possess own hold contain include feature hands; get receive gain obtain; "
    "give provide grant offer supply award; use employ utilise utilize consume; "
    "help aid assist support back facilitate; let allow permit enable; "
    "happen occur place take; become grow appointed; live reside dwell inhabit; "
    "work serve act; lead head run direct manage chair; found establish create set; "
    "kill die death claim; hurt injure wound harm; fix repair mend restore; "
    "need require must have; want wish intend plan aim; try attempt seek; "
    "show display exhibit; write author compose pen; join enter; "
    "win beat defeat triumph victory; film movie picture; car vehicle automobile; "
    "house home dwelling; flat apartment; city town municipality; country nation state; "
    "company firm business corporation enterprise; chief head leader boss; ceo executive; "
    "job post position role; worker employee staff; doctor physician; child kid; "
    "people person individual citizen resident inhabitant; man male; woman female; "
    "pupil student; teacher instructor; lawyer attorney; money fund cash; price cost; "
    "part portion section segment share piece aspect; area region zone district place; "
    "kind type sort form; way method manner mean; amount quantity number level; half 50; "
    "quarter fourth; twice two double; study research survey trial experiment; "
    "result outcome finding; reason cause because due owe; effect impact influence; "
    "big large great huge major considerable significant; "
    "small little tiny minor insignificant; main primary chief principal predominant key; "
    "several multiple numerous many various; "
    "often frequently usually normally commonly generally typically; "
    "mostly mainly largely primarily chiefly; almost nearly; "
    "around about roughly approximately; quick fast rapid speedy; old ancient; new recent; "
    "hard difficult; easy simple; sick ill; famous renowned known popular; beautiful pretty; "
    "correct right true; important significant crucial vital; whole entire total; "
    "alone single sole; before prior; after following; since; above over exceed beyond; "
    "below under; during while; within inside; near close; across over through; "
    "us usa states united american america; uk britain british kingdom; "
    "original originate initial first; last final; against versus vs oppose; "
    "like similar as; compare comparison than; colour color hue; flavour flavor taste; "
    "organise organize organisation organization; bright luminous; misleading deceptive; "
    "gay homosexual; tour trip; song track single tune; show series program programme; "
    "writer author novelist; singer vocalist; football soccer; plane aircraft airplane; "
    "ship boat vessel; road street highway; fight battle combat; war conflict; "
    "law act statute legislation; rule govern reign; vote ballot poll; "
    "choose select pick elect; fee charge; profit earning; worth value; yearly annual; "
    "everyday daily; speak talk; sing perform; play perform; invent devise; name call title; "
    "prefer favour favor; hire recruit employ; fire dismiss sack; quit resign; "
    "arrest detain; sue lawsuit; condemn denounce; praise laud; deny reject; "
    "outside outdoors abroad; cinema theatre theater; sea ocean; hill mountain; "
    "subject topic theme; base basis; evaporate evaporation; spend pay; ask request; "
    "alive living; subjected apply; succeed follow replace; train teach coach; "
    "opponent rival; spokesman spokesperson speaker; trigger spark; lasts continue; "
    "shared joint common; frequent common; centre center; grey gray; labour labor; "
    "behaviour behavior; favourite favorite; metre meter; kilometre kilometer; litre liter"
)
_HAN_GROUPS = (
    "收购 购买 买下 购入; 出售 卖出 售出; 开始 启动 展开 着手; 结束 终止 完结; "
    "任命 担任 委任 出任; 反对 抵制; 支持 赞成 拥护; 降低 下降 减少 下调 下跌 调低; "
    "上升 增长 增加 提高 上涨 上调; 表示 说 称 指出 认为 宣布; 据称 据说 据报道 据传 传闻; "
    "可能 或许 也许; 计划 打算 拟; 必须 需要 须; 所有 全部 全体; 部分 一些 有的; "
    "许多 很多 大量; 大约 约 大概 左右; 至少 不少于 以上; 超过 高于 逾; 位于 坐落 地处; "
    "建成 建造 修建 落成 兴建; 创办 创立 建立 成立 创建; 公司 企业 集团; 总裁 首席执行官; "
    "去世 逝世 死亡; 出生 生于; 居民 市民 人口; 工人 员工 职工 雇员; 学生 学员; 教师 老师; "
    "医生 大夫 医师; 患者 病人; 汽车 车辆; 住房 住宅 房屋; 城市 市; 国家 国; 价格 售价; "
    "原因 因为 由于; 导致 造成 引起; 使用 采用 运用; 通过 经过; 获得 得到 取得 赢得; "
    "击败 打败 战胜; 发现 找到; 认为 相信; 拥有 所有 持有; 发布 公布 发表; 没有 未 无 并未; "
    "拒绝 驳回 否决; 每周 每星期; 两 二 2; 千米 公里; 千克 公斤; 教 学; 迁到 迁至 搬到; "
    "从 由; 处以 罚; 起火 着火 失火; 受伤 伤; 遭到 受到; 来自 占; 之后 以后; 之前 以前"
)
LIGHT_WORDS = frozenset(
    stem(word)
    for word in (
        "go goes went going get gets got make makes made take takes took come came become "
        "became use used using involve involved including include based regarding concerning "
        "relating located situated found called named known considered able actually particular "
        "particularly various certain different following followed related several many much "
        "well even still already never ever every together however therefore thus hence whose "
        "whom one ones thing things way part kind type form like whether within without among "
        "against upon amongst along across towards around example instance fact overall "
        "currently originally argue argues argued suggest suggests suggested theory possibility "
        "introduced introduce subject piece item items set phrase sure try tries trying main "
        "major own owned having being years year time times day days month months today now "
        "later ago back away long see seen say says said according accordingly tell tells told "
        "report reports reported statement state states stated give gives given giving people "
        "person individual someone anyone something anything title titled less more fewer above "
        "below over under behind while whilst whereas though although despite since until "
        "unless because due"
    ).split()
)
"""Stems that a rewriting brings in or drops without saying anything else."""

LIGHT_HAN = frozenset(
    "的了在是和与及或也都就而其这那有为于以对从到被把将等中之一个上下年月日曾已因由该它他她们着过地得并但则"
    "又还会能可时候后前内里所来去名位种项次者家本此各些再向让使给比更最很且即若如只仅才便之乃至第共达达"
    "约近据称说表示做作当成出起开进行说法情况其中自己遭受造令归载均都曾"
)
"""Characters that say little by themselves."""

_ROOT = 4
_SHARE = 0.6
"""Letters, and share of the longer word, that forms of one root begin with."""


def _groups(table: str) -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, group in enumerate(table.split(";")):
        for word in group.split():
            found.setdefault(stem(word), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


_BY_STEM = _groups(_GROUPS)
_NONE: frozenset[int] = frozenset()


def are_kin(one: str, other: str) -> bool:
    """Say whether two stems may say the same: synonyms, or forms of one root."""
    if not _BY_STEM.get(one, _NONE).isdisjoint(_BY_STEM.get(other, _NONE)):
        return True
    shared = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        shared += 1
    if shared > _ROOT and shared == min(len(one), len(other)):
        return True
    return shared >= _ROOT and shared >= _SHARE * max(len(one), len(other))


def _han(table: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for group in table.split(";"):
        words = group.split()
        for word in words:
            found.setdefault(word, []).extend(other for other in words if other != word)
    return {word: tuple(others) for word, others in found.items()}


HAN_SYNONYMS = _han(_HAN_GROUPS)
"""Chinese words, and those that may stand for them."""

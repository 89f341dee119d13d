"""Which runs of Chinese characters name a person, a body or a place, by their form."""

from __future__ import annotations

import re

__all__ = ["is_han_name"]

_BODY = re.compile(
    r"[\u3400-\u9fff]{2}(?:大学|学院|医院|公司|集团|研究所|研究院|学会|协会|实验室|银行|法院|中学|"
    r"小学|剧团|出版社|电视台|博物馆|图书馆|委员会|日报|医大|队)"
)
_QUALIFIERS = re.compile(
    r"医科|师范|理工|科技|农业|人民|第[一二三四五六]|技术|工业|有限|责任|股份|国家|中国|全国|附属|医学"
)
"""Words before the kind of body that many bodies share."""

_PLACE = re.compile(r"[\u3400-\u9fff]{2}[省市县区镇州]")
_SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕"
    "丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严"
)
"""The hundred most frequent family names."""

_NAME = 3


def is_han_name(run: str) -> bool:
    """Whether a run names somebody or something, rather than what they do."""
    if len(run) == _NAME and run[0] in _SURNAMES:
        return True
    telling = _QUALIFIERS.sub("", run)
    return bool(_BODY.search(telling) or _PLACE.search(telling))

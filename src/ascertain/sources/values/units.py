"""Units as words and signs, each with a dimension and a factor to that dimension's base unit.

Factors of measures are the exact ones of the International System of Units brochure (9th edition)
and of NIST SP 811, appendix B.8 (international mile, avoirdupois pound, US gallon).
"""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["CURRENCY_SIGNS", "NO_UNIT", "Unit", "unit_after", "unit_named"]


class Unit(NamedTuple):
    """What a number counts or measures.

    Attributes:
        dimension: such as ``length``, ``ratio``, ``USD``; empty for a bare number.
        factor: base units of the dimension in one of this unit.
        name: as shown to people.
    """

    dimension: str
    factor: float
    name: str


NO_UNIT = Unit("", 1.0, "")

CURRENCY_SIGNS = {
    "$": "USD",
    "US$": "USD",
    "A$": "AUD",
    "C$": "CAD",
    "HK$": "HKD",
    "NT$": "TWD",
    "€": "EUR",
    "£": "GBP",
    "¥": "yen or yuan",
    "￥": "yen or yuan",
    "₹": "INR",
    "₩": "KRW",
    "₽": "RUB",
}

_TABLE: tuple[tuple[str, float, str], ...] = (
    ("ratio", 0.01, "% percent pct procent prozent pourcent %of"),
    ("points", 1, "pp pp. ppt 个百分点 百分点"),
    ("points", 0.01, "bp bps 基点 个基点"),
    ("length", 1000, "km kilometre kilometer kilometres kilometers 公里 千米"),
    ("length", 1, "m metre meter metres meters 米"),
    ("length", 0.01, "cm centimetre centimeter centimetres centimeters 厘米"),
    ("length", 0.001, "mm millimetre millimeter millimetres millimeters 毫米"),
    ("length", 1e-6, "µm μm micrometre micrometer micrometres micrometers microns micron 微米"),
    ("length", 1e-9, "nm nanometre nanometer nanometres nanometers 纳米"),
    ("length", 1609.344, "mile miles mi 英里"),
    ("length", 0.3048, "ft foot feet 英尺"),
    ("length", 0.0254, "inch inches 英寸"),
    ("length", 0.9144, "yard yards"),
    ("mass", 1000, "t tonne tonnes 吨"),
    ("mass", 907.18474, "ton tons"),
    ("mass", 1, "kg kilo kilos kilogram kilograms kilogramme kilogrammes 公斤 千克"),
    ("mass", 0.5, "斤"),
    ("mass", 0.001, "g gram grams gramme grammes 克"),
    ("mass", 1e-6, "mg milligram milligrams 毫克"),
    ("mass", 1e-9, "µg μg mcg microgram micrograms 微克"),
    ("mass", 0.45359237, "lb lbs pound-mass"),
    ("mass", 0.028349523125, "oz ounce ounces"),
    ("volume", 1, "L l litre liter litres liters 升"),
    ("volume", 0.001, "mL ml millilitre milliliter millilitres milliliters 毫升"),
    ("volume", 3.785411784, "gallon gallons"),
    ("area", 10000, "ha hectare hectares 公顷"),
    ("area", 1e6, "km² km2 sqkm 平方公里"),
    ("area", 1, "m² m2 平方米"),
    ("area", 4046.8564224, "acre acres 英亩"),
    ("area", 666.6666667, "亩"),
    ("time", 1, "s sec secs second seconds 秒"),
    ("time", 0.001, "ms millisecond milliseconds 毫秒"),
    ("time", 60, "min mins minute minutes 分钟"),
    ("time", 3600, "h hr hrs hour hours 小时 个小时"),
    ("time", 86400, "day days 天"),
    ("time", 604800, "week weeks 周 个星期 星期"),
    ("months", 1, "month months 个月"),
    ("months", 12, "year years yr yrs year-old 年 周年"),
    ("months", 120, "decade decades"),
    ("months", 1200, "century centuries"),
    ("age", 1, "岁"),
    ("power", 1, "W watt watts 瓦"),
    ("power", 1e3, "kW kilowatt kilowatts 千瓦"),
    ("power", 1e6, "MW megawatt megawatts 兆瓦"),
    ("power", 1e9, "GW gigawatt gigawatts 吉瓦"),
    ("power", 1e12, "TW terawatt terawatts"),
    ("energy", 1, "Wh"),
    ("energy", 1e3, "kWh 千瓦时 度电"),
    ("energy", 1e6, "MWh 兆瓦时"),
    ("energy", 1e9, "GWh 吉瓦时"),
    ("energy", 1e12, "TWh"),
    ("bytes", 1, "byte bytes 字节"),
    ("bytes", 1e3, "kB KB kilobyte kilobytes"),
    ("bytes", 1e6, "MB megabyte megabytes"),
    ("bytes", 1e9, "GB gigabyte gigabytes"),
    ("bytes", 1e12, "TB terabyte terabytes"),
    ("frequency", 1, "Hz hertz 赫兹"),
    ("frequency", 1e3, "kHz"),
    ("frequency", 1e6, "MHz"),
    ("frequency", 1e9, "GHz"),
    ("speed", 1, "km/h kmh kph 公里/小时"),
    ("speed", 1.609344, "mph"),
    ("speed", 3.6, "m/s 米/秒"),
    ("celsius", 1, "°C ℃ celsius 摄氏度"),
    ("fahrenheit", 1, "°F ℉ fahrenheit 华氏度"),
    ("degrees", 1, "° degree degrees 度"),
    ("voltage", 1, "V volt volts 伏"),
    ("voltage", 1e3, "kV kilovolt kilovolts 千伏"),
    ("times", 1, "times fold x × 倍"),
    ("USD", 1, "USD dollar dollars 美元 美金"),
    ("USD", 0.01, "cent cents 美分"),
    ("EUR", 1, "EUR euro euros 欧元"),
    ("GBP", 1, "GBP pound pounds sterling 英镑"),
    ("JPY", 1, "JPY yen 日元 日圆 円"),
    ("CNY", 1, "CNY RMB yuan renminbi 元 人民币 块钱"),
    ("INR", 1, "INR rupee rupees 卢比"),
    ("KRW", 1, "KRW 韩元"),
    ("CHF", 1, "CHF franc francs 瑞士法郎"),
    ("RUB", 1, "RUB rouble roubles ruble rubles 卢布"),
    ("HKD", 1, "HKD 港元 港币"),
    ("TWD", 1, "TWD 新台币"),
    ("krone", 1, "crown crowns krone kroner krona kronor 克朗"),
    ("franc", 1, "法郎"),
    ("volume", 158.987294928, "barrel barrels 桶"),
    ("AUD", 1, "AUD"),
    ("CAD", 1, "CAD"),
)

_PHRASES: tuple[tuple[str, float, str], ...] = (
    ("ratio", 0.01, "per cent"),
    ("points", 1, "percentage point"),
    ("points", 1, "percentage points"),
    ("points", 1, "per cent points"),
    ("points", 1, "percent points"),
    ("points", 0.01, "basis point"),
    ("points", 0.01, "basis points"),
    ("area", 1e6, "square kilometre"),
    ("area", 1e6, "square kilometres"),
    ("area", 1e6, "square kilometer"),
    ("area", 1e6, "square kilometers"),
    ("area", 1, "square metre"),
    ("area", 1, "square metres"),
    ("area", 1, "square meter"),
    ("area", 1, "square meters"),
    ("area", 2589988.110336, "square mile"),
    ("area", 2589988.110336, "square miles"),
    ("area", 0.09290304, "square feet"),
    ("volume", 1000, "cubic metres"),
    ("volume", 1000, "cubic meters"),
    ("USD", 1, "us dollars"),
    ("AUD", 1, "australian dollars"),
    ("CAD", 1, "canadian dollars"),
    ("HKD", 1, "hong kong dollars"),
    ("CHF", 1, "swiss francs"),
    ("months", 12, "years old"),
    ("months", 12, "year old"),
    ("celsius", 1, "degrees celsius"),
    ("celsius", 1, "degree celsius"),
    ("celsius", 1, "° c"),
    ("fahrenheit", 1, "degrees fahrenheit"),
    ("fahrenheit", 1, "° f"),
    ("speed", 1, "kilometres per hour"),
    ("speed", 1, "kilometers per hour"),
    ("speed", 1.609344, "miles per hour"),
    ("length", 9.4607304725808e15, "light years"),
    ("length", 9.4607304725808e15, "light year"),
)


def _by_name() -> dict[str, Unit]:
    named: dict[str, Unit] = {}
    for dimension, factor, names in _TABLE:
        for name in names.split():
            named[name] = Unit(dimension, factor, name)
    for dimension, factor, phrase in _PHRASES:
        named[phrase] = Unit(dimension, factor, phrase)
    return named


_UNITS = _by_name()
_SIGN = 3
_CASED = frozenset(name for name in _UNITS if name.isascii() and len(name) <= _SIGN)
"""Short signs mean what they mean only in their own case: ``g`` is not ``G``."""

_LATIN = re.compile(r"[ \u00a0\u202f-]?([A-Za-z°µμ]+(?:/[a-z]+|[²³]|2(?![\d.,]))?|[%×])")
_NEXT = re.compile(r"[ \u00a0-]([A-Za-z]+)(?:[ \u00a0-]([A-Za-z]+))?")
_HAN = re.compile(r"[ ]?([㐀-鿿℃℉％円]{1,4})")


def unit_named(name: str) -> Unit | None:
    """Return the unit of that name, or None."""
    unit = _UNITS.get(name)
    if unit is None and name.lower() not in _CASED:
        unit = _UNITS.get(name.lower())
    return unit


def unit_after(text: str, at: int) -> tuple[Unit, int]:
    """Read the unit that begins at a place, right after a number.

    Args:
        text: the text.
        at: code point after the number.

    Returns:
        The unit and the code point after it; ``NO_UNIT`` and ``at`` where none stands there.
    """
    latin = _LATIN.match(text, at)
    if latin:
        return _latin_unit(text, at, latin)
    han = _HAN.match(text, at)
    if han:
        run = han[1].replace("％", "%")
        for length in range(len(run), 0, -1):
            unit = _UNITS.get(run[:length])
            if unit is not None:
                return unit, han.start(1) + length
    return NO_UNIT, at


def _latin_unit(text: str, at: int, latin: re.Match[str]) -> tuple[Unit, int]:
    word, end = latin[1], latin.end()
    following = _NEXT.match(text, end)
    if following:
        for last in (2, 1):
            words = (word, *following.groups()[:last])
            if words[-1] is None:
                continue
            unit = _UNITS.get(" ".join(words).lower())
            if unit is not None:
                return unit, following.end(last)
    unit = unit_named(word)
    if unit is None and word[0] in "%°":
        unit, end = _UNITS.get(word[0]), latin.start(1) + 1
    if unit is None or (latin.start(1) > at and text[at] == "-" and len(word) == 1):
        return NO_UNIT, at
    return unit, end

"""Lists of hosts: which are kept by this package, and how a host is looked up in one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ascertain.evidence.web_policy import PolicyPreset
from ascertain.sources.addresses import parse_host

__all__ = ["PRESETS", "HostPart", "HostSet", "common_patterns", "parse_pattern"]

_BELOW = "*."

PRESETS: Mapping[PolicyPreset, tuple[str, tuple[str, ...]]] = {
    "no_social": (
        "social networks",
        (
            "*.bsky.app",
            "*.douyin.com",
            "*.facebook.com",
            "*.fb.com",
            "*.gab.com",
            "*.instagram.com",
            "*.kuaishou.com",
            "*.line.me",
            "*.linkedin.com",
            "*.mastodon.online",
            "*.mastodon.social",
            "*.mewe.com",
            "*.mixi.jp",
            "*.myspace.com",
            "*.ok.ru",
            "*.parler.com",
            "*.pinterest.com",
            "*.snapchat.com",
            "*.t.co",
            "*.t.me",
            "*.telegram.me",
            "*.threads.com",
            "*.threads.net",
            "*.tiktok.com",
            "*.truthsocial.com",
            "*.tumblr.com",
            "*.twitter.com",
            "*.vk.com",
            "*.vk.ru",
            "*.weibo.cn",
            "*.weibo.com",
            "*.x.com",
            "*.xiaohongshu.com",
            "*.xing.com",
        ),
    ),
    "no_forums": (
        "forums",
        (
            "*.4chan.org",
            "*.4channel.org",
            "*.5ch.net",
            "*.8kun.top",
            "*.askubuntu.com",
            "*.city-data.com",
            "*.democraticunderground.com",
            "*.disqus.com",
            "*.freerepublic.com",
            "*.gamefaqs.gamespot.com",
            "*.gutefrage.net",
            "*.hardforum.com",
            "*.kaskus.co.id",
            "*.lemmy.ml",
            "*.lemmy.world",
            "*.lobste.rs",
            "*.mathoverflow.net",
            "*.mumsnet.com",
            "*.neogaf.com",
            "*.news.ycombinator.com",
            "*.proboards.com",
            "*.quora.com",
            "*.redd.it",
            "*.reddit.com",
            "*.resetera.com",
            "*.serverfault.com",
            "*.slashdot.org",
            "*.somethingawful.com",
            "*.stackexchange.com",
            "*.stackoverflow.com",
            "*.superuser.com",
            "*.thestudentroom.co.uk",
            "*.tieba.baidu.com",
            "*.v2ex.com",
            "*.xda-developers.com",
            "*.zhidao.baidu.com",
            "*.zhihu.com",
        ),
    ),
}
"""Preset to what its hosts are, and their patterns."""


@dataclass(frozen=True, slots=True)
class HostPart:
    """The hosts that one pattern stands for.

    Attributes:
        name: a canonical host.
        below: whether every host below it is meant too.
    """

    name: str
    below: bool = False

    def __str__(self) -> str:
        host = f"[{self.name}]" if ":" in self.name else self.name
        return f"{_BELOW}{host}" if self.below else host


def parse_pattern(pattern: str) -> HostPart:
    """Read a host pattern of a policy, in Unicode or ASCII.

    Raises:
        ValueError: with the sentence that says why no host can match it.
    """
    below = pattern.startswith(_BELOW)
    host = parse_host(pattern.removeprefix(_BELOW))
    if below and host.address is not None:
        raise ValueError(f"there are no hosts below the address {host.name}")
    return HostPart(host.name, below)


class HostSet:
    """A list of host patterns in which a host is found in time that its length alone bounds.

    Args:
        patterns: as users write them. One that no host can match is left out.
    """

    def __init__(self, patterns: Iterable[str]) -> None:
        self._hosts: dict[str, str] = {}
        self._domains: dict[str, str] = {}
        for pattern in patterns:
            try:
                part = parse_pattern(pattern)
            except ValueError:
                continue
            (self._domains if part.below else self._hosts).setdefault(part.name, pattern)

    def __bool__(self) -> bool:
        return bool(self._hosts or self._domains)

    def find(self, name: str, *, below: bool = False) -> str | None:
        """Return the pattern, as it was written, that stands for a canonical host, or None.

        Args:
            name: the host.
            below: ask for a pattern that stands for every host below it as well.
        """
        found = None if below else self._hosts.get(name)
        if found is not None:
            return found
        return next((self._domains[p] for p in _parents(name) if p in self._domains), None)


def common_patterns(first: Iterable[str], second: Iterable[str]) -> tuple[str, ...]:
    """Return patterns for the hosts that are in both lists: empty if there are none."""
    one, other = tuple(first), tuple(second)
    both = [*_covered(one, HostSet(other)), *_covered(other, HostSet(one))]
    return tuple(dict.fromkeys(both))


def _covered(patterns: Iterable[str], by: HostSet) -> Iterator[str]:
    # Two patterns share either nothing or the whole of the narrower one.
    for pattern in patterns:
        try:
            part = parse_pattern(pattern)
        except ValueError:
            continue
        if by.find(part.name, below=part.below) is not None:
            yield str(part)


def _parents(name: str) -> Iterator[str]:
    """Yield the host, then each domain above it."""
    at = 0
    while at >= 0:
        yield name[at:]
        dot = name.find(".", at)
        at = dot + 1 if dot >= 0 else -1

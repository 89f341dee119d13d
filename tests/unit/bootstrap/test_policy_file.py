from __future__ import annotations

import os
from pathlib import Path

import pytest

from ascertain.bootstrap.policy_file import combine, load_policy
from ascertain.errors import InputError
from ascertain.evidence.web_policy import WebPolicy

WHOLE = """
schema_version = 1
allow = ["*.example.org", "Bücher.example"]
deny = ["bad.example.org"]
presets = ["no_social", "no_forums"]
open = ["wiki.corp.example:8080", "[::1]:9000"]
ports = [80, 443]
robots = false
per_host = 2
delay_s = 1.5
"""


def _file(folder: Path, text: str | bytes) -> Path:
    path = folder / "policy.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def _refusal(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        load_policy(path)
    assert str(path) in str(caught.value)
    return str(caught.value).replace(str(path), "FILE")


def test_a_policy_file_says_every_field(tmp_path: Path) -> None:
    assert load_policy(_file(tmp_path, WHOLE)) == WebPolicy(
        allow=("*.example.org", "bücher.example"),
        deny=("bad.example.org",),
        presets=("no_social", "no_forums"),
        open=("wiki.corp.example:8080", "[::1]:9000"),
        ports=(80, 443),
        robots=False,
        per_host=2,
        delay_s=1.5,
    )


def test_an_empty_file_and_a_byte_order_mark_are_no_faults(tmp_path: Path) -> None:
    assert load_policy(_file(tmp_path, "")) == WebPolicy()
    assert load_policy(_file(tmp_path, b"\xef\xbb\xbfrobots = false")).robots is False


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('alow = ["a.example"]', "FILE: alow: unknown field. Known are schema_version, allow,"),
        ('ports = [0]\nalow = ["a.example"]', "FILE: alow: unknown field"),
        ('deny = ["http://a.example/"]', "FILE: deny[0]: must be a host (example.org)"),
        ('deny = ["a.example", "a..b"]', "FILE: deny[1]: 'a..b' is no host name"),
        ('allow = ["*.127.0.0.1"]', "FILE: allow[0]: there are no hosts below"),
        ('open = ["wiki"]', "FILE: open[0]: must be HOST:PORT"),
        ('open = ["a..b:80"]', "FILE: open[0]: 'a..b' is no host name"),
        ('presets = ["no_news"]', "FILE: presets[0]: "),
        ("ports = [0, 70000]", "(and 1 more)"),
        ("delay_s = inf", "FILE: delay_s: "),
        ("schema_version = 2", "FILE: schema_version: "),
        ("[deny]\nx = 1", "FILE: deny: "),
        ("deny = [", "FILE is not TOML: "),
        ("deny = 5", "FILE: deny: must be a list"),
        ("deny = 'a.example'", "FILE: deny: must be a list"),
        ("deny = [5]", "FILE: deny[0]: must be text in quotation marks"),
        ("deny = [2001-01-01]", "FILE: deny[0]: must be text in quotation marks"),
        ("deny = ['']", "FILE: deny[0]: must not be empty"),
        ("robots = 1", "FILE: robots: must be true or false"),
        ("robots = 'yes'", "FILE: robots: must be true or false"),
        ("per_host = true", "FILE: per_host: must be a whole number"),
        ("per_host = 2.0", "FILE: per_host: must be a whole number"),
        ("per_host = 0", "FILE: per_host: must be at least 1"),
        ("per_host = 33", "FILE: per_host: must be at most 32"),
        ("delay_s = '1'", "FILE: delay_s: must be a number"),
        ("delay_s = nan", "FILE: delay_s: must be a number that has an end"),
        ("ports = ['80']", "FILE: ports[0]: must be a whole number"),
        ("schema_version = 2", "FILE: schema_version: must be 1"),
        ("presets = ['x']", "FILE: presets[0]: must be 'no_social' or 'no_forums'"),
        ("per_host = " + "9" * 5_000, "FILE, line 1, holds a number or name of over 200"),
        ("per_host = " + "9" * 150, "FILE: per_host: must be at most 32"),
        ("delay_s = 0x" + "9" * 150, "FILE: delay_s: must be at most 60"),
        ("deny = " + "[" * 50_000, "FILE, line 1, is nested too deeply"),
        (b"deny = ['\xff']", "FILE is not UTF-8 text"),
        (b"#" * 1_000_001, "FILE is over 1,000,000 bytes"),
    ],
)
def test_what_cannot_be_used_is_named_with_its_file_and_field(
    tmp_path: Path, text: str | bytes, said: str
) -> None:
    assert said in _refusal(_file(tmp_path, text))


def test_a_path_that_is_no_file_is_refused(tmp_path: Path) -> None:
    assert "FILE is no file" in _refusal(tmp_path)
    assert "FILE cannot be read: No such file" in _refusal(tmp_path / "missing.toml")
    os.mkfifo(tmp_path / "pipe")
    assert "FILE is no file" in _refusal(tmp_path / "pipe")


def test_nothing_written_anywhere_is_the_default() -> None:
    assert combine(None, None, ()) == WebPolicy()


def test_lists_that_deny_and_open_are_united_without_repeats() -> None:
    everywhere = WebPolicy(deny=("a.example", "b.example"), presets=("no_social",), open=("w:1",))
    here = WebPolicy(deny=("b.example", "c.example"), presets=("no_forums", "no_social"))
    both = combine(everywhere, here, ["W:1", " v:2 "])
    assert both.deny == ("a.example", "b.example", "c.example")
    assert both.presets == ("no_social", "no_forums")
    assert both.open == ("w:1", "v:2")


def test_a_host_must_be_on_both_lists_that_allow() -> None:
    everywhere = WebPolicy(allow=("*.example.org", "example.com"))
    here = WebPolicy(allow=("www.example.org", "*.com"))
    assert set(combine(everywhere, here, ()).allow) == {"www.example.org", "example.com"}


def test_a_single_list_that_allows_holds_as_it_is() -> None:
    listed = WebPolicy(allow=("*.example.org",))
    assert combine(listed, WebPolicy(), ()).allow == ("*.example.org",)
    assert combine(None, listed, ()).allow == ("*.example.org",)


def test_lists_that_allow_nothing_in_common_are_refused() -> None:
    with pytest.raises(InputError, match="allow no host in common") as caught:
        combine(WebPolicy(allow=("*.org",)), WebPolicy(allow=("*.com",)), ())
    assert caught.value.path == "allow"


def test_the_more_polite_of_two_written_values_holds() -> None:
    first = WebPolicy(robots=False, per_host=8, delay_s=0, ports=(443, 80, 9000))
    second = WebPolicy(robots=True, per_host=2, delay_s=3, ports=(9000, 443))
    for both in (combine(first, second, ()), combine(second, first, ())):
        assert (both.robots, both.per_host, both.delay_s) == (True, 2, 3.0)
        assert set(both.ports) == {443, 9000}


def test_what_one_policy_leaves_out_the_other_decides() -> None:
    written = WebPolicy(robots=False, per_host=8, delay_s=0, ports=(9000,))
    for both in (combine(written, WebPolicy(), ()), combine(WebPolicy(), written, ())):
        assert (both.robots, both.per_host, both.delay_s) == (False, 8, 0.0)
        assert both.ports == (9000,)


def test_ports_that_are_disjoint_leave_only_open_hosts() -> None:
    assert combine(WebPolicy(ports=(80,)), WebPolicy(ports=(443,)), ()).ports == ()


@pytest.mark.parametrize(
    "entry", ["wiki", "wiki:0", "http://wiki:80", "wiki:70000", "a..b:80", "", "x" * 400 + ":80"]
)
def test_an_open_host_that_cannot_be_used_names_its_variable(entry: str) -> None:
    with pytest.raises(InputError, match="is not HOST:PORT") as caught:
        combine(None, None, ["wiki:80", entry])
    assert caught.value.path == "ASCERTAIN_OPEN_HOSTS"
    assert len(str(caught.value)) < 400


def test_lists_that_are_too_long_together_are_refused() -> None:
    first = WebPolicy(deny=tuple(f"a{n}.example" for n in range(6_000)))
    second = WebPolicy(deny=tuple(f"b{n}.example" for n in range(6_000)))
    with pytest.raises(InputError, match="at most 10,000 entries") as caught:
        combine(first, second, ())
    assert caught.value.path == "deny"

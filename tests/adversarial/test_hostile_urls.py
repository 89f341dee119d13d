"""No writing of an address gets past the policy."""

from __future__ import annotations

import pytest

from ascertain.errors import FetchError
from ascertain.evidence.web_policy import WebPolicy
from ascertain.sources.policy import check_url
from hostile_urls import GOOD, HOSTILE, GoodUrl, HostileUrl

POLICY = WebPolicy()


@pytest.mark.parametrize("case", HOSTILE, ids=lambda case: ascii(case.url[:60]))
def test_a_hostile_address_is_refused_with_its_reason(case: HostileUrl) -> None:
    with pytest.raises(FetchError) as caught:
        check_url(case.url, POLICY)
    assert caught.value.status == "blocked"
    assert case.why in caught.value.reason
    assert len(caught.value.reason) < 500
    assert caught.value.reason.isprintable()


@pytest.mark.parametrize("case", GOOD, ids=lambda case: ascii(case.url[:60]))
def test_a_good_address_is_asked_in_its_canonical_form(case: GoodUrl) -> None:
    assert check_url(case.url, POLICY).url == case.asked


@pytest.mark.parametrize("case", HOSTILE, ids=lambda case: ascii(case.url[:60]))
def test_an_allow_list_lets_no_hostile_address_in(case: HostileUrl) -> None:
    wide = WebPolicy(allow=("*.org", "*.local", "localhost", "127.0.0.1", "[::1]", "10.0.0.8"))
    with pytest.raises(FetchError):
        check_url(case.url, wide)


def test_the_table_is_large_and_repeats_nothing() -> None:
    assert len({case.url for case in HOSTILE}) == len(HOSTILE) > 180

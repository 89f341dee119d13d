"""What one page may use."""

from __future__ import annotations

from ascertain.adapters.browser.allowance import PageAllowance
from ascertain.adapters.browser.limits import BrowserLimits
from ascertain.evidence.exchange import FetchTrace, RefusedRequest


def test_requests_past_the_limit_are_stopped_and_the_first_is_named() -> None:
    trace = FetchTrace()
    allowance = PageAllowance(BrowserLimits(requests=2), trace)
    assert [allowance.ask(f"https://a.example/{at}") for at in range(4)] == [
        *(True, True, False, False)
    ]
    assert trace.refused == [
        RefusedRequest("https://a.example/2", "the page asked for more than 2 things")
    ]
    assert not allowance.spent.is_set()


def test_a_flood_ends_the_page() -> None:
    allowance = PageAllowance(BrowserLimits(requests=2), FetchTrace())
    assert [allowance.attempt() for _ in range(11)] == [True] * 10 + [False]
    assert allowance.spent.is_set()


def test_bytes_past_the_limit_end_the_page_and_are_named_once() -> None:
    trace = FetchTrace()
    allowance = PageAllowance(BrowserLimits(transfer_bytes=1_000_000), trace)
    assert allowance.receive(1_000_000, "https://a.example/")
    assert not allowance.receive(1, "https://a.example/")
    assert not allowance.receive(1, "https://b.example/")
    assert allowance.spent.is_set()
    assert trace.refused == [RefusedRequest("https://a.example/", "the page took more than 1 MB")]


def test_a_refusal_is_noted_once_shortened_and_a_hundred_at_most() -> None:
    trace = FetchTrace()
    allowance = PageAllowance(BrowserLimits(), trace)
    for at in range(200):
        allowance.refuse(f"https://{at}.example/", "no")
        allowance.refuse("https://0.example/", "again")
    assert len(trace.refused) == 100
    assert allowance.refusal == "again"
    long = FetchTrace()
    PageAllowance(BrowserLimits(), long).refuse("https://a.example/" + "a" * 9_000, "no")
    assert len(long.refused[0].url) == 2_000

"""Spans reach a collector; one that is down, slow or wrong changes nothing for the run."""

from __future__ import annotations

import asyncio
import socket
import sys

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from ascertain.adapters.telemetry.opening import open_telemetry
from ascertain.errors import InputError, NotAvailableError
from live_servers import answer, fixed, live_server, stall
from trace_events import a_whole_run, events_of

_ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave no settings of the machine's own, and let no attempt last long."""
    for name in ("OTEL_SDK_DISABLED", "OTEL_RESOURCE_ATTRIBUTES", "OTEL_SERVICE_NAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "1")


async def test_a_collector_gets_the_spans_with_headers_and_names_from_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with live_server(fixed(answer())) as collector:
        monkeypatch.setenv(_ENDPOINT, collector.url)
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "x-team=research")
        monkeypatch.setenv("OTEL_SERVICE_NAME", "our-research")
        observer, close = open_telemetry(content=False)
        for event in events_of(*a_whole_run()):
            observer(event)
        await asyncio.to_thread(close)
    (asked,) = collector.asked
    assert (asked.method, asked.path) == ("POST", "/v1/traces")
    assert asked.headers["x-team"] == "research"
    sent = ExportTraceServiceRequest.FromString(asked.body).resource_spans[0]
    about = {pair.key: pair.value.string_value for pair in sent.resource.attributes}
    assert about["service.name"] == "our-research"
    assert about["service.version"]
    names = [span.name for span in sent.scope_spans[0].spans]
    assert "invoke_workflow research" in names
    assert len(names) == 13
    assert b"secret" not in asked.body


async def test_content_is_sent_when_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    async with live_server(fixed(answer())) as collector:
        monkeypatch.setenv(_ENDPOINT, collector.url)
        observer, close = open_telemetry(content=True)
        for event in events_of(*a_whole_run()):
            observer(event)
        await asyncio.to_thread(close)
    assert b"secret" in collector.asked[0].body
    about = ExportTraceServiceRequest.FromString(collector.asked[0].body).resource_spans[0]
    assert "ascertain" in {pair.value.string_value for pair in about.resource.attributes}


async def test_a_collector_that_never_answers_does_not_keep_a_run_from_ending(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with live_server(stall) as collector:
        monkeypatch.setenv(_ENDPOINT, collector.url)
        observer, close = open_telemetry(content=False, flush_s=0.2)
        for event in events_of(*a_whole_run()):
            observer(event)
        await asyncio.to_thread(close)
        # It came back although the request is still on its way.
        assert collector.open_now <= 1
        await collector.until_unconnected()


def test_a_collector_that_is_not_there_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))  # bound and not listening: connections are refused
        monkeypatch.setenv(_ENDPOINT, f"http://127.0.0.1:{held.getsockname()[1]}")
        observer, close = open_telemetry(content=False, flush_s=5)
        for event in events_of(*a_whole_run()):
            observer(event)
        close()


async def test_a_collector_that_refuses_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async with live_server(fixed(answer(status="400 Bad Request"))) as collector:
        monkeypatch.setenv(_ENDPOINT, collector.url)
        observer, close = open_telemetry(content=False)
        for event in events_of(*a_whole_run()):
            observer(event)
        await asyncio.to_thread(close)
    assert len(collector.asked) == 1


def test_settings_that_cannot_be_used_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_BSP_MAX_QUEUE_SIZE", "-1")
    with pytest.raises(InputError, match=r"OTEL_\* variables cannot be used"):
        open_telemetry(content=False)


def test_without_opentelemetry_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "ascertain.adapters.telemetry.exporting", raising=False)
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    with pytest.raises(NotAvailableError, match=r"pip install 'ascertain\[trace\]'"):
        open_telemetry(content=False)

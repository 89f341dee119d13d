"""Spans on their way to a collector, by OTLP over HTTP."""

from __future__ import annotations

import threading
from collections.abc import Callable

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

from ascertain._version import __version__
from ascertain.adapters.telemetry.otel_observer import OtelObserver
from ascertain.errors import InputError
from ascertain.evidence.events import Event

__all__ = ["exporting_observer"]


def exporting_observer(
    *, content: bool, flush_s: float
) -> tuple[Callable[[Event], None], Callable[[], None]]:
    """Return an observer that sends a run's spans to a collector, and what closes it.

    Where to, with which headers, how often and how much at once is said by the ``OTEL_*``
    variables, which OpenTelemetry's SDK reads itself. Spans are sent by a thread of its own;
    where the collector is slower or down, they are dropped and the run goes on.

    Args:
        content: see ``OtelObserver``.
        flush_s: seconds that closing may take; spans that are not sent by then are lost.

    Raises:
        InputError: if one of the ``OTEL_*`` variables cannot be used.
    """
    ours = Resource({"service.name": "ascertain", "service.version": __version__})
    try:
        exporter = OTLPSpanExporter()
        # What the environment says of the service comes before what we say.
        provider = TracerProvider(
            resource=Resource.create().merge(ours).merge(OTELResourceDetector().detect()),
            shutdown_on_exit=False,
        )
        provider.add_span_processor(BatchSpanProcessor(exporter))
    except (OSError, ValueError) as error:
        raise InputError(
            f"the OTEL_* variables cannot be used: {error}", hint="Mend or unset them."
        ) from error
    observer = OtelObserver(provider.get_tracer("ascertain", __version__), content=content)

    def close() -> None:
        observer.close()
        # The SDK's own shutdown may wait for half a minute on a collector that is down; its
        # thread ends with that, or with the program.
        sending = threading.Thread(target=provider.shutdown, name="otel-flush", daemon=True)
        sending.start()
        sending.join(flush_s)

    return observer, close

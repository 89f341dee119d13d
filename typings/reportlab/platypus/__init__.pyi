from collections.abc import Callable, Sequence
from typing import IO, Any

from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas

class Flowable: ...

class Paragraph(Flowable):
    def __init__(self, text: str, style: ParagraphStyle, bulletText: str | None = None) -> None: ...

class Spacer(Flowable):
    def __init__(self, width: float, height: float) -> None: ...

class FrameBreak(Flowable): ...

class NextPageTemplate(Flowable):
    def __init__(self, pt: str) -> None: ...

class Table(Flowable):
    def __init__(
        self,
        data: Sequence[Sequence[str | Flowable]],
        colWidths: Sequence[float] | None = None,
        style: Sequence[tuple[Any, ...]] | None = None,
        repeatRows: int = 0,
    ) -> None: ...

class Frame:
    def __init__(
        self, x1: float, y1: float, width: float, height: float, **options: Any
    ) -> None: ...

class PageTemplate:
    def __init__(
        self,
        id: str,
        frames: Sequence[Frame],
        onPage: Callable[[Canvas, BaseDocTemplate], None] = ...,
    ) -> None: ...

class BaseDocTemplate:
    def __init__(
        self,
        filename: str | IO[bytes],
        *,
        pagesize: tuple[float, float] = ...,
        pageTemplates: Sequence[PageTemplate] = ...,
        title: str | None = None,
        author: str | None = None,
        subject: str | None = None,
        creator: str | None = None,
        pageCompression: int | None = None,
        invariant: int | None = None,
    ) -> None: ...
    def build(self, flowables: list[Flowable]) -> None: ...

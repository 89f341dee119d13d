"""PowerPoint files: a heading per slide, then its text in the order of its shapes."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import Protocol, cast

from lxml.html import HtmlElement
from pptx import Presentation

from ascertain.adapters.readers.assembly import Draft, finish
from ascertain.adapters.readers.blocks import BlockText
from ascertain.adapters.readers.containers import core_metadata, open_container
from ascertain.adapters.readers.hints import Hints
from ascertain.evidence.document import Document

__all__ = ["read_pptx"]

_MAX_SLIDES = 2_000
_MAX_SHAPES = 100_000


class _Frame(Protocol):
    @property
    def paragraphs(self) -> Iterable[_Paragraph]: ...


class _Paragraph(Protocol):
    text: str
    level: int


def read_pptx(data: bytes, hints: Hints, media_type: str) -> Document:
    """Read the slides a viewer sees; speaker notes and hidden slides stay out.

    Raises:
        ReadError: ``empty``, ``too_large``, ``unsupported`` or ``error``.
    """
    with open_container(data) as archive:
        metadata = core_metadata(archive, "pptx")
    blocks = BlockText(hints.max_text)
    hidden = 0
    notes: list[str] = []
    presentation = Presentation(io.BytesIO(data))
    for number, slide in enumerate(presentation.slides, start=1):
        if number > _MAX_SLIDES or blocks.is_full:
            notes.append(f"only the first {number - 1} slides were read")
            break
        if cast("HtmlElement", slide.element).get("show") == "0":
            hidden += 1
            continue
        title = slide.shapes.title
        words = title.text_frame.text if title is not None and title.has_text_frame else ""
        blocks.heading(" ".join(words.split()) or f"Slide {number}", level=2)
        title_id = title.shape_id if title is not None else None
        for shape in _shapes(slide.shapes):
            if getattr(shape, "shape_id", None) != title_id:
                _write(blocks, shape)
    if hidden:
        notes.append(f"{hidden} hidden slide{'s' if hidden > 1 else ''} left out")
    draft = Draft(
        text=blocks.text(),
        media_type=media_type,
        reader="pptx",
        libraries=("python-pptx",),
        metadata=metadata,
        headings=blocks.headings,
        notes=tuple(notes),
    )
    return finish(draft, hints.max_text)


def _shapes(shapes: Iterable[object]) -> Iterator[object]:
    """Yield shapes, those in groups too, without recursion."""
    waiting = list(shapes)[::-1]
    for _ in range(_MAX_SHAPES):
        if not waiting:
            return
        shape = waiting.pop()
        inner = getattr(shape, "shapes", None)
        if inner is None:
            yield shape
        else:
            waiting.extend(list(cast("Iterable[object]", inner))[::-1])


def _write(blocks: BlockText, shape: object) -> None:
    if getattr(shape, "has_text_frame", False):
        frame = cast("_Frame", getattr(shape, "text_frame", None))
        blocks.gap()
        for paragraph in frame.paragraphs:
            mark = "- " if paragraph.level else ""
            blocks.line(mark + paragraph.text.replace("\v", " ") if paragraph.text.strip() else "")
    elif getattr(shape, "has_table", False):
        table = getattr(shape, "table", None)
        blocks.gap()
        for row in getattr(table, "rows", ()):
            blocks.row(" ".join(str(cell.text).split()) for cell in row.cells)

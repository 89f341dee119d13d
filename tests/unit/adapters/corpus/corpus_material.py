"""Material for tests of the corpus: a reader that counts, and an invented town's papers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from ascertain.adapters.corpus.index import CorpusIndex
from ascertain.errors import ReadError
from ascertain.evidence.document import Document, Heading, TextRange

PAPERS = {
    "ferry.txt": "The Marlow Ferry Company\nIt was founded in 1904 by Ada Example.\n"
    "She ran the yard until 1931.\n",
    "library.txt": "Marlow Town Library\nThe reading room opened in 1911.\n"
    "Its first librarian was Bert Sample.\n",
    "zh.txt": "河港镇图书馆\n图书馆于一九一一年开放，第一任馆长是王小明。\n",
    "ja.txt": "港町の灯台\n灯台は明治時代に建設されました。コンピューターはありません。\n",
    "ko.txt": "항구 마을 박물관\n박물관은 1950년에 설립되었다. 관장은 김하나이다.\n",
    "ar.txt": "مكتبة الميناء\nتأسست المكتبة في عام 1920 على يد ليلى المثال.\n",
    "de.txt": "Die Brücke von Mühlhafen\nDie Straße über die Brücke wurde 1931 eröffnet.\n",
    "hi.txt": "बंदरगाह पुस्तकालय\nपुस्तकालय की स्थापना 1920 में हुई थी।\n",
    "th.txt": "หอสมุดท่าเรือ\nหอสมุดเปิดให้บริการในปี 1920\n",
}


class CountingReader:
    """Reads UTF-8 text, takes the first line for the title, and remembers what it was given.

    ``[main]`` and ``[rest]`` lines set what follows apart; lines that start with ``# `` are
    headings.
    """

    def __init__(self, version: str = "1") -> None:
        self.version = version
        self.names: list[str] = []
        self.at_once = 0
        self.most_at_once = 0
        self.before: Callable[[str], Awaitable[None]] | None = None

    async def read(self, data: bytes, *, name: str = "", declared: str | None = None) -> Document:
        del declared
        self.names.append(name)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            if self.before is not None:
                await self.before(name)
            await asyncio.sleep(0)
            return self._document(data)
        finally:
            self.at_once -= 1

    async def close(self) -> None:
        pass

    def _document(self, data: bytes) -> Document:
        try:
            text = data.decode()
        except UnicodeDecodeError as fault:
            raise ReadError("unsupported", "it is not UTF-8 text") from fault
        if not text.strip():
            raise ReadError("empty", "there is no text in it")
        if "!crash!" in text:
            raise ZeroDivisionError("the reader has a fault")
        main: list[TextRange] = []
        headings: list[Heading] = []
        start, in_main = 0, True
        for line in text.splitlines(keepends=True):
            end = start + len(line)
            if line.startswith("# "):
                headings.append(Heading(start=start, end=end - 1, level=1))
            in_main = line.startswith("[main]") or (in_main and not line.startswith("[rest]"))
            if in_main:
                main.append(TextRange(start=start, end=end))
            start = end
        return Document(
            text=text,
            media_type="text/plain",
            main=tuple(main),
            headings=tuple(headings),
            title=text.strip().splitlines()[0][:200],
            title_from="first line",
            reader="counting",
            reader_version=self.version,
        )


def written(folder: Path, papers: dict[str, str]) -> Path:
    """Write the papers into the folder and return it."""
    for name, text in papers.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


class Corpus:
    """A folder, a cache and a reader; opens indexes over them and closes them at the end."""

    def __init__(self, root: Path) -> None:
        self.folder = root / "papers"
        self.folder.mkdir()
        self.cache = root / "cache"
        self.reader = CountingReader()
        self._open: list[CorpusIndex] = []

    def index(self, *folders: Path, semantic: bool = False) -> CorpusIndex:
        made = CorpusIndex(folders or [self.folder], self.cache, self.reader, semantic=semantic)
        self._open.append(made)
        return made

    def close(self) -> None:
        for index in self._open:
            index.close()

    @property
    def database(self) -> Path:
        """The one index file."""
        (found,) = self.cache.glob("*.sqlite3")
        return found

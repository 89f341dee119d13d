"""Front matter: the few fields at the head of a Markdown or text file, read without YAML."""

from __future__ import annotations

import re
from typing import NamedTuple

from ascertain.adapters.readers.assembly import Metadata
from ascertain.adapters.readers.dates import byline_dates, dated
from ascertain.adapters.readers.language import primary_tag

__all__ = ["FrontMatter", "split_front_matter"]

_FENCE = "---"
_MAX_LENGTH = 20_000
_FIELD = re.compile(r"([A-Za-z_-]{2,20})\s*:\s*(.*)")
_PUBLISHED = ("date", "published", "publish_date", "date_published", "created")
_UPDATED = ("updated", "lastmod", "last_modified", "modified", "last_updated")


class FrontMatter(NamedTuple):
    """The fields found, and the text after them."""

    metadata: Metadata
    language: str | None
    body: str


def split_front_matter(text: str) -> FrontMatter:
    """Take the front matter off a text; dates in a byline near the top count where it has none."""
    fields, body = _fields(text)
    published, updated = byline_dates(body)
    for names, where in ((_PUBLISHED, "published"), (_UPDATED, "updated")):
        name = next((n for n in names if n in fields), None)
        stated = dated(fields[name], f"front matter {name}") if name else None
        if stated is not None and where == "published":
            published = stated
        elif stated is not None:
            updated = stated
    title, author = fields.get("title"), fields.get("author")
    metadata = Metadata(
        title=title,
        title_from="front matter title" if title else None,
        author=author,
        author_from="front matter author" if author else None,
        published=published,
        updated=updated,
    )
    return FrontMatter(metadata, primary_tag(fields.get("lang") or fields.get("language")), body)


def _fields(text: str) -> tuple[dict[str, str], str]:
    if not text.startswith(_FENCE + "\n"):
        return {}, text
    end = text.find(f"\n{_FENCE}\n", len(_FENCE), _MAX_LENGTH)
    if end < 0:
        return {}, text
    fields: dict[str, str] = {}
    for line in text[len(_FENCE) + 1 : end].split("\n"):
        found = _FIELD.fullmatch(line.strip()) if line[:1].strip() else None
        if found is None:
            continue
        value = found[2].strip()
        if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
            value = value[1:-1]
        if value and value[0] not in "[{|>":
            fields.setdefault(found[1].lower(), value)
    if not fields:
        return {}, text
    return fields, text[end + len(_FENCE) + 2 :].lstrip("\n")

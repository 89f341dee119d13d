"""A page as a plain tree, for tests that look at it without a browser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

__all__ = ["Node", "parse_page"]

_VOID = frozenset({"meta", "img", "link", "br", "hr", "input"})


@dataclass
class Node:
    """One element."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict[str, str])
    children: list[Node | str] = field(default_factory=list["Node | str"])

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text() for child in self.children)

    def words(self) -> str:
        return " ".join(self.text().split())

    def with_tag(self, tag: str) -> list[Node]:
        return [node for node in self.walk() if node.tag == tag]

    def with_class(self, name: str) -> list[Node]:
        return [node for node in self.walk() if name in node.attributes.get("class", "").split()]

    def with_id(self, name: str) -> Node:
        (found,) = [node for node in self.walk() if node.attributes.get("id") == name]
        return found

    def values(self, attribute: str) -> list[str]:
        return [node.attributes[attribute] for node in self.walk() if attribute in node.attributes]


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Node("root")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self._open[-1].children.append(node)
        if tag not in _VOID:
            self._open.append(node)

    def handle_endtag(self, tag: str) -> None:
        closed = self._open.pop()
        assert closed.tag == tag, f"<{closed.tag}> is closed by </{tag}>"

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)

    def finished(self) -> Node:
        assert self._open == [self.root], f"<{self._open[-1].tag}> is not closed"
        return self.root


def parse_page(page: str) -> Node:
    """Return the page's tree; elements that are not closed in order fail."""
    builder = _Builder()
    builder.feed(page)
    builder.close()
    return builder.finished()

"""Files of rules that say which runtime works on what: YAML, read with every bound."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import yaml
from pydantic import ValidationError

from ascertain.errors import InputError
from ascertain.gathering.routing import Rules, When

__all__ = ["load_rules"]

_MAX_BYTES = 100_000
_MAX_DEPTH = 8
_MAX_EVENTS = 6_000
_MOST_SAID = 200
_SHOWN = 80
_HINT = "A file of rules is YAML, such as: rules: [{when: {skill: web}, use: claude}]"

_Place = tuple[int | str, ...]


def load_rules(path: Path) -> Rules:
    """Read a file of rules: YAML with ``rules`` and ``fallbacks``, see ``gathering.routing``.

    Only plain values are read: no tags of programming languages, no aliases, each key once.
    Whether the runtimes exist is not looked at; ``assign`` does.

    Raises:
        InputError: naming the file, the field, and the line where it is known.
    """
    text = _read(path)
    try:
        _check_events(path, text)
        tree = yaml.compose(text, Loader=yaml.SafeLoader)
        _check_keys(path, tree)
        written: object = yaml.safe_load(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise _bad(path, (error.problem or "it cannot be read")[:_MOST_SAID], mark) from None
    except (yaml.YAMLError, ValueError) as error:  # Signs that YAML lacks; numbers without end.
        first = (str(error).splitlines() or ["it cannot be read"])[0]
        raise _bad(path, first[:_MOST_SAID], None) from None
    try:
        return Rules.model_validate({} if written is None else written)
    except ValidationError as error:
        raise _fault(path, error, tree) from None


def _read(path: Path) -> str:
    try:
        if path.exists() and not path.is_file():
            raise InputError(f"{path} is no file", hint=_HINT)
        with path.open("rb") as file:
            content = file.read(_MAX_BYTES + 1)
        if len(content) > _MAX_BYTES:
            raise InputError(f"{path} is over {_MAX_BYTES:,} bytes; that is no file of rules")
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8 text", hint=_HINT) from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from None


def _check_events(path: Path, text: str) -> None:
    """Refuse what would grow or sink while it is built; nothing is built here."""
    depth = documents = 0
    for count, event in enumerate(yaml.parse(text, Loader=yaml.SafeLoader)):
        if isinstance(event, yaml.AliasEvent):
            raise _bad(path, "aliases (*name) are not taken; write it out", event)
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        documents += isinstance(event, yaml.DocumentStartEvent)
        if depth > _MAX_DEPTH:
            raise _bad(path, "it is nested too deeply", event)
        if count > _MAX_EVENTS:
            raise _bad(path, "it holds too much", event)
        if documents > 1:
            raise _bad(path, "it holds a second document", event)


def _check_keys(path: Path, tree: yaml.Node | None) -> None:
    for node in _nodes(tree):
        if not isinstance(node, yaml.MappingNode):
            continue
        seen: set[str] = set()
        for key, _ in node.value:
            # YAML itself lets the last of two win, and "<<" bring in what nobody sees.
            if not isinstance(key, yaml.ScalarNode) or key.tag == "tag:yaml.org,2002:merge":
                raise _bad(path, "a key must be a plain word", key)
            if key.value in seen:
                raise _bad(path, f"the key {key.value[:_SHOWN]!r} is given twice", key)
            seen.add(key.value)


def _nodes(tree: yaml.Node | None) -> Iterator[yaml.Node]:
    waiting = [tree] if tree is not None else []
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, yaml.MappingNode):
            waiting.extend(part for pair in reversed(node.value) for part in reversed(pair))
        elif isinstance(node, yaml.SequenceNode):
            waiting.extend(reversed(node.value))


def _bad(path: Path, what: str, at: yaml.Event | yaml.Node | yaml.Mark | None) -> InputError:
    mark = at if at is None or isinstance(at, yaml.Mark) else at.start_mark
    place = f", line {mark.line + 1}" if mark else ""
    return InputError(f"{path}{place}: {what}", hint=_HINT)


def _fault(path: Path, error: ValidationError, tree: yaml.Node | None) -> InputError:
    # A misspelt field first: it explains what else seems to be wrong.
    faults = sorted(
        error.errors(include_url=False), key=lambda fault: fault["type"] != "extra_forbidden"
    )
    first = faults[0]
    place = f"{path}, line {_line_of(tree, first['loc'])}: {_said(first['loc'])}".rstrip(": ")
    if first["type"] == "extra_forbidden":
        known = When if "when" in first["loc"] else Rules if len(first["loc"]) == 1 else None
        fields = ", ".join(known.model_fields) if known else "when, use"
        return InputError("unknown field", path=place, hint=f"Known are {fields}.")
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return InputError(f"{first['msg']}{more}", path=place)


def _said(location: _Place) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step[:_SHOWN]}" for step in location)
    return "".join(steps).removeprefix(".")


def _line_of(tree: yaml.Node | None, location: _Place) -> int:
    """Return the line of a place, or of what is nearest around it."""
    node, line = tree, 1
    for step in location:
        below: yaml.Node | None = None
        if isinstance(node, yaml.SequenceNode) and isinstance(step, int):
            below = node.value[step]
        elif isinstance(node, yaml.MappingNode):
            below = next((value for key, value in node.value if key.value == str(step)), None)
        if below is None:
            break
        node, line = below, below.start_mark.line + 1
    return line

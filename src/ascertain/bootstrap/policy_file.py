"""Policy files, and how the policies of a user, a run and the environment make one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import cast

from pydantic import ValidationError

from ascertain.bootstrap.fault_words import fault_place, fault_words, faults_of
from ascertain.errors import InputError
from ascertain.evidence.web_policy import WebPolicy
from ascertain.sources.host_lists import common_patterns, parse_pattern
from ascertain.sources.policy import parse_open_host
from ascertain.sources.toml_tables import parse_toml

__all__ = ["combine", "load_policy"]

_MAX_BYTES = 1_000_000
_OPEN_HOSTS = "ASCERTAIN_OPEN_HOSTS"
_HINT = 'A policy file is TOML, with lines such as deny = ["*.example.org"].'


def load_policy(path: Path) -> WebPolicy:
    """Read a policy file: TOML with the fields of ``WebPolicy``.

    Raises:
        InputError: naming the file, and the field that cannot be used.
    """
    text = _read(path)
    try:
        written = parse_toml(text, str(path))
    except InputError as error:
        raise InputError(error.message, hint=_HINT) from None
    try:
        policy = WebPolicy.model_validate(_with_tuples(written), strict=True)
    except ValidationError as error:
        raise _fault(path, error) from None
    _check_hosts(path, policy)
    return policy


def combine(
    global_: WebPolicy | None, task: WebPolicy | None, open_hosts: Sequence[str]
) -> WebPolicy:
    """Put policies together so that nothing passes that one of them keeps out.

    A field counts only where it was written. Lists that deny are united, lists that allow and
    ports are intersected; robots.txt is obeyed if one policy says so; the smaller number of
    requests and the longer delay hold. What is opened is united: either may open a host.

    Args:
        global_: the policy for every run, or None.
        task: the policy for this run, or None.
        open_hosts: ``HOST:PORT`` entries of the environment.

    Raises:
        InputError: if an entry of ``open_hosts`` cannot be used, if no host is in both lists
            that allow, or if the lists together are too long.
    """
    both = [policy for policy in (global_, task) if policy is not None]
    default = WebPolicy()
    robots = [policy.robots for policy in _saying(both, "robots")]
    try:
        return WebPolicy(
            allow=_allowed(both),
            deny=_united(policy.deny for policy in both),
            presets=tuple(dict.fromkeys(name for policy in both for name in policy.presets)),
            open=_united([*(policy.open for policy in both), _opened(open_hosts)]),
            ports=_ports(both, default),
            robots=any(robots) if robots else default.robots,
            per_host=min(
                (policy.per_host for policy in _saying(both, "per_host")),
                default=default.per_host,
            ),
            delay_s=max(
                (policy.delay_s for policy in _saying(both, "delay_s")),
                default=default.delay_s,
            ),
        )
    except ValidationError as error:
        first = faults_of(error)[0]
        raise InputError(
            f"the policies together cannot be used: it {fault_words(first, table='a table')}",
            path=fault_place(first["loc"]),
            hint="Shorten one of the lists.",
        ) from None


def _read(path: Path) -> str:
    try:
        if path.exists() and not path.is_file():
            raise InputError(f"{path} is no file", hint=_HINT)
        with path.open("rb") as file:
            content = file.read(_MAX_BYTES + 1)
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8 text", hint=_HINT) from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from None
    if len(content) > _MAX_BYTES:
        raise InputError(f"{path} is over {_MAX_BYTES:,} bytes; that is no policy file")
    return text


def _fault(path: Path, error: ValidationError) -> InputError:
    faults = faults_of(error)
    first = faults[0]
    place = f"{path}: {fault_place(first['loc'])}"
    if first["type"] == "extra_forbidden":
        known = ", ".join(WebPolicy.model_fields)
        return InputError("unknown field", path=place, hint=f"Known are {known}.")
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return InputError(f"{fault_words(first, table='a table')}{more}", path=place)


def _with_tuples(value: object) -> object:
    """Lists as the records have them: strict reading takes nothing else."""
    if isinstance(value, dict):
        return {name: _with_tuples(v) for name, v in cast("dict[str, object]", value).items()}
    if isinstance(value, list):
        return tuple(_with_tuples(item) for item in cast("list[object]", value))
    return value


def _check_hosts(path: Path, policy: WebPolicy) -> None:
    """Refuse entries that no host can match: whoever wrote them meant something."""
    listed = (
        ("allow", policy.allow, parse_pattern),
        ("deny", policy.deny, parse_pattern),
        ("open", policy.open, parse_open_host),
    )
    for field, entries, parse in listed:
        for at, entry in enumerate(entries):
            try:
                parse(entry)
            except ValueError as error:
                raise InputError(str(error), path=f"{path}: {field}[{at}]") from None


def _saying(policies: Iterable[WebPolicy], field: str) -> list[WebPolicy]:
    return [policy for policy in policies if field in policy.model_fields_set]


def _united(lists: Iterable[Sequence[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(entry for entries in lists for entry in entries))


def _allowed(policies: list[WebPolicy]) -> tuple[str, ...]:
    lists = [policy.allow for policy in policies if policy.allow]
    if len(lists) <= 1:
        return _united(lists)
    shared = common_patterns(*lists)
    if not shared:  # An empty list would allow everything.
        raise InputError(
            "the policy for every run and the policy for this run allow no host in common",
            path="allow",
            hint="Add to one of them what the other allows.",
        )
    return shared


def _ports(policies: list[WebPolicy], default: WebPolicy) -> tuple[int, ...]:
    lists = [policy.ports for policy in _saying(policies, "ports")] or [default.ports]
    return tuple(port for port in dict.fromkeys(lists[0]) if all(port in ports for ports in lists))


def _opened(entries: Sequence[str]) -> tuple[str, ...]:
    opened: list[str] = []
    for entry in entries:
        try:
            (clean,) = WebPolicy(open=(entry,)).open
            parse_open_host(clean)
        except ValueError:  # A ValidationError is one.
            raise InputError(
                f"{entry[:200]!a} is not HOST:PORT",
                path=_OPEN_HOSTS,
                hint="Write wiki.corp.example:8080, with commas between several.",
            ) from None
        opened.append(clean)
    return tuple(opened)

"""Tables in memory: known queries with fixed answers."""

from __future__ import annotations

from collections.abc import Mapping

from ascertain.errors import ToolError
from ascertain.ports.tables import QueryReply, TableDescription

__all__ = ["MemoryTables"]


class MemoryTables:
    """Answers known queries; see ``ports.tables.TableSource``. ``asked`` holds them in order.

    Args:
        tables: what ``tables`` returns, in order of name.
        answers: by query, compared without outer spaces: a reply, or the error it meets.
    """

    def __init__(
        self,
        tables: tuple[TableDescription, ...] = (),
        answers: Mapping[str, QueryReply | ToolError] | None = None,
    ) -> None:
        self._tables = tuple(sorted(tables, key=lambda table: table.name))
        self._answers = {sql.strip(): answer for sql, answer in (answers or {}).items()}
        self.asked: list[str] = []

    async def tables(self) -> tuple[TableDescription, ...]:
        """Return the tables."""
        return self._tables

    async def query(self, sql: str, *, max_rows: int, max_seconds: float) -> QueryReply:
        """Return the fixed answer, cut to ``max_rows``; it takes no time.

        Raises:
            ToolError: the one that was set; ``bad_sql`` for an unknown query, ``not_allowed``
                for one that is no single SELECT, ``time_out`` where no time is given.
        """
        self.asked.append(sql)
        asked = sql.strip()
        answer = self._answers.get(asked) or _unknown(asked)
        if max_seconds <= 0:
            answer = _error("time_out", f"no answer within {max_seconds:g} s")
        if isinstance(answer, ToolError):
            raise answer
        return answer.model_copy(
            update={
                "rows": answer.rows[:max_rows],
                "more": answer.more or len(answer.rows) > max_rows,
            }
        )


def _unknown(asked: str) -> ToolError:
    first = asked.split(maxsplit=1)[0].lower() if asked else ""
    reads = first in {"", "select", "with", "values"}
    if reads and ";" not in asked.rstrip(";"):
        return _error("bad_sql", "no answer is set for this query")
    return _error("not_allowed", "it is not one statement that reads")


def _error(code: str, message: str) -> ToolError:
    return ToolError("data.query_sql", code, message, hint="Ask one of the known queries.")

"""Remembers which callbacks were handled."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections import OrderedDict
from typing import Literal, Protocol

Claimed = Literal["new", "seen", "busy"]
KEPT = 2 * 86_400.0
"""Seconds: longer than a provider repeats an event, which is a day (ADR-0018)."""


class Ids(Protocol):
    """Remembers ids of callbacks. An id counts once its event is handled: it is claimed before, and committed after."""

    def claim(self, id: str, owner: str, seconds: float) -> Claimed:
        """Of many claims at once, one is `new`; then the others are `busy`. It expires, as its process may die."""

    def commit(self, id: str, owner: str) -> None:
        """The event is handled, also if the claim has expired: from now on the id is `seen`."""

    def release(self, id: str, owner: str) -> None:
        """The event is not handled. Does nothing if the claim is that of another owner by now."""


class RecentIds:
    """The latest ids, in the memory of one process."""

    def __init__(self, most: int = 50_000) -> None:
        self._ids: OrderedDict[str, tuple[str | None, float]] = OrderedDict()
        self._most, self._lock = most, threading.Lock()

    def claim(self, id: str, owner: str, seconds: float) -> Claimed:
        with self._lock:
            holder, until = self._ids.get(id, (None, 0.0))
            if until > time.monotonic():
                return "seen" if holder is None else "busy"
            self._put(id, owner, seconds)
            return "new"

    def commit(self, id: str, owner: str) -> None:
        with self._lock:
            self._put(id, None, KEPT)

    def release(self, id: str, owner: str) -> None:
        with self._lock:
            if self._ids.get(id, (None, 0.0))[0] == owner:
                del self._ids[id]

    def _put(self, id: str, owner: str | None, seconds: float) -> None:
        self._ids[id] = (owner, time.monotonic() + seconds)
        self._ids.move_to_end(id)
        if len(self._ids) > self._most:
            self._ids.popitem(last=False)


class SqliteIds:
    """Ids in a file that all processes of a machine share, and that outlives them."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._lock, self._pruned = threading.Lock(), 0.0
        self._database = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
        self._database.execute("pragma journal_mode = wal")
        self._change(
            "create table if not exists cascade_callbacks"
            " (id text primary key, owner text not null, until real not null, handled integer not null)"
        )

    def claim(self, id: str, owner: str, seconds: float) -> Claimed:
        now = time.time()
        if now > self._pruned + 3600:
            self._pruned = now
            self._change("delete from cascade_callbacks where until < ?", now - KEPT)
        is_new = self._change(
            "insert into cascade_callbacks values (?, ?, ?, 0) on conflict (id) do update"
            " set owner = excluded.owner, until = excluded.until"
            " where cascade_callbacks.handled = 0 and cascade_callbacks.until <= ?",
            *(id, owner, now + seconds, now),
        )
        if is_new:
            return "new"
        with self._lock:
            rows = self._database.execute("select handled from cascade_callbacks where id = ?", (id,)).fetchall()
        return "seen" if rows == [(1,)] else "busy"

    def commit(self, id: str, owner: str) -> None:
        self._change(
            "insert into cascade_callbacks values (?, ?, ?, 1) on conflict (id) do update set handled = 1",
            *(id, owner, time.time()),
        )

    def release(self, id: str, owner: str) -> None:
        self._change("delete from cascade_callbacks where id = ? and owner = ? and handled = 0", id, owner)

    def close(self) -> None:
        self._database.close()

    def _change(self, statement: str, *values: str | float) -> bool:
        with self._lock:
            return self._database.execute(statement, values).rowcount == 1

"""Receives callbacks (§3): verified, parsed, and each handled once."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from standardwebhooks import Webhook, WebhookVerificationError

from .facts import Reason
from .problems import UndeliveredReason

_FAILURES = {"UNDELIVERED", "FAILED", "CANCELLED"}


@dataclass(frozen=True)
class StatusEvent:
    """A status event. A status or reason that is not listed is possible, and a provider may leave ids out."""

    request_id: str | None
    status: str
    reason: Reason | str | None
    """An `UndeliveredReason` if it is listed."""
    stage: str | None
    body: Mapping[str, Any]

    @classmethod
    def of(cls, body: Mapping[str, Any]) -> StatusEvent:
        reason = UndeliveredReason.of(body.get("error"))
        return cls(body.get("requestId"), str(body.get("status")), reason, body.get("cascadeStageUUID"), body)


class Ids(Protocol):
    """Remembers ids of callbacks; yours may be a table with a unique column."""

    def add(self, id: str) -> bool:
        """Whether the id is new."""

    def discard(self, id: str) -> None: ...


class RecentIds:
    """The latest ids, in memory."""

    def __init__(self, most: int = 100_000) -> None:
        self._ids: OrderedDict[str, None] = OrderedDict()
        self._most = most

    def add(self, id: str) -> bool:
        if id in self._ids:
            return False
        self._ids[id] = None
        if len(self._ids) > self._most:
            self._ids.popitem(last=False)
        return True

    def discard(self, id: str) -> None:
        self._ids.pop(id, None)


class Receiver:
    """Reads callbacks. Two secrets are current while one is replaced."""

    def __init__(self, secrets: Sequence[str], ids: Ids | None = None) -> None:
        self._webhooks = [Webhook(secret) for secret in secrets]
        self._ids: Ids = ids if ids is not None else RecentIds()

    def read(self, headers: Mapping[str, str], body: bytes) -> StatusEvent | None:
        """The event, or None if it is not from the provider. `body` is the bytes as they came: they are signed."""
        lower = {name.lower(): value for name, value in headers.items()}
        for webhook in self._webhooks:
            try:
                webhook.verify(body, lower, json_parse=False)
                event = json.loads(body)
            except (WebhookVerificationError, ValueError):  # ValueError: a header or body that cannot be decoded
                continue
            return StatusEvent.of(event) if isinstance(event, dict) else None
        return None

    def receive(self, headers: Mapping[str, str], body: bytes, handle: Callable[[StatusEvent], None]) -> int:
        """Handles a callback that is new; returns the status to answer with.

        `handle` stores the event and returns: the provider waits some seconds, then sends it again (ADR-0018). If it
        raises, answer 500: the callback is handled when it comes again.
        """
        event = self.read(headers, body)
        if event is None:
            return 401
        id = next(value for name, value in headers.items() if name.lower() == "webhook-id")
        if self._ids.add(id):
            try:
                handle(event)
            except BaseException:
                self._ids.discard(id)
                raise
        return 204


def outcome_of(events: Iterable[StatusEvent], stages: Sequence[str]) -> Literal["delivered", "failed", "open"]:
    """What became of a message, from its events so far and the UUIDs of its stages in order (ADR-0048)."""
    failed = False
    for event in events:
        if event.status in ("DELIVERED", "READ"):
            return "delivered"
        is_last = event.stage is None or (bool(stages) and event.stage.lower() == stages[-1].lower())
        failed |= event.status == "EXPIRED" or (event.status in _FAILURES and is_last)
    return "failed" if failed else "open"

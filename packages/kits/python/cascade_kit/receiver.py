"""Receives callbacks (§6): verified, parsed, and each handled once."""

from __future__ import annotations

import base64
import binascii
import inspect
import json
import logging
import uuid
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any, Literal

from standardwebhooks import Webhook, WebhookVerificationError

from .ids import Ids, RecentIds
from .models import StatusEvent

_log = logging.getLogger("cascade_kit")
_FAILURES = {"UNDELIVERED", "EXPIRED", "FAILED", "CANCELLED"}
_LONGEST_ID = 255
_CLAIM_SECONDS = 60.0  # longer than the provider waits for an answer (ADR-0018)


class Refused(ValueError):
    """Why a callback is not handled, with the `status` to answer with."""

    def __init__(self, status: int, why: str) -> None:
        self.status = status
        super().__init__(why)


class Receiver:
    """Reads callbacks. Two secrets are current while one is replaced."""

    def __init__(
        self,
        secrets: Sequence[str],
        ids: Ids | None = None,
        *,
        claim_seconds: float = _CLAIM_SECONDS,
        longest_body: int = 65_536,
    ) -> None:
        """Raises a ValueError for secrets that would refuse every callback, or that are easy to guess. A claim of an
        id expires after `claim_seconds`: your handler takes less."""
        if isinstance(secrets, str) or not secrets:
            raise ValueError("secrets: expected a list with at least one; is its environment variable set?")
        self._webhooks = [Webhook(_key(secret, place)) for place, secret in enumerate(secrets)]
        self._ids: Ids = ids if ids is not None else RecentIds()
        self._claim_seconds, self._longest_body = claim_seconds, longest_body

    def read(self, headers: Mapping[str, str], body: bytes) -> StatusEvent:
        """The event of a callback; raises Refused. `body` is the bytes as they came: they are signed."""
        if len(body) > self._longest_body:
            raise Refused(413, f"the body has more than {self._longest_body} bytes")
        self._verify({name.lower(): value for name, value in headers.items()}, body)
        try:
            event = json.loads(body)
        except ValueError:
            event = None
        if not isinstance(event, dict):
            raise Refused(400, "the body is not a JSON object in UTF-8")
        read = StatusEvent.of(event, body)
        is_unknown = event.get("requestId", "") is None  # to the provider
        is_named = read.request_id or read.message_id is not None or is_unknown
        if not read.status or not is_named:
            raise Refused(400, "a status event has status, and requestId or messageId")
        return read

    def _verify(self, headers: Mapping[str, str], body: bytes) -> None:
        why = ""
        for webhook in self._webhooks:
            try:
                webhook.verify(body, dict(headers), json_parse=False)
                return
            except (WebhookVerificationError, ValueError) as error:  # ValueError: what cannot be decoded
                why = str(error)
        raise Refused(401, why)

    def receive(
        self, headers: Mapping[str, str], body: bytes, handle: Callable[[StatusEvent], object], method: str = "POST"
    ) -> int:
        """Handles a callback once; returns the status to answer with.

        `handle` stores the event and returns: the provider waits some seconds, then sends it again (ADR-0018). If it
        raises an Exception, that is logged, and the provider sends the event again.
        """
        return _finished(self.receive_async(headers, body, handle, method))

    async def receive_async(
        self,
        headers: Mapping[str, str],
        body: bytes,
        handle: Callable[[StatusEvent], Awaitable[object] | object],
        method: str = "POST",
    ) -> int:
        """The same with asyncio; the handler, and the functions of the ids, may be async."""
        if method != "POST":
            # An address is registered only if it answers HEAD with 200 (ADR-0014).
            return 200 if method in ("GET", "HEAD") else 405
        id = next((value for name, value in headers.items() if name.lower() == "webhook-id"), "")
        try:
            event = self.read(headers, body)
            if len(id) > _LONGEST_ID:
                raise Refused(400, f"webhook-id has more than {_LONGEST_ID} characters")
        except Refused as refused:
            _log.warning("a callback is answered %d: %s", refused.status, refused)
            return refused.status
        owner = str(uuid.uuid4())
        try:
            claimed = await _done(self._ids.claim(id, owner, self._claim_seconds))
        except Exception:  # noqa: BLE001 - a store may raise anything
            _log.exception("callback %s is answered 503: its id cannot be claimed", id)
            return 503
        if claimed != "new":
            return 200 if claimed == "seen" else 409
        try:
            await _done(handle(event))
        except BaseException as error:
            _log.exception("callback %s is answered 500: its handler failed", id)
            await self._try(self._ids.release, id, owner)  # if it fails, the claim expires
            if not isinstance(error, Exception):  # the process or the task is to end
                raise
            return 500
        await self._try(self._ids.commit, id, owner)  # if it fails, the event is handled all the same
        return 200

    async def _try(self, end: Callable[[str, str], object], id: str, owner: str) -> None:
        try:
            await _done(end(id, owner))
        except Exception:  # noqa: BLE001 - a store may raise anything
            _log.exception("the store of ids fails for callback %s", id)


def _finished(call: Coroutine[Any, Any, int]) -> int:
    """Runs what never waits for an event loop."""
    try:
        call.send(None)
    except StopIteration as end:
        return int(end.value)
    call.close()
    raise TypeError("expected functions that are not async: call receive_async")


async def _done(came: Any) -> Any:
    return await came if inspect.isawaitable(came) else came


def _key(secret: str, place: int) -> bytes:
    """The bytes of a secret; the prefix may be absent. The message has the place, and never the secret."""
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if len(key) < 24:
        raise ValueError(f"secrets[{place}]: expected whsec_ and the base64 of at least 24 bytes (ADR-0057)")
    return key


def outcome_of(events: Iterable[StatusEvent], stages: Sequence[str]) -> Literal["delivered", "failed", "open"]:
    """What became of a message, from its events so far and the UUIDs of its stages in order (ADR-0048)."""
    failed = False
    for event in events:
        if event.status in ("DELIVERED", "READ"):
            return "delivered"
        is_last = event.stage is None or (bool(stages) and event.stage.lower() == stages[-1].lower())
        failed |= event.status in _FAILURES and is_last
    return "failed" if failed else "open"

"""Calls the service. However many attempts `schedule` takes, it schedules one message at most (§2.1, §4.1)."""

from __future__ import annotations

import json
import logging
import random
import re
import time
import uuid
from asyncio import sleep
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

import httpx

from .facts import CascadeError, Problem
from .models import Scheduled
from .problems import RequestIdIsNotUnique
from .transport import Answer, Loop, Result, exchange, trusted

if TYPE_CHECKING:
    from typing_extensions import Self

_log = logging.getLogger("cascade_kit")
_LONGEST_WAIT = 30.0


class NotSent(CascadeError):
    """Nothing reached the provider: no attempt of the call got a connection."""


class InvalidArgument(NotSent, ValueError):
    """Nothing was sent, because an argument of the program is wrong."""


class UnreadableAnswer(CascadeError):
    """An answer that is not of the API, such as a proxy's page or a redirect, which is not followed."""

    def __init__(self, status: int, text: str, location: str | None = None) -> None:
        self.status, self.text, self.location = status, text[:4096], location
        # What follows the path may be a token.
        where = f", which points to {location.split('?')[0]} and is not followed" if location else ""
        super().__init__(f"status {status} without a body of the API{where}")


class UnknownOutcome(CascadeError):
    """The message may be scheduled or not. The history tells, or the callbacks; its `__cause__` is the last failure."""


@dataclass(frozen=True)
class _Ended:
    """How a call ended: with an answer, or with the failure of its last attempt."""

    body: bytes
    failure: CascadeError | None
    attempts: int
    is_open: bool
    """An attempt may have been accepted although its answer does not say so."""


class _Calls:
    """What both clients do."""

    _is_own = False

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        attempts: int = 3,
        timeout: float = 10.0,
        used_id_means_accepted: bool = False,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        """`timeout`: of an attempt, in seconds. `used_id_means_accepted`: this provider keeps the ids of accepted
        requests only (ADR-0007). `http` is yours to close."""
        if not re.fullmatch(r"https?://[^/?#@\s]+(/[^?#\s]*)?", base_url):
            raise InvalidArgument("base_url: expected http(s)://host/path without credentials, query or fragment")
        if not re.fullmatch(r"[!-~]([ -~]*[!-~])?", api_key):
            raise InvalidArgument("api_key: expected the key of the account, visible ASCII without a line end")
        if attempts < 1 or not timeout > 0:
            raise InvalidArgument("attempts and timeout: expected numbers above 0")
        self._url, self._headers = base_url.rstrip("/"), {"x-api-key": api_key}
        self._http, self._attempts, self._timeout, self._trusts_ids = http, attempts, timeout, used_id_means_accepted

    async def _exchange(self, request: httpx.Request, seconds: float) -> Answer:
        if self._http is not None:
            return await exchange(self._http, request, seconds)
        async with httpx.AsyncClient(verify=trusted()) as once:
            return await exchange(once, request, seconds)

    async def _open(self) -> None:
        if self._http is None:
            self._http, self._is_own = httpx.AsyncClient(verify=trusted()), True

    async def _close(self) -> None:
        if self._http is not None and self._is_own:
            await self._http.aclose()
            self._http = None

    async def _schedule(self, message: Mapping[str, Any], within: float | None) -> Scheduled:
        is_new = message.get("requestId") is None
        request_id = str(uuid.uuid4()) if is_new else str(message["requestId"])
        body = {**message, "requestId": request_id}
        end = await self._call("/api/cascade/schedule", body, lambda answer: _accepts(answer, request_id), within)
        if end.failure is None:
            return Scheduled(request_id, False, end.attempts)
        is_used = isinstance(end.failure, RequestIdIsNotUnique)
        if is_used and end.is_open and self._trusts_ids:
            return Scheduled(request_id, True, end.attempts)
        # An earlier call may have scheduled an id of the caller.
        is_unknown = end.is_open or (is_used and not is_new)
        error = UnknownOutcome(f"{end.failure}; it may be scheduled") if is_unknown else end.failure
        error.request_id = request_id
        raise error from end.failure if is_unknown else end.failure.__cause__

    async def _cascades(self) -> list[dict[str, Any]]:
        return _list(await self._ask("/api/cascade/get-all", {}))

    async def _set_callback(self, url: str, secret: str | None, subject_id: int | None) -> dict[str, Any]:
        body = {"statusCallbackUrl": url, "secret": secret, "subjectId": subject_id}
        given = {name: value for name, value in body.items() if value is not None}
        answer = await self._ask("/api/callback/set", given)
        return {**given, **answer} if isinstance(answer, dict) else given

    async def _history(self, request_id: str) -> list[dict[str, Any]]:
        answer = await self._ask("/api/messages/history", {"requestId": request_id})
        entries = _list(answer.get("content") if isinstance(answer, dict) else None)
        # A provider that does not know the filter returns the messages of other requests.
        return [entry for entry in entries if str(entry.get("requestId")).lower() == request_id.lower()]

    async def _ask(self, path: str, body: Mapping[str, Any]) -> Any:
        """Calls an operation that may be repeated freely; returns the parsed body, or None."""
        end = await self._call(path, body, lambda answer: True, None)
        if end.failure is not None:
            raise end.failure
        try:
            return json.loads(end.body)
        except ValueError:
            return None

    async def _call(
        self, path: str, body: Mapping[str, Any], accepts: Callable[[Answer], bool], within: float | None
    ) -> _Ended:
        try:
            content = json.dumps(body, allow_nan=False).encode()
        except (TypeError, ValueError) as error:
            raise InvalidArgument(f"the request is not JSON: {error}") from error
        if within is not None and not within > 0:
            raise InvalidArgument("within: expected seconds above 0")
        end = time.monotonic() + (within if within is not None else float("inf"))
        headers = {**self._headers, "content-type": "application/json"}
        is_open = False
        for attempt in range(1, self._attempts + 1):
            seconds = min(self._timeout, end - time.monotonic())
            # To connect takes less, so that it is known which attempt was never sent.
            timeout = httpx.Timeout(seconds, connect=0.9 * seconds, pool=0.9 * seconds).as_dict()
            request = httpx.Request(
                "POST", self._url + path, content=content, headers=headers, extensions={"timeout": timeout}
            )
            answer = await self._exchange(request, seconds)
            _log.info("%s of %s, attempt %d: %s", path, body.get("requestId"), attempt, _summary(answer))
            if _is_success(answer) and accepts(answer):
                return _Ended(answer.body, None, attempt, is_open)
            is_open = is_open or _may_be_accepted(answer)
            delay = _delay(answer, attempt)
            if attempt == self._attempts or delay is None or delay >= end - time.monotonic():
                break
            await sleep(delay)
        return _Ended(answer.body, _failure_of(answer), attempt, is_open)


def _is_success(answer: Answer) -> bool:
    return answer.response is not None and answer.response.is_success and answer.error is None


def _accepts(answer: Answer, request_id: str) -> bool:
    """Nothing in a success may contradict it (ADR-0001), as a page, a problem or another echo does."""
    if not answer.body.strip():
        return True
    try:
        body = json.loads(answer.body)
    except ValueError:
        return False
    if not isinstance(body, dict):
        return False
    echo, status = body.get("requestId"), body.get("status")
    is_fault = isinstance(status, int) and status > 399
    if isinstance(body.get("title"), str) and (echo is None or is_fault):
        return False
    return echo is None or str(echo).lower() == request_id.lower()


def _summary(answer: Answer) -> str:
    said = "no answer" if answer.response is None else f"status {answer.response.status_code}"
    return said if answer.error is None else f"{said}, {type(answer.error).__name__}"


def _failure_of(answer: Answer) -> CascadeError:
    failure: CascadeError
    if answer.response is None:
        failure = (NotSent if answer.was_never_sent else CascadeError)(f"no answer: {answer.error!r}")
    else:
        status, text = answer.response.status_code, answer.body.decode(errors="replace")
        try:
            problem = None if answer.response.is_success else Problem.of(json.loads(text), status)
        except ValueError:
            problem = None
        failure = problem or UnreadableAnswer(status, text, answer.response.headers.get("location"))
    failure.__cause__ = answer.error
    return failure


def _is_fault(status: int) -> bool:
    return status >= 500 or status == 408


def _may_be_accepted(answer: Answer) -> bool:
    """A gateway may have lost or replaced the answer, and the provider may fail after its commit."""
    if answer.response is None:
        return not answer.was_never_sent
    return answer.response.is_success or _is_fault(answer.response.status_code)


def _delay(answer: Answer, attempt: int) -> float | None:
    """Seconds until the next attempt; None if another would fail in the same way, or the provider asks for long."""
    backoff = min(_LONGEST_WAIT, 0.25 * 2.0 ** (attempt - 1)) * random.uniform(0.5, 1)
    if answer.response is None:
        return backoff
    status = answer.response.status_code
    if not _is_fault(status) and status != 429 and not answer.response.is_success:
        return None
    wait = max(backoff, _asked(answer.response.headers.get("retry-after", "")))
    return wait if wait <= _LONGEST_WAIT else None


def _asked(retry_after: str) -> float:
    """Seconds from now, of a number or a date (RFC 9110 §10.2.3)."""
    if retry_after.isascii() and retry_after.isdigit():
        return float(retry_after)
    try:
        date = parsedate_to_datetime(retry_after)
    except (TypeError, ValueError):
        return 0.0
    return (date.replace(tzinfo=date.tzinfo or timezone.utc) - datetime.now(timezone.utc)).total_seconds()


def _list(body: Any) -> list[dict[str, Any]]:
    if isinstance(body, list) and all(isinstance(one, dict) for one in body):
        return body
    raise UnreadableAnswer(200, json.dumps(body))


class Cascade(_Calls):
    """Calls the service. One client serves all threads, and keeps its connections until it is closed."""

    @cached_property
    def _loop(self) -> Loop:
        return Loop()

    def schedule(self, message: Mapping[str, Any], *, within: float | None = None) -> Scheduled:
        """Schedules a message (§2.1), with its `requestId` or a new one; takes `within` seconds at most. Raises a
        CascadeError otherwise."""
        return self._run(self._schedule(message, within))

    def cascades(self) -> list[dict[str, Any]]:
        """The cascades of the account (§4.2, ADR-0013)."""
        return self._run(self._cascades())

    def set_callback(self, url: str, *, secret: str | None = None, subject_id: int | None = None) -> dict[str, Any]:
        """Registers the address of the status callbacks (ADR-0014). Without a `secret`, the provider may make one, and
        returns it this once (ADR-0057)."""
        return self._run(self._set_callback(url, secret, subject_id))

    def history(self, request_id: str) -> list[dict[str, Any]]:
        """What became of a request (ADR-0035), the latest stage first. An empty list proves nothing while an attempt
        may be under way."""
        return self._run(self._history(request_id))

    def _run(self, call: Coroutine[Any, Any, Result]) -> Result:
        async def opened() -> Result:
            await self._open()
            return await call

        return self._loop.run(opened())

    def close(self) -> None:
        """Closes the connections; a client of your own stays open."""
        self._loop.run(self._close())
        self._loop.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncCascade(_Calls):
    """The same with asyncio. `async with` keeps connections; without it, each request opens its own."""

    async def schedule(self, message: Mapping[str, Any], *, within: float | None = None) -> Scheduled:
        return await self._schedule(message, within)

    async def cascades(self) -> list[dict[str, Any]]:
        return await self._cascades()

    async def set_callback(
        self, url: str, *, secret: str | None = None, subject_id: int | None = None
    ) -> dict[str, Any]:
        return await self._set_callback(url, secret, subject_id)

    async def history(self, request_id: str) -> list[dict[str, Any]]:
        return await self._history(request_id)

    async def close(self) -> None:
        """Closes the connections; a client of your own stays open."""
        await self._close()

    async def __aenter__(self) -> Self:
        await self._open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._close()

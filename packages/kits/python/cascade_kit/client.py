"""Schedules messages. However many attempts a call takes, it schedules one message at most (§2.1, §4.1)."""

from __future__ import annotations

import asyncio
import random
import ssl
import time
import uuid
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import httpx

from .facts import CascadeError, Problem
from .problems import RequestIdIsNotUnique

Answer = httpx.Response | httpx.TransportError
Step = httpx.Request | float


@dataclass(frozen=True)
class Scheduled:
    request_id: str
    replayed: bool
    """An earlier attempt of this call was accepted, although its answer was lost."""
    attempts: int


class UnreadableAnswer(CascadeError):
    """A refusal without a problem body, such as a proxy's page. This provider, or what is before it, refused."""

    def __init__(self, status: int, text: str) -> None:
        self.status, self.text = status, text[:4096]
        super().__init__(f"status {status} without a problem body")


class UnknownOutcome(CascadeError):
    """The message may be scheduled or not. The history tells, or the callbacks; its `__cause__` is the last failure."""


class _Calls:
    """What both clients do, without input and output: `_schedule` asks for requests and waits, and is sent answers."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        attempts: int = 3,
        timeout: float = 10.0,
        used_id_means_accepted: bool = False,
    ) -> None:
        """`used_id_means_accepted`: this provider keeps the ids of accepted requests only (ADR-0007)."""
        self._url = base_url.rstrip("/") + "/api/cascade/schedule"
        self._headers = {"x-api-key": api_key}
        self._attempts, self._timeout, self._trusts_ids = attempts, timeout, used_id_means_accepted

    def _schedule(self, message: Mapping[str, Any]) -> Generator[Step, Answer, Scheduled]:
        body = {"requestId": str(uuid.uuid4()), **message}
        request_id = str(body["requestId"])
        is_open = False
        for attempt in range(1, self._attempts + 1):
            timeout = httpx.Timeout(self._timeout).as_dict()
            answer = yield httpx.Request(
                "POST", self._url, json=body, headers=self._headers, extensions={"timeout": timeout}
            )
            if isinstance(answer, httpx.Response) and answer.is_success:
                return Scheduled(request_id, False, attempt)
            failure = _failure_of(answer)
            if is_open and self._trusts_ids and isinstance(failure, RequestIdIsNotUnique):
                return Scheduled(request_id, True, attempt)
            is_open = is_open or _may_be_accepted(answer)
            delay = _delay(answer, attempt)
            if attempt == self._attempts or delay is None:
                break
            yield delay
        error = UnknownOutcome(f"{failure}; it may be scheduled") if is_open else failure
        error.request_id = request_id
        raise error from failure if is_open else None


def _failure_of(answer: Answer) -> CascadeError:
    if isinstance(answer, httpx.TransportError):
        return CascadeError(f"no answer: {answer!r}")
    try:
        problem = Problem.of(answer.json(), answer.status_code)
    except ValueError:
        problem = None
    return problem or UnreadableAnswer(answer.status_code, answer.text)


def _is_fault(status: int) -> bool:
    return status >= 500 or status == 408


def _may_be_accepted(answer: Answer) -> bool:
    """A gateway may have lost the answer, and the provider may fail after its commit."""
    if isinstance(answer, httpx.Response):
        return _is_fault(answer.status_code)
    return not isinstance(answer, httpx.ConnectError | httpx.ConnectTimeout)


def _delay(answer: Answer, attempt: int) -> float | None:
    """Seconds until the next attempt; None if another would fail in the same way, or the provider asks for long."""
    backoff = min(30.0, 0.25 * 2.0 ** (attempt - 1)) * random.uniform(0.5, 1)
    if isinstance(answer, httpx.TransportError):
        return backoff
    if not _is_fault(answer.status_code) and answer.status_code != 429:
        return None
    asked: str = answer.headers.get("retry-after", "")
    wait = max(backoff, float(asked) if asked.isdigit() else 0.0)
    return wait if wait <= 30 else None


@cache
def _trusted() -> ssl.SSLContext:
    """Of all clients: to read the certificates takes longer than a call."""
    return httpx.create_ssl_context()


class Cascade(_Calls):
    """Schedules messages; one client serves all threads, and keeps its connections."""

    @cached_property
    def _http(self) -> httpx.Client:
        return httpx.Client(verify=_trusted())

    def schedule(self, message: Mapping[str, Any], http: httpx.Client | None = None) -> Scheduled:
        """Schedules a message (§2.1), with its `requestId` or a new one. Raises a CascadeError otherwise."""
        steps = self._schedule(message)
        try:
            step = next(steps)
            while True:
                if isinstance(step, float):
                    time.sleep(step)
                    step = next(steps)
                else:
                    try:
                        answer: Answer = (http or self._http).send(step)
                    except httpx.TransportError as error:
                        answer = error
                    step = steps.send(answer)
        except StopIteration as end:
            scheduled: Scheduled = end.value
            return scheduled


class AsyncCascade(_Calls):
    """Schedules messages with asyncio."""

    async def schedule(self, message: Mapping[str, Any], http: httpx.AsyncClient | None = None) -> Scheduled:
        """Schedules a message (§2.1), with its `requestId` or a new one. Raises a CascadeError otherwise.

        `http` keeps connections: it belongs to an event loop, and so to you.
        """
        if http is None:
            async with httpx.AsyncClient(verify=_trusted()) as own:
                return await self.schedule(message, own)
        steps = self._schedule(message)
        try:
            step = next(steps)
            while True:
                if isinstance(step, float):
                    await asyncio.sleep(step)
                    step = next(steps)
                else:
                    try:
                        answer: Answer = await http.send(step)
                    except httpx.TransportError as error:
                        answer = error
                    step = steps.send(answer)
        except StopIteration as end:
            scheduled: Scheduled = end.value
            return scheduled

"""One request and its answer, within a time that covers all of it."""

from __future__ import annotations

import asyncio
import os
import ssl
import threading
from collections.abc import Coroutine
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

import httpx

Result = TypeVar("Result")
_LONGEST_BODY = 8 * 1024 * 1024  # bytes; a page of the history has about 4 MiB at most (ADR-0035)
_NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)


@dataclass(frozen=True)
class Answer:
    """How an attempt ended. With a response and an error, its body could not be read."""

    response: httpx.Response | None
    body: bytes = b""
    error: httpx.RequestError | None = None

    @property
    def was_never_sent(self) -> bool:
        return self.response is None and isinstance(self.error, _NEVER_SENT)


async def exchange(http: httpx.AsyncClient, request: httpx.Request, seconds: float) -> Answer:
    """Sends a request once. Follows no redirect: one could hand the key to another host, and post a second time."""
    response, body = None, bytearray()

    async def read() -> None:
        nonlocal response
        response = await http.send(request, stream=True, follow_redirects=False)
        try:
            async for part in response.aiter_bytes():
                body.extend(part)
                if len(body) > _LONGEST_BODY:
                    raise httpx.DecodingError(f"the body has more than {_LONGEST_BODY} bytes")
        finally:
            await response.aclose()

    try:
        await asyncio.wait_for(read(), seconds)
        return Answer(response, bytes(body))
    except asyncio.TimeoutError:
        return Answer(response, error=httpx.ReadTimeout("the time of the attempt is over"))
    except httpx.RequestError as error:
        return Answer(response, error=error)


@cache
def trusted() -> ssl.SSLContext:
    """Of all clients: to read the certificates takes longer than a call."""
    return httpx.create_ssl_context()


class Loop:
    """An event loop in a thread of its own, for callers without asyncio: httpx without it cannot end a slow answer."""

    def __init__(self) -> None:
        self._lock, self._process = threading.Lock(), 0

    def run(self, call: Coroutine[Any, Any, Result]) -> Result:
        with self._lock:
            if self._process != os.getpid():  # not begun, or a fork, which has no threads of its parent
                self._loop, self._process = asyncio.new_event_loop(), os.getpid()
                threading.Thread(target=_serve, args=[self._loop], name="cascade_kit", daemon=True).start()
        running = asyncio.run_coroutine_threadsafe(call, self._loop)
        try:
            return running.result()
        finally:
            running.cancel()

    def stop(self) -> None:
        with self._lock:
            if self._process == os.getpid():
                self._loop.call_soon_threadsafe(self._loop.stop)
                self._process = 0


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    loop.run_forever()
    loop.close()

"""How a call ends: a test for each row of calls.json, with asyncio and without; then what is never sent, and what errors say."""

import asyncio
import json
import pickle
import socket
import threading
import time
import unittest
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from unittest import mock

from cascade_kit import (
    AsyncCascade,
    Cascade,
    CascadeError,
    InvalidArgument,
    NotSent,
    Problem,
    UnknownOutcome,
    UnreadableAnswer,
)
from vectors import a_test_for_each

MESSAGE = {
    "cascadeId": 2002,
    "subscriberFilter": {"address": "+12025550100", "type": "PHONE"},
    "content": {"smsContent": {"contentType": "TEXT", "text": "Code 4821"}},
}


class Provider:
    """Does to each attempt what it is told, byte by byte."""

    def __init__(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.attempts, self.bodies, self._server, self._open = 0, [], None, []

    def meets(self, met):
        """The next attempt meets this."""
        self.close()
        if "refuses" in met:
            return
        self._server = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._serve, args=[self._server, met], daemon=True).start()

    def _serve(self, server, met):
        try:
            while True:
                connection, _ = server.accept()
                self._open.append(connection)
                threading.Thread(target=self._answer, args=[connection, met], daemon=True).start()
        except OSError:  # closed
            return

    def _answer(self, connection, met):
        with connection:
            head, _, body = connection.recv(65_536).partition(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
            while len(body) < length:
                body += connection.recv(65_536)
            request_id = json.loads(body).get("requestId", "")
            self.attempts += 1
            self.bodies.append(body)
            if "silent" in met:
                connection.recv(1)  # until the client closes
                return
            sent = response_of(met.get("answer", {"status": 0}), request_id)
            cut = {"before the answer": 0, "in its head": sent.find(b"\r\n\r\n") - 5, "in its body": len(sent) - 5}
            connection.sendall(sent[: cut.get(met.get("breaks"), len(sent))])

    def close(self):
        if self._server:
            # Else a thread that accepts keeps the port.
            self._server.shutdown(socket.SHUT_RDWR)
            self._server.close()
            self._server = None
        for connection in self._open:
            connection.close()
        self._open = []


def response_of(answer, request_id):
    body = answer.get("body", "").replace("{{requestId}}", request_id).replace("{{REQUESTID}}", request_id.upper())
    headers = {
        "connection": "close",
        "content-length": None if answer["status"] in (204, 304) else str(len(body.encode())),
        "content-type": answer.get("type"),
        "content-encoding": answer.get("encoding"),
        "location": answer.get("location"),
        "retry-after": answer.get("retryAfter"),
    }
    lines = [f"HTTP/1.1 {answer['status']} X", *(f"{name}: {value}" for name, value in headers.items() if value)]
    return "\r\n".join([*lines, "", body]).encode()


class Judge(unittest.TestCase):
    def setUp(self):
        self.provider = Provider()
        self.addCleanup(self.provider.close)

    def prepare(self, kind, row):
        """A client whose attempts meet those of the row, one after the other, without a wait between them."""
        client = kind(
            self.provider.url,
            "k",
            attempts=row["most"],
            timeout=30,
            used_id_means_accepted=row["keepsUsed"],
        )
        coming = iter(row["attempts"])

        def next_attempt():
            met = next(coming, {"refuses": True})
            # Only an attempt that has no answer may run out of time.
            client._timeout = 0.3 if "silent" in met else 30
            self.provider.meets(met)

        async def sleep(_):
            next_attempt()

        next_attempt()
        patched = mock.patch("cascade_kit.client.sleep", sleep)
        patched.start()
        self.addCleanup(patched.stop)
        own = {"requestId": "0b1d6c3e-5f5a-4f0e-9a55-000000000001"} if row["requestId"] == "caller" else {}
        return client, {**MESSAGE, **own}

    def check(self, row, error):
        outcome = "unknown" if isinstance(error, UnknownOutcome) else "not-scheduled" if error else "scheduled"
        self.assertEqual(outcome, row["outcome"], error)
        reached = [met for met in row["attempts"] if "refuses" not in met]
        self.assertEqual(self.provider.attempts, len(reached))
        if error:
            self.assertIsInstance(error, CascadeError)
            self.assertIn(error.request_id, str(error))
            self.assertEqual("it may be scheduled" in str(error), outcome == "unknown")
            self.assertEqual(str(pickle.loads(pickle.dumps(error))), str(error))


@a_test_for_each("calls.json")
class Calls(Judge):
    def judge(self, row):
        client, message = self.prepare(Cascade, row)
        error = None
        with client:
            try:
                client.schedule(message)
            except Exception as raised:  # noqa: BLE001 - only a CascadeError may come, which is checked
                error = raised
        self.check(row, error)


@a_test_for_each("calls.json")
class AsyncCalls(Judge):
    def judge(self, row):
        async def call():
            client, message = self.prepare(AsyncCascade, row)
            async with client:
                await client.schedule(message)

        error = None
        try:
            asyncio.run(call())
        except Exception as raised:  # noqa: BLE001 - only a CascadeError may come, which is checked
            error = raised
        self.check(row, error)


class Served(unittest.TestCase):
    """Calls a provider that always does the same."""

    def serve(self, status=200, body="{}", **rest):
        provider = Provider()
        self.addCleanup(provider.close)
        provider.meets({"answer": {"status": status, "type": "application/json", "body": body, **rest}})
        return provider

    def client(self, provider, **options):
        client = Cascade(provider.url, "k", **options)
        self.addCleanup(client.close)
        return client


class NeverSent(Served):
    def test_an_address_without_a_scheme(self):
        for url in ("127.0.0.1:4010", "ftp://a", "https://", "http://user:secret@a", "http://a?b", "http://a b"):
            with self.assertRaisesRegex(InvalidArgument, "base_url: expected") as raised:
                Cascade(url, "k")
            self.assertNotIn("secret", str(raised.exception))

    def test_a_key_that_no_header_can_carry(self):
        for key in ("", " ", "k\n", "k\r\nx: y", "kľúč"):
            with self.assertRaisesRegex(InvalidArgument, "api_key: expected"):
                Cascade("http://a", key)

    def test_a_message_that_is_not_json(self):
        provider = self.serve()
        for message in ({"content": object()}, {"content": float("nan")}):
            with self.assertRaises(NotSent) as raised:
                self.client(provider).schedule(message)
            self.assertNotIn("may be scheduled", str(raised.exception))
        self.assertEqual(provider.attempts, 0)

    def test_a_call_without_time(self):
        provider = self.serve()
        with self.assertRaisesRegex(InvalidArgument, "within: expected"):
            self.client(provider).schedule(MESSAGE, within=0)
        self.assertEqual(provider.attempts, 0)

    def test_a_task_that_is_cancelled_before_the_call(self):
        provider = self.serve()

        async def call():
            task = asyncio.create_task(AsyncCascade(provider.url, "k").schedule(MESSAGE))
            task.cancel()
            await task

        with self.assertRaises(asyncio.CancelledError):
            asyncio.run(call())
        self.assertEqual(provider.attempts, 0)


class Redirects(Served):
    def test_none_is_followed_to_another_host(self):
        other = self.serve()
        for status in (301, 302, 303, 307, 308):
            provider = self.serve(status, "", location=f"{other.url}/login?token=abc")
            with self.assertRaises(UnreadableAnswer) as raised:
                self.client(provider).schedule(MESSAGE)
            self.assertEqual(
                (raised.exception.status, raised.exception.location), (status, f"{other.url}/login?token=abc")
            )
            self.assertIn(f"status {status}", str(raised.exception))
            self.assertIn("/login and is not followed", str(raised.exception))
        self.assertEqual(other.attempts, 0)


class Times(Served):
    def test_an_answer_that_drips_ends_with_its_attempt(self):
        for head in (b"HTTP/1.1 500 X\r\ncontent-length: 999\r\n\r\n", b"HTTP/1.1 500 X\r\nx: "):
            server = socket.create_server(("127.0.0.1", 0))
            self.addCleanup(server.close)

            def drip(server=server, head=head):
                connection, _ = server.accept()
                with connection:
                    connection.sendall(head)
                    try:
                        while True:
                            connection.sendall(b" ")
                            time.sleep(0.05)
                    except OSError:  # the client has ended it
                        return

            threading.Thread(target=drip, daemon=True).start()
            begin = time.monotonic()
            url = f"http://127.0.0.1:{server.getsockname()[1]}"
            with Cascade(url, "k", attempts=1, timeout=0.5) as client, self.assertRaises(UnknownOutcome):
                client.schedule(MESSAGE)
            self.assertLess(time.monotonic() - begin, 20)

    def waits_for(self, retry_after, **options):
        provider, waited = self.serve(429, '{"title":"too-many-requests","status":429}', retryAfter=retry_after), []

        async def sleep(seconds):
            waited.append(seconds)

        with mock.patch("cascade_kit.client.sleep", sleep), self.assertRaises(Problem):
            self.client(provider, attempts=2).schedule(MESSAGE, **options)
        return waited

    def test_retry_after_in_seconds(self):
        self.assertEqual(self.waits_for("7"), [7.0])

    def test_retry_after_as_a_date(self):
        [waited] = self.waits_for(format_datetime(datetime.now(timezone.utc) + timedelta(seconds=20), usegmt=True))
        self.assertTrue(0 < waited <= 20 and waited > 1, waited)

    def test_retry_after_of_long_or_of_nothing(self):
        self.assertEqual(self.waits_for("31"), [])
        for odd in ("soon", "-1", "²", "Sat, 21 Nov 2020 12:00:00 GMT"):
            [waited] = self.waits_for(odd)
            self.assertLess(waited, 0.3)

    def test_a_call_ends_within_the_time_that_it_has(self):
        self.assertEqual(self.waits_for("20", within=5), [])


class Said(Served):
    def test_an_error_says_code_detail_status_and_request(self):
        body = '{"title":"matched-template-not-found","status":400,"detail":"/cascadeId: must be integer"}'
        with self.assertRaises(Problem) as raised:
            self.client(self.serve(400, body)).schedule(MESSAGE)
        said = str(raised.exception)
        for part in (
            "matched-template-not-found: /cascadeId: must be integer.",
            "(status 400)",
            raised.exception.request_id,
        ):
            self.assertIn(part, said)
        copy = pickle.loads(pickle.dumps(raised.exception))
        self.assertEqual((type(copy), str(copy), copy.detail), (type(raised.exception), said, raised.exception.detail))

    def test_the_cause_of_an_unknown_outcome_survives_pickle(self):
        body = '{"title":"system-error","status":500}'
        with self.assertRaises(UnknownOutcome) as raised:
            self.client(self.serve(500, body), attempts=1).schedule(MESSAGE)
        copy = pickle.loads(pickle.dumps(raised.exception))
        self.assertEqual((copy.__cause__.code, copy.__cause__.status), ("system-error", 500))

    def test_the_log_has_each_attempt_and_neither_key_nor_number(self):
        url = self.serve(400, '{"title":"out-of-balance"}').url
        with self.assertLogs("cascade_kit", "INFO") as logs, Cascade(url, "secret-key") as client:
            self.assertRaises(Problem, client.schedule, MESSAGE)
        self.assertRegex(logs.output[0], r"/api/cascade/schedule of [0-9a-f-]{36}, attempt 1: status 400")
        self.assertNotRegex("".join(logs.output), "secret-key|2025550100|4821")


class Others(Served):
    def test_the_cascades_are_listed(self):
        provider = self.serve(body='[{"id":2002}]')
        self.assertEqual(self.client(provider).cascades(), [{"id": 2002}])
        with self.assertRaises(UnreadableAnswer):
            self.client(self.serve(body="<html>")).cascades()

    def test_a_callback_is_registered_and_a_made_secret_is_returned(self):
        provider = self.serve(body='{"secret":"whsec_made"}')
        made = self.client(provider).set_callback("https://shop.example/status", subject_id=2)
        sent = {"statusCallbackUrl": "https://shop.example/status", "subjectId": 2}
        self.assertEqual((made, json.loads(provider.bodies[0])), ({**sent, "secret": "whsec_made"}, sent))

    def test_the_history_has_the_entries_of_the_request_only(self):
        provider = self.serve(body='{"hasNext":false,"content":[{"requestId":"A","messageId":1},{"requestId":"b"}]}')
        self.assertEqual(self.client(provider).history("a"), [{"requestId": "A", "messageId": 1}])
        with self.assertRaises(Problem):
            self.client(self.serve(404, '{"title":"not-found","status":404}')).history("a")

    def test_with_asyncio(self):
        async def call():
            async with AsyncCascade(self.serve(body='[{"id":2002}]').url, "k") as client:
                return await client.cascades()

        self.assertEqual(asyncio.run(call()), [{"id": 2002}])


if __name__ == "__main__":
    unittest.main()

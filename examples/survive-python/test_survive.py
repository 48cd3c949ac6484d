"""Tests that the shop survives what a provider does to it. A mock with --control runs at CASCADE_MOCK.

python3 -m unittest --verbose
"""

import importlib
import json
import os
import threading
import unittest
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cascade_kit import Cascade

MOCK = os.environ.get("CASCADE_MOCK", "http://127.0.0.1:4010")
Shop = importlib.import_module(os.environ.get("SHOP", "shop")).Shop  # SHOP=careless tries another program


def control(path: str, body: dict[str, Any] | None = None) -> Any:
    """Calls the control interface of the mock: POST with a body, else GET."""
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(
        urllib.request.Request(f"{MOCK}/control/{path}", data, {"content-type": "application/json"})
    ) as answer:
        return json.load(answer)


class Survive(unittest.TestCase):
    def setUp(self) -> None:
        """A shop with an account of its own: CHATTWO, after five minutes SMS. The clock of the account is stopped."""
        stages = [{"channel": "CHATTWO", "ttl": "00:05:00"}, {"channel": "SMS"}]
        account = control("accounts", {"cascades": [{"id": 1, "stages": stages}]})
        self.account = account["name"]
        control("clock", {"account": self.account, "speed": 0})

        cascade = Cascade(MOCK, account["key"], attempts=1)  # a second attempt would wait a quarter of a second
        self.addCleanup(cascade.close)
        self.shop = Shop(cascade, account["callbackSecret"])
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler_of(self.shop))
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        cascade.set_callback(f"http://127.0.0.1:{server.server_port}/", secret=account["callbackSecret"])

    def test_lost_answer(self) -> None:
        """After a lost answer, the message is sent once."""
        control("behaviours", {"account": self.account, "operation": "scheduleMessage", "fault": "accept-and-lose"})

        self.shop.send("+12025550199", "Tomorrow at 10")

        first = control(f"requests?account={self.account}&operation=scheduleMessage")["requests"][0]
        self.assertIsNone(first["status"])  # its answer was lost
        self.assertEqual(control(f"accounts?account={self.account}")["usedRequestIdCount"], 1)

    def test_doubled_callback(self) -> None:
        """A callback that comes twice is billed once."""
        control("scenes", {"account": self.account, "callbacks": [{"status": "DELIVERED", "repeat": 1}]})

        self.shop.send("+12025550199", "Tomorrow at 10")
        control("clock", {"account": self.account, "forwardSeconds": 0})  # until all callbacks are answered

        sent = control(f"callbacks?account={self.account}&eventStatus=DELIVERED")["callbacks"]
        self.assertEqual(len(sent), 2)
        self.assertEqual(self.shop.billed, 1)

    def test_late_delivery(self) -> None:
        """A message that is delivered late, after its last stage has failed, is delivered."""
        late = {"channel": "CHATTWO", "receipts": [{"status": "DELIVERED", "afterSeconds": 420}]}
        stages = [late, {"channel": "SMS", "response": "UNDELIVERED"}]
        control("scenes", {"account": self.account, "stages": stages})

        request_id = self.shop.send("+12025550199", "Tomorrow at 10")
        control("clock", {"account": self.account, "forwardSeconds": 300})
        self.assertEqual(self.shop.outcome(request_id), "failed")

        control("clock", {"account": self.account, "forwardSeconds": 120})
        self.assertEqual(self.shop.outcome(request_id), "delivered")


def handler_of(shop: Any) -> type[BaseHTTPRequestHandler]:
    class Callbacks(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            self.send_response(shop.receive(self.command, dict(self.headers), body))
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Says nothing of each callback."""

    return Callbacks

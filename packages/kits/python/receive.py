"""Receives callbacks, and handles each once.

CASCADE_SECRETS='whsec_…' python receive.py
"""

import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cascade_kit import Receiver, StatusEvent

# Two are current while one is replaced.
receiver = Receiver(os.environ["CASCADE_SECRETS"].split())


def handle(event: StatusEvent) -> None:
    """Store the event and return: the provider waits some seconds only."""
    print(event.request_id, event.status, event.reason, flush=True)


class Callbacks(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.answer(receiver.receive(dict(self.headers), body, handle))

    def do_HEAD(self) -> None:
        """An address can be registered only if it answers with 200 (ADR-0014)."""
        self.answer(200)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Callbacks).serve_forever()

"""Receives callbacks, and handles each once.

CASCADE_SECRETS='whsec_…' python receive.py
"""

import logging
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cascade_kit import Receiver, SqliteIds, StatusEvent

LONGEST_BODY = 65_536

# Two secrets are current while one is replaced. The ids of handled events are in memory, unless a file is named.
ids = SqliteIds(os.environ["CASCADE_IDS"]) if "CASCADE_IDS" in os.environ else None
receiver = Receiver(os.environ["CASCADE_SECRETS"].split(), ids, longest_body=LONGEST_BODY)


def handle(event: StatusEvent) -> None:
    """Store the event and return: the provider waits some seconds only."""
    print(event.request_id, event.status, event.reason, flush=True)


class Callbacks(BaseHTTPRequestHandler):
    timeout = 20  # seconds for a slow sender

    def receive(self) -> None:
        """Also a HEAD: an address can be registered only if it answers with 200 (ADR-0014)."""
        length = self.headers.get("content-length", "0")
        # One byte more than the receiver takes shows it that there is more.
        size = min(int(length), LONGEST_BODY + 1) if length.isascii() and length.isdigit() else 0
        self.answer(receiver.receive(dict(self.headers), self.rfile.read(size), handle, self.command))

    do_POST = do_HEAD = do_GET = do_PUT = receive

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()


class Server(ThreadingHTTPServer):
    request_queue_size = 128  # connections that wait to be accepted: with 5, many events at once time out


def main() -> None:
    logging.basicConfig(level=logging.WARNING)  # says why a callback is refused
    Server(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Callbacks).serve_forever()


if __name__ == "__main__":
    main()

"""A small provider of the cascade API, in Python's standard library alone.

python3 provider.py [--port 4020] [--test-clock]
"""

import argparse
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from contract import Problem, malformed
from deliveries import Deliveries
from ledger import Ledger

MOST_BYTES = 1_000_000


class Provider(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port: int, accounts: Path, has_test_clock: bool) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.ledger = Ledger(accounts)
        self.deliveries = Deliveries()
        self.operations = {"/api/cascade/schedule": ("POST", schedule), "/callback": ("PUT", register)}
        if has_test_clock:
            self.operations["/clock"] = ("POST", put_forward)

    def account_for(self, operation: object, key: str | None) -> dict:
        """Everything but the test clock needs a key (§5)."""
        return {} if operation is put_forward else self.ledger.account_of(key)


def schedule(provider: Provider, account: dict, body: object) -> dict:
    is_repeated = provider.ledger.schedule(account, body)
    provider.deliveries.accept(account, body, is_repeated)
    return {"scheduled": body["requestId"]}


def register(_: Provider, account: dict, body: object) -> dict:
    if not isinstance(body, dict) or not str(body.get("address")).startswith(("http://", "https://")):
        raise malformed("address must be an http or https address")
    account["callback"] = body["address"]
    return {}


def put_forward(provider: Provider, _: dict, body: object) -> dict:
    if not isinstance(body, dict) or type(body.get("seconds")) is not int:
        raise malformed("seconds must be an integer")
    provider.ledger.ahead += body["seconds"]
    return {}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 65_536  # Sends an answer in one piece: small writes would wait for acknowledgements.
    timeout = 60

    def __getattr__(self, name: str):
        """Answers any method; an unsupported one gets a problem body."""
        if name.startswith("do_"):
            return self.handle_request
        raise AttributeError(name)

    def handle_request(self) -> None:
        allow = {}
        try:
            text = self.read_body()
            operation = self.server.operations.get(self.path.partition("?")[0])
            if operation is None:
                raise Problem("not-found", 404)
            method, run = operation
            if self.command != method:
                allow = {"Allow": method}
                raise Problem("method-not-allowed", 405)
            account = self.server.account_for(run, self.headers.get("x-api-key"))
            self.answer(200, run(self.server, account, parse(text)))
        except Problem as problem:
            headers = {"WWW-Authenticate": "ApiKey"} if problem.status == 401 else allow
            self.answer(problem.status, problem.body(), headers)
        except Exception:
            self.answer(500, Problem("system-error", 500).body())
            raise

    def read_body(self) -> bytes:
        length = self.headers.get("content-length", "0")
        if "transfer-encoding" in self.headers or not length.isdecimal() or int(length) > MOST_BYTES:
            self.close_connection = True
            raise malformed(f"the body must have a length, of {MOST_BYTES} bytes at most")
        return self.rfile.read(int(length))

    def answer(self, status: int, body: dict, headers: dict | None = None) -> None:
        text = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text)

    def log_message(self, *_: object) -> None:
        """No log: requests carry keys and addresses."""


def parse(text: bytes) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise malformed("the body must be JSON") from None


def main() -> None:
    parser = argparse.ArgumentParser(description="A small provider of the cascade API.")
    parser.add_argument("--port", type=int, default=4020, help="0 takes a free one")
    parser.add_argument("--accounts", type=Path, default=Path(__file__).with_name("accounts.json"))
    parser.add_argument("--test-clock", action="store_true", help="POST /clock puts the time forward")
    options = parser.parse_args()
    provider = Provider(options.port, options.accounts, options.test_clock)
    print(f"http://127.0.0.1:{provider.server_port}", flush=True)
    try:
        provider.serve_forever()
    except KeyboardInterrupt:
        provider.server_close()


if __name__ == "__main__":
    main()

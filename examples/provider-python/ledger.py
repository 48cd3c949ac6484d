"""Accounts: their keys, used request ids and money."""

import json
import threading
import time
from datetime import date
from pathlib import Path

from contract import Problem, check_content, check_coverage, check_shape

DUPLICATE_WINDOW = 300


class Ledger:
    def __init__(self, file: Path) -> None:
        self.accounts = json.loads(file.read_text())
        self.used: set[tuple[str, str]] = set()
        self.sent: dict[tuple, float] = {}
        self.ahead = 0
        self.lock = threading.Lock()

    def account_of(self, key: str | None) -> dict:
        """The account of a known, unexpired key (§5)."""
        today = date.today().isoformat()
        for account in self.accounts:
            if key in account["keys"] and (account["keys"][key] is None or account["keys"][key] >= today):
                return account
        raise Problem("auth-error", 401)

    def schedule(self, account: dict, body: object) -> bool:
        """Schedules the message, or raises the problem of the first broken rule (§4.1). Returns whether the message
        duplicates one of the last five minutes (§7.4)."""
        check_shape(body)
        with self.lock:
            used = (account["name"], body["requestId"].lower())
            if used in self.used:
                raise Problem("requestId-is-not-unique")
            cascade = next((each for each in account["cascades"] if each["id"] == body["cascadeId"]), None)
            if cascade is None:
                raise Problem("cascade-not-found")
            content = body.get("content", {})
            check_coverage(content, cascade)
            check_content(content)
            if account["messagesLeft"] < 1:
                raise Problem("out-of-balance")
            account["messagesLeft"] -= 1
            self.used.add(used)
            return self.repeats(account, body["subscriberFilter"]["address"], content)

    def repeats(self, account: dict, address: str, content: dict) -> bool:
        now = time.monotonic() + self.ahead
        message = (account["name"], address, json.dumps(content, sort_keys=True))
        before = self.sent.get(message)
        self.sent[message] = now
        return before is not None and now - before <= DUPLICATE_WINDOW

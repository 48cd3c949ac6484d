"""The same shop, with a mistake for each of the tests."""

import json
from collections.abc import Mapping

from cascade_kit import Cascade, UnknownOutcome


class Shop:
    def __init__(self, cascade: Cascade, secret: str) -> None:
        self.cascade = cascade
        self.outcomes: dict[str, str] = {}
        self.billed = 0

    def send(self, address: str, text: str) -> str:
        content = {"contentType": "TEXT", "text": text}
        message = {
            "cascadeId": 1,
            "subscriberFilter": {"address": address, "type": "PHONE"},
            "content": {"chattwoContent": content, "smsContent": content},
        }
        try:
            return self.cascade.schedule(message).request_id
        except UnknownOutcome:  # sends it again, and each call makes a new request id
            return self.cascade.schedule(message).request_id

    def receive(self, method: str, headers: Mapping[str, str], body: bytes) -> int:
        """Takes an event as new each time that it comes, and the first end of a message as the last."""
        if method == "POST":
            event = json.loads(body)
            self.billed += event["status"] == "DELIVERED"
            if event["status"] in ("DELIVERED", "UNDELIVERED"):
                outcome = "delivered" if event["status"] == "DELIVERED" else "failed"
                self.outcomes.setdefault(event["requestId"], outcome)
        return 200

    def outcome(self, request_id: str) -> str:
        return self.outcomes.get(request_id, "open")

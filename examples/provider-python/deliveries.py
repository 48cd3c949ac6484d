"""Simulates delivery, and sends a callback for each outcome (§6, §7.4)."""

import json
import queue
import threading
import time
import urllib.request

# The last two digits of a demo address select the outcome.
REASONS = {
    "01": "not-chattwo-user",
    "02": "not-template-match",
    "03": "session-not-started",
    "04": "daily-rate-limit",
    "05": "too-long-message",
    "06": "chat-window-closed",
    "07": "media-request-failed",
    "08": "error-subject-unknown",
    "11": "message-undeliverable",
    "12": "spam-rate-limit-hit",
    "13": "marketing-template-undeliverable",
}
ATTEMPTS = 4


class Deliveries:
    def __init__(self) -> None:
        self.waiting: queue.SimpleQueue = queue.SimpleQueue()
        threading.Thread(target=self.work, daemon=True).start()

    def accept(self, account: dict, body: dict, is_repeated: bool) -> None:
        reason = reason_of(body["subscriberFilter"]["address"], is_repeated)
        state = {"status": "DELIVERED"} if reason is None else {"status": "UNDELIVERED", "reason": reason}
        if "callback" in account:
            self.waiting.put((account["callback"], {"message": body["requestId"], "state": state}))

    def work(self) -> None:
        while True:
            url, event = self.waiting.get()
            threading.Thread(target=tell, args=(url, event), daemon=True).start()


def reason_of(address: str, is_repeated: bool) -> str | None:
    if is_repeated:
        return "duplicated"
    if not (address.startswith("+") and address[1:].isdecimal()):
        return "error-address-format"
    return REASONS.get(address[-2:]) if address.startswith("+120255501") else None


def tell(url: str, event: dict) -> None:
    """Sends the callback, and retries with longer pauses until the receiver accepts it."""
    headers = {"content-type": "application/json"}
    for attempt in range(ATTEMPTS):
        try:
            request = urllib.request.Request(url, json.dumps(event).encode(), headers)
            urllib.request.urlopen(request, timeout=5).close()
            return
        except OSError:
            time.sleep(2**attempt)

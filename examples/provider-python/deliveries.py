"""Simulates delivery, and sends a callback for each outcome (§6, §7.4)."""

import json
import queue
import threading
import time
import urllib.request

from generated.demo_numbers import OUTCOMES

# §7.4 allows both spellings; this provider has the other one.
SPELLINGS = {"no-template-match": "not-template-match"}
DELIVERED = {"status": "DELIVERED"}
ATTEMPTS = 4


class Deliveries:
    def __init__(self) -> None:
        self.waiting: queue.SimpleQueue = queue.SimpleQueue()
        threading.Thread(target=self.work, daemon=True).start()

    def accept(self, account: dict, body: dict, is_repeated: bool) -> None:
        state = state_of(body["subscriberFilter"]["address"], channels_of(account, body), is_repeated)
        if "callback" in account:
            self.waiting.put((account["callback"], {"message": body["requestId"], "state": state}))

    def work(self) -> None:
        while True:
            url, event = self.waiting.get()
            threading.Thread(target=tell, args=(url, event), daemon=True).start()


def channels_of(account: dict, body: dict) -> list[str]:
    cascade = next(one for one in account["cascades"] if one["id"] == body["cascadeId"])
    return [stage["channel"] for stage in cascade["stages"]]


def state_of(address: str, channels: list[str], is_repeated: bool) -> dict:
    """How the cascade ends: the next stage starts only when the one before is undelivered."""
    if is_repeated:
        return undelivered("duplicated")
    if not (address.startswith("+") and address[1:].isdecimal()):
        return undelivered("error-address-format")
    state = DELIVERED
    for channel in channels:
        state = OUTCOMES.get(address, {}).get(channel, DELIVERED)
        if state["status"] != "UNDELIVERED":
            return state
    return undelivered(state["reason"])


def undelivered(reason: str) -> dict:
    return {"status": "UNDELIVERED", "reason": SPELLINGS.get(reason, reason)}


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

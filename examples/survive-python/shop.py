"""A shop that sends reminders by one cascade, and bills each delivery to its customer."""

import uuid
from collections.abc import Mapping

from cascade_kit import Cascade, Receiver, StatusEvent, UnknownOutcome, outcome_of


class Shop:
    def __init__(self, cascade: Cascade, secret: str) -> None:
        self.cascade, self.receiver = cascade, Receiver([secret])
        self.events: list[StatusEvent] = []
        self.billed = 0

    def send(self, address: str, text: str) -> str:
        """Returns the request id once the message is known to be scheduled."""
        request_id = str(uuid.uuid4())  # a real shop stores it first
        content = {"contentType": "TEXT", "text": text}
        message = {
            "requestId": request_id,
            "cascadeId": 1,
            "subscriberFilter": {"address": address, "type": "PHONE"},
            "content": {"chattwoContent": content, "smsContent": content},
        }
        try:
            self.cascade.schedule(message)  # each attempt has the same request id
        except UnknownOutcome:
            if not self.cascade.history(request_id):
                raise
        return request_id

    def receive(self, method: str, headers: Mapping[str, str], body: bytes) -> int:
        """Takes a callback; returns the status to answer with."""
        return self.receiver.receive(headers, body, self.handle, method)

    def handle(self, event: StatusEvent) -> None:
        """Called once for each event, however often it comes."""
        self.events.append(event)
        self.billed += event.status == "DELIVERED"

    def outcome(self, request_id: str) -> str:
        """What became of a message: delivered, failed or open."""
        (first,) = (one["stages"][0] for one in self.cascade.cascades() if one["id"] == 1)
        stages = [first["uuid"], first["stages"][0]["uuid"]]
        return outcome_of([event for event in self.events if event.request_id == request_id], stages)

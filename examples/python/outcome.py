"""The outcome of a message from its events (ADR-0048)."""

FAILURES = {"UNDELIVERED", "FAILED", "CANCELLED"}


def outcome_of(events, stages):
    """`delivered`, `failed` or `open`, from the events of a message so far and the UUIDs of its stages in order."""
    if any(event["status"] in ("DELIVERED", "READ") for event in events):
        return "delivered"
    last = stages[-1].lower() if stages else None
    for event in events:
        stage = event.get("cascadeStageUUID")
        if event["status"] == "EXPIRED":
            return "failed"
        if event["status"] in FAILURES and (stage is None or stage.lower() == last):
            return "failed"
    return "open"

"""The round trip of `npm run trials -- interop`, by the client that openapi-python-client generated."""

import json
import sys

from api.api.callbacks import set_callback
from api.api.history import list_messages
from api.api.messages import schedule_message
from api.client import AuthenticatedClient
from api.models import CallbackRegistration, MessageHistoryRequest, SchedulingRequest, StatusEvent

operations = {
    "schedule": (SchedulingRequest, schedule_message),
    "setCallback": (CallbackRegistration, set_callback),
    "history": (MessageHistoryRequest, list_messages),
}


def send(step):
    model, operation = operations[step["operation"]]
    client = AuthenticatedClient(
        base_url=step["url"], token="demo-key", prefix="", auth_header_name="x-api-key"
    )
    body = model.from_dict(json.loads(step["body"]))
    answer = operation.sync_detailed(client=client, body=body)
    parsed = answer.parsed
    entries = getattr(parsed, "content", None)
    return {
        "status": int(answer.status_code),
        "requestId": getattr(parsed, "request_id", None),
        "title": getattr(parsed, "title", None),
        "entries": None if entries is None else len(entries),
    }


def decode(step):
    event = StatusEvent.from_dict(json.loads(step["body"])).to_dict()
    return {name: event.get(name) for name in ("requestId", "status", "error")}


for step in json.load(open(sys.argv[1])):
    try:
        saw = decode(step) if step["operation"] == "decode" else send(step)
    except Exception as error:
        saw = {"failed": repr(error)[:300]}
    print(json.dumps({"step": step["name"], "saw": saw}, default=str))

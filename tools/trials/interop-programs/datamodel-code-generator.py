"""The round trip of `npm run trials -- interop`, with the models that datamodel-code-generator generated."""

import json
import sys
import urllib.error
import urllib.request

from api import (
    CallbackRegistration,
    MessageHistory,
    MessageHistoryRequest,
    Problem,
    SchedulingRequest,
    SchedulingResult,
    StatusEvent,
)

operations = {
    "schedule": (SchedulingRequest, "/api/cascade/schedule", SchedulingResult),
    "setCallback": (CallbackRegistration, "/api/callback/set", None),
    "history": (MessageHistoryRequest, "/api/messages/history", MessageHistory),
}


def post(url, body):
    headers = {"x-api-key": "demo-key", "content-type": "application/json"}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body.encode(), headers)) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.read()


def send(step):
    model, path, result = operations[step["operation"]]
    body = model.model_validate_json(step["body"]).model_dump_json(exclude_unset=True)
    status, text = post(step["url"] + path, body)
    saw = {"status": status}
    if status >= 400:
        saw["title"] = json.loads(Problem.model_validate_json(text).model_dump_json())["title"]
    elif result is not None:
        answer = result.model_validate_json(text)
        saw["requestId"] = getattr(answer, "requestId", None)
        saw["entries"] = len(getattr(answer, "content", []))
    return saw


def decode(step):
    event = json.loads(StatusEvent.model_validate_json(step["body"]).model_dump_json())
    return {name: event.get(name) for name in ("requestId", "status", "error")}


for step in json.load(open(sys.argv[1])):
    try:
        saw = decode(step) if step["operation"] == "decode" else send(step)
    except Exception as error:
        saw = {"failed": repr(error)[:300]}
    print(json.dumps({"step": step["name"], "saw": saw}, default=str))

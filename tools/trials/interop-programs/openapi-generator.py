"""The round trip of `npm run trials -- interop`, by the client that OpenAPI Generator wrote for Python."""

import json
import sys

from api import (
    ApiClient,
    ApiException,
    CallbackRegistration,
    CallbacksApi,
    HistoryApi,
    Configuration,
    MessageHistoryRequest,
    MessagesApi,
    Problem,
    SchedulingRequest,
    StatusEvent,
)

operations = {
    "schedule": (SchedulingRequest, MessagesApi, "schedule_message_with_http_info"),
    "setCallback": (CallbackRegistration, CallbacksApi, "set_callback_with_http_info"),
    "history": (MessageHistoryRequest, HistoryApi, "list_messages_with_http_info"),
}


def send(step):
    model, api, operation = operations[step["operation"]]
    configuration = Configuration(host=step["url"], api_key={"ApiKeyAuth": "demo-key"})
    call = getattr(api(ApiClient(configuration)), operation)
    try:
        answer = call(model.from_json(step["body"]))
    except ApiException as error:
        problem = error.data if isinstance(error.data, Problem) else Problem.from_json(error.body)
        return {"status": error.status, "title": problem.to_dict()["title"]}
    entries = getattr(answer.data, "content", None)
    return {
        "status": answer.status_code,
        "requestId": getattr(answer.data, "request_id", None),
        "entries": None if entries is None else len(entries),
    }


def decode(step):
    event = StatusEvent.from_json(step["body"]).to_dict()
    return {name: event.get(name) for name in ("requestId", "status", "error")}


for step in json.load(open(sys.argv[1])):
    try:
        saw = decode(step) if step["operation"] == "decode" else send(step)
    except Exception as error:
        saw = {"failed": repr(error)[:300]}
    print(json.dumps({"step": step["name"], "saw": saw}, default=str))

"""The one hook that users of Schemathesis need here: a request id that is new (section 2.1)."""

import uuid

import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    body = case.body
    if isinstance(body, dict) and isinstance(body.get("requestId"), str):
        try:
            uuid.UUID(body["requestId"])
        except ValueError:
            return
        body["requestId"] = str(uuid.uuid4())

"""The callbacks of `npm run trials -- interop`, with the models that Modelina generated."""

import json
import sys

from api.status_event import StatusEvent

for step in json.load(open(sys.argv[1])):
    try:
        event = StatusEvent.model_validate_json(step["body"]).model_dump(mode="json", by_alias=True)
        saw = {name: event[name] for name in ("requestId", "status", "error")}
    except Exception as error:
        saw = {"failed": repr(error)[:300]}
    print(json.dumps({"step": step["name"], "saw": saw}))

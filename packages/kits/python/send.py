"""Schedules one SMS, and explains a refusal.

python send.py +12025550100 'Code 4821' [REQUEST_ID]
"""

import os
import sys
from typing import Any

from cascade_kit import Cascade, CascadeError, UnknownOutcome

cascade = Cascade(
    os.environ.get("CASCADE_URL", "http://127.0.0.1:4010"),
    os.environ.get("CASCADE_API_KEY", "demo-key"),
    timeout=float(os.environ.get("CASCADE_TIMEOUT", "30")),
)


def main(address: str = "+12025550100", text: str = "Code 4821", request_id: str = "") -> int:
    message: dict[str, Any] = {
        "cascadeId": int(os.environ.get("CASCADE_ID", "2002")),
        "subscriberFilter": {"address": address, "type": "PHONE"},
        "content": {"smsContent": {"contentType": "TEXT", "text": text}},
    }
    if request_id:  # else the call makes one
        message["requestId"] = request_id
    try:
        scheduled = cascade.schedule(message)
    except UnknownOutcome as error:
        print(f"unknown: {error}; ask the history, or send it again with the request id {error.request_id}")
        return 2
    except CascadeError as error:
        print(f"not scheduled: {error}")
        return 1
    print("scheduled", scheduled.request_id)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

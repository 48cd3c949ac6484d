"""Schedules one SMS, and explains a refusal.

    python send.py +12025550100 'Code 4821' [REQUEST_ID]
"""

import json
import os
import sys
import urllib.error
import urllib.request
import uuid

URL = os.environ.get("CASCADE_URL", "http://127.0.0.1:4010")
API_KEY = os.environ.get("CASCADE_API_KEY", "demo-key")
CASCADE_ID = int(os.environ.get("CASCADE_ID", "2002"))

# What to do about some codes. The list of the contract grows, so a program must cope with others.
ADVICE = {
    "auth-error": "the key is wrong or has expired: ask for another",
    "out-of-balance": "top up the account",
    "requestId-is-not-unique": "this id was used before: a message with it may be scheduled",
    # The contract has two spellings of this one (§7.1).
    "cascade-scheduling-request-is-not-valid": "give one content object for each channel of the cascade",
    "cascade-scheduling-request-not-valid": "give one content object for each channel of the cascade",
}


class NotScheduled(Exception):
    """The provider refused the request, and says why by a code."""

    def __init__(self, problem):
        self.code = problem["title"]
        self.advice = ADVICE.get(self.code) or problem.get("detail") or "see the contract"
        super().__init__(f"{self.code}: {self.advice}")


class UnknownOutcome(Exception):
    """The message may be scheduled or not. The same request with the same id is never scheduled twice."""


def schedule(address, text, request_id):
    body = {
        "requestId": request_id,
        "cascadeId": CASCADE_ID,
        "subscriberFilter": {"address": address, "type": "PHONE"},
        "content": {"smsContent": {"contentType": "TEXT", "text": text}},
    }
    headers = {"x-api-key": API_KEY, "content-type": "application/json"}
    request = urllib.request.Request(f"{URL}/api/cascade/schedule", json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=30):
            return  # Any 2xx means scheduled, whatever its body has.
    except urllib.error.HTTPError as answer:
        raise failure_of(answer.code, answer.read()) from None
    except OSError as error:  # no connection, or no answer in time
        raise UnknownOutcome(error) from error


def failure_of(status, body):
    """A refusal is a problem of the provider. A proxy's page or a 5xx does not tell whether the message is scheduled."""
    try:
        problem = json.loads(body)
    except ValueError:
        problem = None
    if status < 500 and isinstance(problem, dict) and "title" in problem:
        return NotScheduled(problem)
    return UnknownOutcome(f"status {status}")


def main(address="+12025550100", text="Code 4821", request_id=None):
    request_id = request_id or str(uuid.uuid4())
    try:
        schedule(address, text, request_id)
    except NotScheduled as error:
        print("not scheduled:", error)
        return 1
    except UnknownOutcome as error:
        print(f"unknown: {error}; send it again with the request id {request_id}")
        return 2
    print("scheduled", request_id)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

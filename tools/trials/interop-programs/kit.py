"""Sends the message of each line of a file through the kit, and prints what came of it."""

import json
import sys

from cascade_kit import Cascade, Problem, Scheduled, UnknownOutcome


NAMES = {"usedIdMeansAccepted": "used_id_means_accepted"}


def outcome_of(step):
    options = {NAMES.get(name, name): value for name, value in step["options"].items()}
    try:
        done: Scheduled = Cascade(step["url"], step["key"], **options).schedule(step["message"])
    except Problem as problem:
        violations = [[one.cascade_id, one.channel, one.stage or ""] for one in problem.violations]
        facts = {"retry": problem.retry, "status": problem.status, "violations": violations}
        return {"kind": type(problem).__name__, "code": problem.code, **facts}
    except UnknownOutcome:
        return {"kind": "unknown"}
    return {"kind": "scheduled", "replayed": done.replayed}


for line in open(sys.argv[1], encoding="utf-8"):
    print(json.dumps(outcome_of(json.loads(line))), flush=True)

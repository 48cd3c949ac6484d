"""Sends the message of each line of a file through the kit, one with asyncio and one without, and prints what came of it."""

import asyncio
import json
import sys

from cascade_kit import AsyncCascade, Cascade, Problem, Scheduled, UnknownOutcome


NAMES = {"usedIdMeansAccepted": "used_id_means_accepted"}


def outcome_of(number, step):
    options = {NAMES.get(name, name): value for name, value in step["options"].items()}
    client = AsyncCascade if number % 2 else Cascade
    try:
        scheduled = client(step["url"], step["key"], **options).schedule(step["message"])
        done: Scheduled = asyncio.run(scheduled) if number % 2 else scheduled
    except Problem as problem:
        violations = [[one.cascade_id, one.channel, one.stage or ""] for one in problem.violations]
        facts = {"retry": problem.retry, "status": problem.status, "violations": violations}
        return {"kind": type(problem).__name__, "code": problem.code, **facts}
    except UnknownOutcome as unknown:
        return {"kind": "unknown", "code": getattr(unknown.__cause__, "code", None)}
    return {"kind": "scheduled", "replayed": done.replayed}


for number, line in enumerate(open(sys.argv[1], encoding="utf-8")):
    print(json.dumps(outcome_of(number, json.loads(line))), flush=True)

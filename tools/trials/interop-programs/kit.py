"""Sends the message of each line of a file through the kit, one with asyncio and one without, and prints what came of it."""

import asyncio
import json
import sys

from cascade_kit import AsyncCascade, Cascade, Problem, Scheduled, UnknownOutcome


NAMES = {"usedIdMeansAccepted": "used_id_means_accepted"}


def scheduled_by(step) -> Scheduled:
    options = {NAMES.get(name, name): value for name, value in step["options"].items()}
    with Cascade(step["url"], step["key"], **options) as client:
        return client.schedule(step["message"])


async def scheduled_with_asyncio(step) -> Scheduled:
    options = {NAMES.get(name, name): value for name, value in step["options"].items()}
    async with AsyncCascade(step["url"], step["key"], **options) as client:
        return await client.schedule(step["message"])


def outcome_of(number, step):
    try:
        done = asyncio.run(scheduled_with_asyncio(step)) if number % 2 else scheduled_by(step)
    except Problem as problem:
        violations = [[one.cascade_id, one.channel, one.stage or ""] for one in problem.violations]
        facts = {"retry": problem.retry, "status": problem.status, "violations": violations}
        return {"kind": type(problem).__name__, "code": problem.code, **facts}
    except UnknownOutcome as unknown:
        return {"kind": "unknown", "code": getattr(unknown.__cause__, "code", None)}
    return {"kind": "scheduled", "replayed": done.replayed}


for number, line in enumerate(open(sys.argv[1], encoding="utf-8")):
    print(json.dumps(outcome_of(number, json.loads(line))), flush=True)

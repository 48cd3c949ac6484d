"""What the receiver answers, and how often its handler runs: a test for each row of receptions.json, with asyncio and without."""

import asyncio
import base64
import logging
import tempfile
import threading
import unittest

from cascade_kit import Receiver, RecentIds, SqliteIds
from vectors import a_test_for_each, at

FIELDS = {
    "requestId": "request_id",
    "status": "status",
    "reason": "reason",
    "statusAt": "status_at",
    "channelType": "channel_type",
    "cascadeStageUUID": "stage",
    "cascadeId": "cascade_id",
    "messageId": "message_id",
    "subject": "subject",
    "subjectId": "subject_id",
    "comment": "comment",
}


class Panic(BaseException):
    """What no handler of errors catches."""


def starting(row):
    return row["starts"]


def refusing(row):
    return not row["starts"]


class Failing:
    """Ids of which one function fails."""

    def __init__(self, ids, name):
        self._ids, self._name = ids, name

    def __getattr__(self, name):
        return self._fail if name == self._name else getattr(self._ids, name)

    def _fail(self, *_):
        raise OSError("the store is away")


class Quiet(unittest.TestCase):
    def setUp(self):
        logging.disable(logging.CRITICAL)
        self.addCleanup(logging.disable, logging.NOTSET)


def receiver_of(row, ids):
    limits = {} if row.get("longest") is None else {"longest_body": row["longest"]}
    return Receiver(row["secrets"], Failing(ids, row["store"]) if row.get("store") else ids, **limits)


def of(request):
    return request["headers"], base64.b64decode(request["bodyBase64"])


class Judge(Quiet):
    def check(self, row, answers, events):
        self.assertEqual(answers, [request["answer"] for request in row["requests"]])
        self.assertEqual(len(events), row["handled"])
        if "event" in row:
            seen = {name: getattr(events[0], ours) for name, ours in FIELDS.items()}
            self.assertEqual(seen, row["event"])
            self.assertEqual(events[0].raw, of(row["requests"][0])[1])

    def run_of(self, row, events, event):
        events.append(event)
        return row["handler"][len(events) - 1] if len(events) <= len(row["handler"]) else "returns"

    def end(self, run):
        if run.endswith("fails"):
            raise OSError("the disk is full")
        if run == "panics":
            raise Panic


class JudgeInThreads(Judge):
    def run_row(self, row, ids):
        receiver, events, goes_on, waits = receiver_of(row, ids), [], threading.Event(), threading.Event()

        def handle(event):
            run = self.run_of(row, events, event)
            if run.startswith("waits"):
                waits.set()
                self.assertTrue(goes_on.wait(20))
            self.end(run)

        answers = [0] * len(row["requests"])

        def send(number):
            request = row["requests"][number]
            try:
                answers[number] = receiver.receive(*of(request), handle, request["method"])
            except Panic:
                answers[number] = 500

        first = None
        with at(row["now"]):
            for number, request in enumerate(row["requests"]):
                following = row["requests"][number + 1 : number + 2]
                if following and following[0]["meanwhile"] and not request["meanwhile"]:
                    first = threading.Thread(target=send, args=[number])
                    first.start()
                    self.assertTrue(waits.wait(20))
                    continue
                if first and not request["meanwhile"]:
                    goes_on.set()
                    first.join(20)
                send(number)
            goes_on.set()
            if first:
                first.join(20)
        self.check(row, answers, events)


@a_test_for_each("receptions.json", where=starting)
class Receptions(JudgeInThreads):
    def judge(self, row):
        self.run_row(row, RecentIds())


@a_test_for_each("receptions.json", where=starting)
class ReceptionsInSqlite(JudgeInThreads):
    def judge(self, row):
        with tempfile.TemporaryDirectory() as folder:
            ids = SqliteIds(f"{folder}/ids.sqlite")
            self.run_row(row, ids)
            ids.close()


@a_test_for_each("receptions.json", where=starting)
class AsyncReceptions(Judge):
    def judge(self, row):
        asyncio.run(self.run_row(row))

    async def run_row(self, row):
        receiver, events, goes_on, waits = receiver_of(row, RecentIds()), [], asyncio.Event(), asyncio.Event()

        async def handle(event):
            run = self.run_of(row, events, event)
            if run.startswith("waits"):
                waits.set()
                await goes_on.wait()
            self.end(run)

        async def send(request):
            try:
                return await receiver.receive_async(*of(request), handle, request["method"])
            except Panic:
                return 500

        answers = []
        with at(row["now"]):
            for number, request in enumerate(row["requests"]):
                following = row["requests"][number + 1 : number + 2]
                if following and following[0]["meanwhile"] and not request["meanwhile"]:
                    answers.append(asyncio.create_task(send(request)))
                    await asyncio.wait_for(waits.wait(), 20)
                    continue
                if not request["meanwhile"]:
                    goes_on.set()
                    await asyncio.sleep(0)
                    answers = [await one if isinstance(one, asyncio.Task) else one for one in answers]
                answers.append(await send(request))
            goes_on.set()
            answers = [await one if isinstance(one, asyncio.Task) else one for one in answers]
        self.check(row, answers, events)


@a_test_for_each("receptions.json", where=refusing)
class Secrets(unittest.TestCase):
    def judge(self, row):
        with self.assertRaisesRegex(ValueError, r"^secrets(\[\d\])?: expected"):
            Receiver(row["secrets"])


class Said(unittest.TestCase):
    def test_the_log_says_why_a_callback_is_refused(self):
        with self.assertLogs("cascade_kit", "WARNING") as logs:
            self.assertEqual(Receiver(["a" * 32]).receive({}, b"{}", print), 401)
        self.assertIn("answered 401: Missing required headers", logs.output[0])

    def test_a_claim_expires(self):
        for ids in (RecentIds(), SqliteIds(":memory:")):
            self.assertEqual(ids.claim("a", "one", 0), "new")
            self.assertEqual(ids.claim("a", "two", 20), "new")
            ids.release("a", "one")  # of another owner by now
            self.assertEqual(ids.claim("a", "three", 20), "busy")
            ids.commit("a", "one")  # it is handled, though the claim had expired
            ids.release("a", "two")
            self.assertEqual(ids.claim("a", "four", 20), "seen")

    def test_the_latest_ids_are_kept(self):
        ids = RecentIds(most=2)
        for id in "abc":
            ids.claim(id, "one", 20)
        self.assertEqual([ids.claim(id, "two", 20) for id in "cb"], ["busy", "busy"])
        self.assertEqual(ids.claim("a", "two", 20), "new")


if __name__ == "__main__":
    unittest.main()

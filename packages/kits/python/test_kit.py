import base64
import json
import os
import pathlib
import unittest
from datetime import datetime, timezone
from unittest import mock

from cascade_kit import Receiver, StatusEvent, UndeliveredReason, outcome_of

VECTORS = pathlib.Path(
    os.environ.get("CASCADE_VECTORS", pathlib.Path(__file__).parent / "../../../spec/vectors/generated")
)


def read(name):
    return json.loads((VECTORS / name).read_text("utf-8"))["vectors"]


class Callbacks(unittest.TestCase):
    def test_verdicts_of_the_vectors(self):
        vectors = read("callbacks.json")
        self.assertGreater(len(vectors), 20)
        for vector in vectors:
            with self.subTest(vector["says"]), at(vector["now"]):
                body = base64.b64decode(vector["bodyBase64"])
                event = Receiver(vector["secrets"]).read(vector["headers"], body)
                self.assertEqual("invalid" if event is None else "valid", vector["verdict"])

    def test_each_callback_is_handled_once(self):
        vector = next(one for one in read("callbacks.json") if one["verdict"] == "valid")
        receiver = Receiver(vector["secrets"])
        got = []

        def handle(event):
            got.append(event)
            if len(got) == 1:
                raise OSError("the disk is full")

        with at(vector["now"]):
            body = base64.b64decode(vector["bodyBase64"])
            with self.assertRaises(OSError):
                receiver.receive(vector["headers"], body, handle)
            answers = [receiver.receive(vector["headers"], body, handle) for _ in range(2)]
        self.assertEqual(answers, [204, 204])
        self.assertEqual(len(got), 2)

    def test_both_spellings_of_a_reason_are_one(self):
        for error in ("no-template-match", "not-template-match"):
            event = StatusEvent.of({"status": "UNDELIVERED", "error": error})
            self.assertIs(event.reason, UndeliveredReason.NO_TEMPLATE_MATCH)
        self.assertEqual(
            StatusEvent.of({"status": "UNDELIVERED", "error": "of-a-later-version"}).reason, "of-a-later-version"
        )


class Outcomes(unittest.TestCase):
    def test_outcomes_of_the_vectors(self):
        vectors = read("outcomes.json")
        self.assertGreater(len(vectors), 15)
        for vector in vectors:
            with self.subTest(vector["says"]):
                events = [StatusEvent.of(event) for event in vector["events"]]
                self.assertEqual(outcome_of(events, vector["stages"]), vector["outcome"])


def at(seconds):
    """Lets the library read this time from its clock: it rejects callbacks older than five minutes."""
    clock = mock.Mock(wraps=datetime)
    clock.now.return_value = datetime.fromtimestamp(seconds, timezone.utc)
    return mock.patch("standardwebhooks.webhooks.datetime", clock)


if __name__ == "__main__":
    unittest.main()

import base64
import unittest

from cascade_kit import Receiver, Refused, StatusEvent, UndeliveredReason, outcome_of
from vectors import a_test_for_each, at


@a_test_for_each("callbacks.json")
class Callbacks(unittest.TestCase):
    def judge(self, vector):
        with at(vector["now"]):
            try:
                event = Receiver(vector["secrets"]).read(vector["headers"], base64.b64decode(vector["bodyBase64"]))
            except Refused as refused:
                self.assertEqual(refused.status, 401)
                event = None
        self.assertEqual("invalid" if event is None else "valid", vector["verdict"])


@a_test_for_each("outcomes.json")
class Outcomes(unittest.TestCase):
    def judge(self, vector):
        events = [StatusEvent.of(event) for event in vector["events"]]
        self.assertEqual(outcome_of(events, vector["stages"]), vector["outcome"])


class Reasons(unittest.TestCase):
    def test_both_spellings_of_a_reason_are_one(self):
        for error in ("no-template-match", "not-template-match"):
            event = StatusEvent.of({"status": "UNDELIVERED", "error": error})
            self.assertIs(event.reason, UndeliveredReason.NO_TEMPLATE_MATCH)


if __name__ == "__main__":
    unittest.main()

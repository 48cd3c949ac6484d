import base64
import json
import os
import pathlib
import unittest
from datetime import datetime, timezone
from unittest import mock

from callbacks import read_callback
from outcome import outcome_of

VECTORS = pathlib.Path(os.environ.get("CASCADE_VECTORS", pathlib.Path(__file__).parent / "../../spec/vectors/generated"))


def read(name):
    return json.loads((VECTORS / name).read_text("utf-8"))["vectors"]


class Callbacks(unittest.TestCase):
    def test_verdicts_of_the_vectors(self):
        vectors = read("callbacks.json")
        self.assertGreater(len(vectors), 20)
        for vector in vectors:
            with self.subTest(vector["says"]), at(vector["now"]):
                body = base64.b64decode(vector["bodyBase64"])
                event = read_callback(vector["headers"], body, vector["secrets"])
                self.assertEqual("invalid" if event is None else "valid", vector["verdict"])


class Outcomes(unittest.TestCase):
    def test_outcomes_of_the_vectors(self):
        vectors = read("outcomes.json")
        self.assertGreater(len(vectors), 15)
        for vector in vectors:
            with self.subTest(vector["says"]):
                self.assertEqual(outcome_of(vector["events"], vector["stages"]), vector["outcome"])


def at(seconds):
    """Lets the library read this time from its clock: it rejects callbacks older than five minutes."""
    clock = mock.Mock(wraps=datetime)
    clock.now.return_value = datetime.fromtimestamp(seconds, timezone.utc)
    return mock.patch("standardwebhooks.webhooks.datetime", clock)


if __name__ == "__main__":
    unittest.main()

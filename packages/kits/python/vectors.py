"""What the tests read: the vectors of spec/vectors, of which each row becomes a test."""

import json
import os
import pathlib
import re
from datetime import datetime, timezone
from unittest import mock

VECTORS = pathlib.Path(
    os.environ.get("CASCADE_VECTORS", pathlib.Path(__file__).parent / "../../../spec/vectors/generated")
)


def read(name):
    return json.loads((VECTORS / name).read_text("utf-8"))["vectors"]


def a_test_for_each(name, *, where=lambda row: True):
    """Gives a class, beside its method `judge(row)`, a test method for each row of a file."""

    def decorate(kind):
        for number, row in enumerate(filter(where, read(name))):
            says = re.sub(r"\W+", "_", row["says"])

            def test(self, row=row):
                return self.judge(row)

            test.__doc__ = row["says"]
            setattr(kind, f"test_{number:02}_{says}", test)
        return kind

    return decorate


def at(seconds):
    """Lets the library read this time from its clock: it rejects callbacks older than five minutes."""
    clock = mock.Mock(wraps=datetime)
    clock.now.return_value = datetime.fromtimestamp(seconds, timezone.utc)
    return mock.patch("standardwebhooks.webhooks.datetime", clock)

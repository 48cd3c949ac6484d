"""Kills a receiver 100 times by SIGKILL, while it handles events: none is lost, and none is handled twice but what was under way.

python -m unittest crash_test
"""

import base64
import contextlib
import os
import pathlib
import signal
import sqlite3
import tempfile
import threading
import time
import unittest
from datetime import datetime, timezone

from standardwebhooks import Webhook

from cascade_kit import Receiver, SqliteIds

SECRET = "whsec_" + base64.b64encode(b"k" * 32).decode()
CLAIM_SECONDS = 0.05
AT_ONCE = 4
KILLS = 100
POINTS = ("before the claim", "after the claim", "in the handler", "after the handler", "after the commit")


class Dying:
    """Ids whose process dies at a point of the event with this id."""

    def __init__(self, ids, point, last):
        self._ids, self._point, self._last = ids, point, last

    def reach(self, point, id):
        if point == self._point and id == self._last:
            os.kill(os.getpid(), signal.SIGKILL)

    def claim(self, id, owner, seconds):
        self.reach("before the claim", id)
        claimed = self._ids.claim(id, owner, seconds)
        self.reach("after the claim", id)
        return claimed

    def commit(self, id, owner):
        self.reach("after the handler", id)
        self._ids.commit(id, owner)
        self.reach("after the commit", id)

    def release(self, id, owner):
        self._ids.release(id, owner)


def signed(id):
    now, body = datetime.now(timezone.utc), b'{"requestId":"%s","status":"SENT"}' % id.encode()
    signature = Webhook(SECRET).sign(id, now, body.decode())
    stamp = str(int(now.timestamp()))
    return {"webhook-id": id, "webhook-timestamp": stamp, "webhook-signature": signature}, body


def receive_until_killed(folder, ids, point):
    """A process: takes the events in turn, a few at once, until the middle one of them ends it. Each answer is written down."""
    dying = Dying(SqliteIds(folder / "ids.sqlite"), point, ids[len(ids) // 2])
    receiver = Receiver([SECRET], dying, claim_seconds=CLAIM_SECONDS)
    handled, answered = (
        os.open(folder / name, os.O_WRONLY | os.O_APPEND | os.O_CREAT) for name in ("handled", "answered")
    )

    def handle(event):
        os.write(handled, f"{event.request_id}\n".encode())
        dying.reach("in the handler", event.request_id)

    def take(mine):
        for id in mine:
            if receiver.receive(*signed(id), handle) == 200:
                os.write(answered, f"{id}\n".encode())

    threads = [threading.Thread(target=take, args=[ids[number::AT_ONCE]]) for number in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    os._exit(0)


def lines(file):
    return file.read_text().split() if file.exists() else []


def committed(folder):
    with contextlib.closing(sqlite3.connect(folder / "ids.sqlite")) as database:
        return {id for (id,) in database.execute("select id from cascade_callbacks where handled")}


class Crashes(unittest.TestCase):
    def test_nothing_is_lost_and_nothing_is_handled_twice_but_what_was_under_way(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        folder = pathlib.Path(temporary.name)
        events, under_way, killed = [], set(), 0
        while killed < KILLS:
            # The provider sends what has no answer, the oldest first, and then new events.
            answered = set(lines(folder / "answered"))
            unanswered = [id for id in events if id not in answered]
            while len(unanswered) < 2 * AT_ONCE:
                events.append(f"event-{len(events)}")
                unanswered.append(events[-1])
            child = os.fork()
            if child == 0:
                receive_until_killed(folder, unanswered, POINTS[killed % len(POINTS)])
            _, status = os.waitpid(child, 0)
            killed += os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
            under_way |= set(unanswered) - committed(folder)
            time.sleep(CLAIM_SECONDS)  # the claims of the dead expire
        self.finish(folder, events)
        handled = lines(folder / "handled")
        twice = {id for id in handled if handled.count(id) > 1}
        self.assertEqual(set(events) - set(handled), set(), "lost")
        self.assertEqual(twice - under_way, set(), "handled twice though not under way")
        self.assertEqual(committed(folder), set(events))
        print(
            f"{killed} kills, {len(events)} events: 0 lost, {len(twice)} handled twice, all of them under way at a kill"
        )

    def finish(self, folder, events):
        receiver = Receiver([SECRET], SqliteIds(folder / "ids.sqlite"), claim_seconds=CLAIM_SECONDS)

        def handle(event):
            with (folder / "handled").open("a") as file:
                file.write(f"{event.request_id}\n")

        for id in events:
            self.assertEqual(receiver.receive(*signed(id), handle), 200)


if __name__ == "__main__":
    unittest.main()

"""receive.py of the current folder, which tells what it handled, and waits and fails as `cascade-verify receiver` asks."""

import os
import sys
import time
from collections import Counter

sys.path.insert(0, os.getcwd())

import receive

handle = receive.handle
runs = Counter()


class Panic(BaseException):
    """No handler of errors catches it."""


def rehearse(event):
    """By the comment: `verify waits fails`, a word for each run."""
    runs[event.request_id] += 1
    name, *words = (event.comment or "").split() or [""]
    run = runs[event.request_id]
    word = words[run - 1] if name == "verify" and run <= len(words) else ""
    if "waits" in word:
        time.sleep(2)
    if "fails" in word:
        raise OSError("as the comment says")
    if "panics" in word:
        raise Panic
    handle(event)
    with open(os.environ["CASCADE_HANDLED"], "a") as file:
        file.write(f"{event.request_id}\n")


receive.handle = rehearse
receive.main()

"""A receiver of another make: Python's ThreadingHTTPServer, with a thread for each connection and an uneven pace.

    python3 threaded_receiver.py LOG

Prints its port. A callback takes 1 to 40 ms, one in a hundred 300 ms longer. LOG gets a JSON line for each callback:
when it began and ended in milliseconds of the monotonic clock, and when it arrived in milliseconds of the epoch.
"""

import json
import random
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

log = open(sys.argv[1], "w", buffering=1)
lock = threading.Lock()


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_HEAD(self):
        self.answer(200)

    def do_POST(self):
        began, arrived = time.monotonic(), time.time()
        event = json.loads(self.rfile.read(int(self.headers["content-length"])))
        time.sleep(random.uniform(0.001, 0.04) + (0.3 if random.random() < 0.01 else 0))
        seen = {
            "eventId": self.headers["webhook-id"],
            "messageId": event["messageId"],
            "stage": event["cascadeStageUUID"],
            "status": event["status"],
            "statusAt": event["statusAt"],
            "arrivedAt": arrived * 1000,
            "beganAt": began * 1000,
            "endedAt": time.monotonic() * 1000,
        }
        with lock:
            log.write(json.dumps(seen) + "\n")
        self.answer(200)

    def answer(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


server = Server(("127.0.0.1", 0), Receiver)
print(f"port {server.server_port}", flush=True)
server.serve_forever()

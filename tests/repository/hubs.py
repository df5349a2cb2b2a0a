"""A server of the tests' own that speaks BinderHub's documented event stream, well and badly."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Play = Callable[["Stage"], None]


class Stage(BaseHTTPRequestHandler):
    """Answers by what the test plays; what was asked is written down."""

    play: Play
    asked: list[tuple[str, str]]
    stopped: threading.Event

    def do_GET(self) -> None:
        self.asked.append((self.path, self.headers.get("Accept", "")))
        with suppress(OSError):  # the listener may hang up at any time
            type(self).play(self)

    def stream(self, kind: str = "text/event-stream", *, chunked: bool = False) -> None:
        """Begin a stream."""
        self.send_response(200)
        if chunked:
            self.send_header("Transfer-Encoding", "chunked")
        self.send_header("Content-Type", kind)
        self.end_headers()

    def say(self, phase: str, message: str = "", **more: object) -> None:
        """Send one event."""
        self.raw(f"data: {json.dumps({'phase': phase, 'message': message, **more})}\n\n")

    def raw(self, text: str) -> None:
        """Send what may be no event."""
        self.wfile.write(text.encode())
        self.wfile.flush()

    def refuse(self, status: int, location: str = "") -> None:
        """Answer with a status, and perhaps another place."""
        self.send_response(status)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


@contextmanager
def playing(play: Play) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Serve what is played; yield the address and what was asked."""
    asked: list[tuple[str, str]] = []
    stopped = threading.Event()
    stage = type("OurStage", (Stage,), {"play": play, "asked": asked, "stopped": stopped})
    served = ThreadingHTTPServer(("127.0.0.1", 0), stage)
    served.daemon_threads = True
    threading.Thread(target=served.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{served.server_port}", asked
    finally:
        stopped.set()
        served.shutdown()
        served.server_close()


def success(stage: Stage) -> None:
    """Play a build that succeeds, as a hub tells it."""
    stage.stream()
    stage.raw(":keepalive\n\n")
    stage.say("waiting", "Waiting for build to start...\n")
    stage.say("fetching", "Cloning into '/tmp/repo'...\n")
    stage.say("building", "Step 1/9 : FROM buildpack-deps\n")
    stage.say("pushing", "Pushing image\n", progress={"a": {"current": 1, "total": 2}})
    stage.say("built", "Built image, launching...\n", imageName="x:y")
    stage.say("launching", "Launching server...\n")
    stage.say("ready", "server running\n", url="https://x", token="secret")


def failure(stage: Stage) -> None:
    """Play a build that fails."""
    stage.stream()
    stage.say("building", "Step 1/9 : FROM buildpack-deps\n")
    for number in range(100):
        stage.say("building", f"\x1b[91mline {number}\x1b[0m\n")
    stage.say("failed", "ERROR: No matching distribution found for torch==0.3\n")


def endless(stage: Stage) -> None:
    """Play a hub that only says it is still there."""
    stage.stream()
    stage.say("waiting", "Waiting\n")
    while not stage.stopped.wait(0.02):
        stage.raw(":keepalive\n\n")


def huge(stage: Stage) -> None:
    """Play a line that has no end to speak of, then a result."""
    stage.stream()
    stage.say("building", "begun\n")
    stage.raw("data: " + "x" * 3_000_000 + "\n\n")
    stage.say("built", "done\n")


def garbage(stage: Stage) -> None:
    """Play what is no event, none of which may be taken for one."""
    stage.stream()
    for text in ("{", "[1]", '{"phase": 3}', '{"message": "x"}', "[" * 5_000, "\x00\xff"):
        stage.raw(f"data: {text}\n\n")
    stage.raw("event: built\nid: 7\nretry: 1\nbuilt\n\n")
    time.sleep(0.01)

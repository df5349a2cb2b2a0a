"""Whether links answer, against a server of our own; private addresses are refused elsewhere."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from reproscope.repository.collect.documents.online import (
    Limits,
    answered,
    ask,
    checked_address,
)

HERE = Limits(private=True, seconds=3.0)


class Pages(BaseHTTPRequestHandler):
    """A page is answered by its name; what was asked is written down."""

    asked: list[tuple[str, str]]

    def do_HEAD(self) -> None:
        self._answer("HEAD")

    def do_GET(self) -> None:
        self._answer("GET")

    def _answer(self, method: str) -> None:
        self.asked.append((method, self.path))
        status = {
            "/there": 200,
            "/missing": 404,
            "/gone": 410,
            "/gone.zip": 404,
            "/broken": 500,
            "/secret": 403,
        }
        goals = {"/moved": "/there", "/round": "/round", "/away": "/missing"}
        if self.path == "/no-head":
            self.send_response(405 if method == "HEAD" else 200)
        elif self.path in goals:
            self.send_response(302)
            self.send_header("Location", goals[self.path])
        else:
            self.send_response(status.get(self.path, 200))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    asked: list[tuple[str, str]] = []
    pages = type("OurPages", (Pages,), {"asked": asked})
    served = ThreadingHTTPServer(("127.0.0.1", 0), pages)
    thread = threading.Thread(target=served.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{served.server_port}", asked
    served.shutdown()
    served.server_close()


@pytest.mark.parametrize(
    ("page", "answer"),
    [
        ("/there", True),
        ("/no-head", True),
        ("/moved", True),
        ("/missing", False),
        ("/gone", False),
        ("/away", False),
        ("/broken", None),
        ("/secret", None),
        ("/round", None),
    ],
)
def test_a_link_is_there_or_gone_or_nobody_can_say(
    server: tuple[str, list[tuple[str, str]]], page: str, answer: bool | None
) -> None:
    assert ask(server[0] + page, HERE) is answer


def test_a_link_is_gone_only_if_get_says_so_too(
    server: tuple[str, list[tuple[str, str]]],
) -> None:
    ask(server[0] + "/missing", HERE)
    assert server[1] == [("HEAD", "/missing"), ("GET", "/missing")]


def test_a_link_to_an_archive_is_asked_like_any_other(
    server: tuple[str, list[tuple[str, str]]],
) -> None:
    urls = [server[0] + "/data.zip", server[0] + "/gone.zip"]
    assert answered(urls, HERE) == {urls[0]: True, urls[1]: False}


def test_an_address_is_asked_once_however_it_is_written(
    server: tuple[str, list[tuple[str, str]]],
) -> None:
    urls = [server[0] + "/there", server[0] + "/there#part", server[0] + "/there/"]
    assert answered(urls, HERE) == dict.fromkeys(urls, True)
    assert len(server[1]) == 1


def test_links_beyond_the_limit_are_not_asked(server: tuple[str, list[tuple[str, str]]]) -> None:
    urls = [f"{server[0]}/page{number}" for number in range(5)]
    said = answered(urls, Limits(links=2, private=True))
    assert list(said.values()) == [True, True, None, None, None]
    assert len(server[1]) == 2


def test_a_private_address_is_never_asked(server: tuple[str, list[tuple[str, str]]]) -> None:
    port = server[0].rpartition(":")[2]
    assert ask(f"http://127.0.0.1:{port}/there", Limits()) is None
    assert server[1] == []


@pytest.mark.parametrize(
    "address",
    [
        "10.0.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "127.0.0.1",
        "::1",
        "::ffff:10.0.0.1",
        "64:ff9b::10.0.0.1",
        "2002:0a00:0001::1",
        "fe80::1",
    ],
)
def test_a_name_that_leads_into_a_private_network_is_refused(address: str) -> None:
    def lookup(host: str, port: int, **_: object) -> list[tuple[object, ...]]:
        entries = ("93.184.216.34", address)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in entries]

    assert checked_address("example.org", 80, lookup=lookup) is None
    assert checked_address("example.org", 80, private=True, lookup=lookup) == "93.184.216.34"


def test_a_server_that_never_answers_is_not_a_dead_link() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        port = silent.getsockname()[1]
        said = answered([f"http://127.0.0.1:{port}/"], Limits(private=True, seconds=0.2))
    assert list(said.values()) == [None]


def test_a_server_that_drips_its_answer_is_hung_up_on() -> None:
    stop = threading.Event()

    def drip(listening: socket.socket) -> None:
        while not stop.is_set():
            try:
                visitor, _ = listening.accept()
            except OSError:
                return
            with visitor:
                while not stop.wait(0.05):
                    try:
                        visitor.sendall(b"H")
                    except OSError:
                        break

    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        thread = threading.Thread(target=drip, args=(listening,), daemon=True)
        thread.start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}/"
        assert ask(url, Limits(private=True, seconds=0.3)) is None
        stop.set()
        listening.close()


def test_an_impossible_host_is_a_dead_link_without_asking() -> None:
    assert answered(["http://.com/"]) == {"http://.com/": False}

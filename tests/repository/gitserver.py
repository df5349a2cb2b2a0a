"""A git server on loopback: ``git http-backend`` behind http or https, and what else may answer.

It has the names that `NAMES` gives it; to git they are pinned, so no name service is asked.
"""

from __future__ import annotations

import os
import shutil
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from reproscope.repository.sources import Limits, Network, Opened, open_target
from reproscope.repository.sources.network import public_addresses

NAMES = ("git.example.org", "new.example.org")
Answer = Callable[["Handler"], None]
_BACKEND = Path(
    subprocess.run(["git", "--exec-path"], capture_output=True, text=True).stdout.strip()
    if shutil.which("git")
    else "/nowhere",
    "git-http-backend",
)
needs_backend = pytest.mark.skipif(not _BACKEND.is_file(), reason="git http-backend is missing")
needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl here")


def lookup(host: str, port: int) -> tuple[str, ...]:
    """Know the server's names as public ones; ask about any other as always."""
    return ("127.0.0.1",) if host in NAMES else public_addresses(host, port)


def fetched(
    url: str, ref: str | None = None, limits: Limits | None = None, **network: object
) -> Opened:
    """Open an address whose names are the server's."""
    network = {"schemes": ("https", "http"), "lookup": lookup, **network}
    rule = Network(**network)  # type: ignore[arg-type]
    how = {"ref": ref, "online": True, "network": rule}
    with open_target(url, limits=limits or Limits(), **how) as opened:  # type: ignore[arg-type]
        return opened


@dataclass
class Server:
    """A running server: where its repositories lie, what was asked, and special answers.

    `answers` go by the first part of the path.
    """

    scheme: str
    port: int
    root: Path
    asked: list[tuple[str, str, str]] = field(default_factory=list)
    answers: dict[str, Answer] = field(default_factory=dict)

    def url(self, path: str, host: str = NAMES[0], user: str = "") -> str:
        """Return an address on this server."""
        return f"{self.scheme}://{user}{host}:{self.port}/{path}"

    @property
    def hosts(self) -> set[str]:
        """The names by which it was asked."""
        return {host for host, _, _ in self.asked}

    @property
    def shown_passwords(self) -> set[tuple[str, str]]:
        """The hosts that were shown a password, with the path."""
        return {(host, path) for host, path, password in self.asked if password}


class Handler(BaseHTTPRequestHandler):
    """Hands a request to a special answer, or to git."""

    server_of_test: Server
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._answered()

    def do_POST(self) -> None:
        self._answered()

    def _answered(self) -> None:
        ours = self.server_of_test
        path = urlsplit(self.path).path
        host = (self.headers.get("Host") or "").partition(":")[0]
        ours.asked.append((host, path, self.headers.get("Authorization") or ""))
        # Whoever hangs up has heard enough.
        with suppress(OSError):
            ours.answers.get(path.split("/")[1], by_git)(self)

    def plain(self, status: int, body: bytes = b"", **headers: str) -> None:
        """Answer with a status, headers and a short body."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def endless(self, kind: str, chunks: Iterator[bytes]) -> None:
        """Answer with what never ends."""
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        for chunk in chunks:
            self.wfile.write(chunk)
            self.wfile.flush()

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


def by_git(handler: Handler) -> None:
    """Let ``git http-backend`` answer, as CGI."""
    parts = urlsplit(handler.path)
    length = int(handler.headers.get("Content-Length") or 0)
    environment = {
        "PATH": os.environ["PATH"],
        "GIT_PROJECT_ROOT": str(handler.server_of_test.root),
        "GIT_HTTP_EXPORT_ALL": "1",
        "GIT_CONFIG_NOSYSTEM": "1",
        "HOME": str(handler.server_of_test.root),
        "PATH_INFO": parts.path,
        "QUERY_STRING": parts.query,
        "REQUEST_METHOD": handler.command,
        "CONTENT_TYPE": handler.headers.get("Content-Type") or "",
        "CONTENT_LENGTH": str(length),
        "HTTP_CONTENT_ENCODING": handler.headers.get("Content-Encoding") or "",
        "GIT_PROTOCOL": handler.headers.get("Git-Protocol") or "",
    }
    body = handler.rfile.read(length)
    done = subprocess.run([_BACKEND], input=body, env=environment, capture_output=True)
    head, _, content = done.stdout.partition(b"\r\n\r\n")
    lines = (tuple(line.split(": ", 1)) for line in head.decode("latin-1").split("\r\n"))
    headers: dict[str, str] = dict(lines)
    status = int(headers.pop("Status", "200").split()[0])
    handler.plain(status, content, **headers)


def to(location: str, status: int = 301) -> Answer:
    """Redirect to what a place begins with; the rest of the path goes along."""

    def answer(handler: Handler) -> None:
        rest = handler.path.split("/", 2)[2]
        handler.plain(status, Location=f"{location}/{rest}")

    return answer


@contextmanager
def serving(root: Path, certificate: Path | None = None) -> Iterator[Server]:
    """Serve the repositories below *root*, encrypted if there is a certificate."""
    handler = type("OurHandler", (Handler,), {})
    listening = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    listening.daemon_threads = True
    listening.block_on_close = False
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, certificate.with_suffix(".key"))
        listening.socket = context.wrap_socket(listening.socket, server_side=True)
    scheme = "http" if certificate is None else "https"
    server = Server(scheme, listening.server_port, root)
    handler.server_of_test = server  # type: ignore[attr-defined]
    thread = threading.Thread(target=listening.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        listening.shutdown()
        listening.server_close()


def certificate_in(folder: Path) -> Path:
    """Make a key and a certificate of our own for the server's names."""
    path = folder / "own.pem"
    names = ",".join(f"DNS:{name}" for name in NAMES)
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += ["-nodes", "-days", "2", "-subj", "/CN=test", "-addext", f"subjectAltName={names}"]
    command += ["-keyout", str(path.with_suffix(".key")), "-out", str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return path

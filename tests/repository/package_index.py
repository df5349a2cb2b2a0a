"""A package index of the tests' own, on this machine: a few wheels, and bad manners on request."""

import io
import threading
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ANY, OLD = "py3-none-any", "cp38-cp38-manylinux_2_17_x86_64"
PROJECTS = {
    "numpy": {"1.19.5": [OLD], "1.21.0": [ANY], "2.0.0": [ANY]},
    "pandas": {"2.0.0": [ANY]},
    "torch": {"1.9.0": [OLD]},
}
NEEDS = {"pandas": "numpy>=1.21"}


def wheel(name: str, version: str, tag: str) -> tuple[str, bytes]:
    """Return a wheel's file name and its content."""
    content = io.BytesIO()
    needs = f"Requires-Dist: {NEEDS[name]}\n" if name in NEEDS else ""
    with zipfile.ZipFile(content, "w") as archive:
        folder = f"{name}-{version}.dist-info"
        metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{needs}"
        archive.writestr(f"{folder}/METADATA", metadata)
        archive.writestr(f"{folder}/WHEEL", f"Wheel-Version: 1.0\nTag: {tag}\n")
        archive.writestr(f"{folder}/RECORD", "")
    return f"{name}-{version}-{tag}.whl", content.getvalue()


FILES = {
    file: content
    for name, versions in PROJECTS.items()
    for version, tags in versions.items()
    for tag in tags
    for file, content in [wheel(name, version, tag)]
}


class _Index(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        parts = self.path.strip("/").split("/")
        if parts[-1] == "slow":
            time.sleep(1)
        if parts[-1] == "failing":
            self._answer(503, b"")
        elif parts[0] == "files" and parts[-1] in FILES:
            self._answer(200, FILES[parts[-1]])
        elif parts[-1] in PROJECTS:
            links = [
                f'<a href="/files/{file}">{file}</a>'
                for file in FILES
                if file.startswith(f"{parts[-1]}-")
            ]
            self._answer(200, f"<html><body>{''.join(links)}</body></html>".encode())
        else:
            self._answer(404, b"")

    def _answer(self, code: int, body: bytes) -> None:
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    do_HEAD = do_GET  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Say nothing: the tests do."""


@contextmanager
def served() -> Iterator[str]:
    """Serve the index and give its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Index)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/simple"
    finally:
        server.shutdown()
        server.server_close()

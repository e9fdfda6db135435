"""A static host as most are: folders have an index, unknown paths the page 404.html, and compressed copies are sent."""

from __future__ import annotations

import mimetypes
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

TYPES = {".js": "text/javascript", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json"}

_PIECE = 65_536


class Host:
    """A folder that is served, with `pace` at so many bytes a second for each file.

    Attributes:
        address: where, with the prefix and without a slash at the end.
        sent: the paths that were asked for and the bytes sent for each, in order.
    """

    def __init__(self, folder: Path, prefix: str = "", pace: int = 0) -> None:
        self.folder, self.prefix = folder, prefix
        self.sent: list[tuple[str, int]] = []
        host = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                status, headers, content = host.answer(self.path, self.headers.get("Accept-Encoding", ""))
                host.sent.append((self.path, len(content)))
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                for start in range(0, len(content), _PIECE):
                    self.wfile.write(content[start : start + _PIECE])
                    time.sleep(_PIECE / pace if pace else 0)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://localhost:{self.server.server_address[1]}{prefix}"

    def answer(self, path: str, accepted: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and content for a path."""
        asked = urlsplit(path)
        name = unquote(asked.path).removeprefix(self.prefix).lstrip("/")
        file = self.folder / name
        if ".." in name.split("/") or not unquote(asked.path).startswith(self.prefix):
            return 404, {}, b""
        if file.is_dir():
            if not asked.path.endswith("/"):
                return 301, {"Location": f"{asked.path}/{f'?{asked.query}' if asked.query else ''}"}, b""
            file = file / "index.html"
        status = 200 if file.is_file() else 404
        file = file if status == 200 else self.folder / "404.html"
        kind = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        headers = {"Content-Type": kind, "Cache-Control": "max-age=3600", "Vary": "Accept-Encoding"}
        headers["Access-Control-Allow-Origin"] = "*"
        packed = file.with_name(f"{file.name}.br")
        if "br" in accepted and packed.is_file():
            return status, headers | {"Content-Encoding": "br"}, packed.read_bytes()
        return status, headers, file.read_bytes()


@contextmanager
def hosted(folder: Path, prefix: str = "", pace: int = 0) -> Iterator[Host]:
    """The folder served on this machine within the block."""
    host = Host(folder, prefix, pace)
    thread = Thread(target=host.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield host
    finally:
        host.server.shutdown()
        host.server.server_close()

"""A Discord command by HTTP interactions: /odds roll:"2d6 best", answered by the address for programs.

Run beside the pages with `uvicorn examples.discord_bot:app`, name the address of this program as the interactions
endpoint of a Discord application, and set DISCORD_PUBLIC_KEY (of the application) and ODDS (of the pages). The command
is registered once: `python examples/discord_bot.py` prints what to POST to applications/ID/commands. It needs
`pip install cryptography starlette uvicorn`.
"""

from __future__ import annotations

import json
import os
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request as Asking
from urllib.request import urlopen

import anyio
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

COMMAND = {
    "name": "odds",
    "description": "Exact odds of any roll, or of a question: chronopia.melee attacker=the_cursed",
    "options": [{"type": 3, "name": "roll", "description": "2d6 best", "required": True}],
    "integration_types": [0, 1],
    "contexts": [0, 1, 2],
}
PING, COMMANDED = 1, 2
PONG, SAYS = 1, 4
FOR_ONESELF = 64
MOST_BYTES = 20_000
# Discord waits three seconds for an answer.
PATIENCE = 2.5


def pages() -> str:
    """The address of the pages."""
    return os.environ.get("ODDS", "http://localhost:8501").rstrip("/")


def is_from_discord(body: bytes, signature: str, timestamp: str, key: str) -> bool:
    """Whether the body was signed by who holds the key of the application."""
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        public.verify(bytes.fromhex(signature), timestamp.encode() + body)
    except (InvalidSignature, ValueError):
        return False
    return True


def question(text: str) -> tuple[str, dict[str, str]]:
    """The question behind a text, and its fields: a scenario with parameters, or else a roll."""
    first, *words = text.split()
    if "." in first and all("=" in word for word in words):
        return f"odds/{first}", dict(word.split("=", 1) for word in words)
    return "roll", {"roll": text}


def said(text: str) -> dict[str, Any]:
    """What Discord shows: the line and the card, or for whoever asked alone what to mend."""
    name, fields = question(text)
    query = urlencode(fields, quote_via=quote)
    try:
        with urlopen(Asking(f"{pages()}/api/v1/{name}?{query}&format=line"), timeout=PATIENCE) as found:
            line = found.read(MOST_BYTES).decode().strip()
    except HTTPError as refused:
        return {"content": json.loads(refused.read(MOST_BYTES))["detail"], "flags": FOR_ONESELF}
    except OSError:
        return {"content": "The calculator does not answer just now.", "flags": FOR_ONESELF}
    card = f"{pages()}/api/v1/{name}?{query}&format=png"
    # Whatever a line holds, nobody is called by it.
    return {"content": line[:1900], "embeds": [{"image": {"url": card}}], "allowed_mentions": {"parse": []}}


async def interaction(request: Request) -> Response:
    """Answer Discord."""
    body = await request.body()
    headers, key = request.headers, os.environ.get("DISCORD_PUBLIC_KEY", "")
    signature, timestamp = headers.get("x-signature-ed25519", ""), headers.get("x-signature-timestamp", "")
    if len(body) > MOST_BYTES or not is_from_discord(body, signature, timestamp, key):
        return Response("not signed by Discord", 401)
    asked = json.loads(body)
    if asked["type"] == PING:
        return JSONResponse({"type": PONG})
    if asked["type"] != COMMANDED:
        return Response("only commands are answered", 400)
    options = {option["name"]: option["value"] for option in asked["data"].get("options", [])}
    text = str(options.get("roll", "")).strip()
    data = await anyio.to_thread.run_sync(said, text) if text else {"content": "Say a roll.", "flags": FOR_ONESELF}
    return JSONResponse({"type": SAYS, "data": data})


app = Starlette(routes=[Route("/", interaction, methods=["POST"])])

if __name__ == "__main__":
    print(json.dumps(COMMAND, indent=1))

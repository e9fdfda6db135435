"""The examples around the address: a bot, a spreadsheet, a virtual table, and the function in front of static pages."""

from __future__ import annotations

import csv
import json
import re
import runpy
import shlex
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse
from starlette.routing import Route
from starlette.testclient import TestClient

import probcalc
from probcalc.api.previews import Previews
from probcalc.api.server import Api
from probcalc.present.sentences.headline import headline
from probcalc.web.tags import Preview, tags

EXAMPLES = Path(__file__).parents[2] / "examples"
CURSED = "s=chronopia.melee&v=1&attacker=the_cursed&target=spearmen&charging=true"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server of the address and of pages with previews."""

    async def page(_: Any) -> HTMLResponse:
        return HTMLResponse("<html><head></head><body></body></html>")

    api = Api()
    routes = [*api.routes, Route("/{path:path}", page)]
    app = Starlette(routes=routes, middleware=[Middleware(Previews, working=api.working)])
    running = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error"))
    thread = threading.Thread(target=running.run)
    thread.start()
    while not running.started:
        thread.join(0.02)
    yield f"http://127.0.0.1:{running.servers[0].sockets[0].getsockname()[1]}"
    running.should_exit = True
    thread.join()


class Discord:
    """What Discord sends to a bot, signed with a key made for the test."""

    def __init__(self, bot: dict[str, Any], monkeypatch: pytest.MonkeyPatch, address: str) -> None:
        signing = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")
        self.key = signing.Ed25519PrivateKey.generate()
        monkeypatch.setenv("DISCORD_PUBLIC_KEY", self.key.public_key().public_bytes_raw().hex())
        monkeypatch.setenv("ODDS", address)
        self.client = TestClient(bot["app"])

    def sends(self, said: dict[str, Any], signature: str = "") -> Any:
        body, timestamp = json.dumps(said).encode(), "1764150000"
        signed = signature or self.key.sign(timestamp.encode() + body).hex()
        headers = {
            "x-signature-ed25519": signed,
            "x-signature-timestamp": timestamp,
            "content-type": "application/json",
        }
        return self.client.post("/", content=body, headers=headers)

    def commands(self, text: str) -> dict[str, Any]:
        data = {"id": "1", "name": "odds", "type": 1, "options": [{"name": "roll", "type": 3, "value": text}]}
        sent = self.sends({"id": "2", "application_id": "3", "type": 2, "token": "t", "version": 1, "data": data})
        assert sent.status_code == 200
        assert sent.json()["type"] == 4
        found: dict[str, Any] = sent.json()["data"]
        return found


@pytest.fixture
def discord(monkeypatch: pytest.MonkeyPatch, address: str) -> Discord:
    pytest.importorskip("cryptography")
    return Discord(runpy.run_path(str(EXAMPLES / "discord_bot.py")), monkeypatch, address)


def test_a_bot_answers_whom_it_knows_and_nobody_else(discord: Discord) -> None:
    assert discord.sends({"type": 1}).json() == {"type": 1}
    assert discord.sends({"type": 1}, signature="00" * 64).status_code == 401
    assert discord.sends({"type": 1}, signature="no hex").status_code == 401


def test_a_command_is_answered_with_the_line_and_the_card(discord: Discord, address: str) -> None:
    rolled = discord.commands("2d6 best")
    assert rolled["content"] == "2d6 best: 4.47 on average (161/36)"
    card = urlsplit(rolled["embeds"][0]["image"]["url"])
    assert TestClient(Starlette(routes=Api().routes)).get(f"{card.path}?{card.query}").content[:4] == b"\x89PNG"
    asked = discord.commands("chronopia.melee attacker=the_cursed target=spearmen charging=true")
    assert "66.4% (1659/2500)" in asked["content"]
    refused = discord.commands("2d6 bset")
    assert "did you mean best?" in refused["content"]
    assert refused["flags"] == 64
    assert discord.commands("2d6 named @everyone")["flags"] == 64
    lines = (EXAMPLES / "discord_bot.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) < 120


def test_a_spreadsheet_has_the_numbers_of_python() -> None:
    client = TestClient(Starlette(routes=Api().routes))
    rows = list(csv.DictReader((EXAMPLES / "spreadsheet.csv").read_text(encoding="utf-8").splitlines()))
    assert len(rows) == 3
    for number, row in enumerate(rows, 2):
        imported = r'IMPORTDATA\("([^"]+)"&A(\d+)&"([^"]+)"&B(\d+)\)'
        found = re.fullmatch(rf'=VLOOKUP\("(\w+)",{imported},6,FALSE\)', row["slain"])
        assert found is not None
        assert found[3] == found[5] == str(number)
        url = urlsplit(f"{found[2]}{row['attacker']}{found[4]}{row['target']}")
        told = list(csv.reader(client.get(f"{url.path}?{url.query}").text.splitlines()))
        (value,) = (line[5] for line in told if line[0] == found[1])
        expected = probcalc.odds("chronopia.melee", attacker=row["attacker"], target=row["target"])["slain"]
        assert float(value) == pytest.approx(float(expected), abs=1e-9)


def by_node(script: str, *words: str) -> Any:
    if shutil.which("node") is None:
        pytest.skip("there is no Node here")
    done = subprocess.run(
        ["node", "--input-type=module", "-e", script, *words], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_examples_of_the_guide_are_answered_as_it_says(address: str) -> None:
    guide = (EXAMPLES.parent / "docs" / "api.md").read_text(encoding="utf-8").replace("HOST", address)
    (got,) = re.findall(r"^    GET (\S+)$", guide, re.MULTILINE)
    expected = httpx2.get(got).json()
    assert expected["results"]["slain"]["value"] == "1659/2500"
    (sent,) = re.findall(r"^    (curl .+)$", guide, re.MULTILINE)
    if shutil.which("curl") is not None:
        done = subprocess.run(shlex.split(sent), capture_output=True, text=True, timeout=60)
        assert json.loads(done.stdout) == expected
    (script,) = re.findall(r"^    (const answer .+)$", guide, re.MULTILINE)
    found = by_node(f"{script} console.log(JSON.stringify(answer));")
    assert (
        found["results"] == json.loads(json.dumps(probcalc.odds("custom.roll", roll="2d6 best").to_json()))["results"]
    )
    (imported,) = re.findall(r'IMPORTDATA\("(\S+)"\)', guide)
    assert len(list(csv.reader(httpx2.get(imported).text.splitlines()))) > 2
    shown = re.search(r'^    (\{"type": "refused".+?\})$', guide, re.MULTILINE | re.DOTALL)
    assert shown is not None
    assert json.loads(shown[1]) == httpx2.get(f"{address}/api/v1/odds/chronopia.melee?atacker=the_cursed").json()


def test_a_macro_of_a_virtual_table_whispers_the_line(address: str) -> None:
    script = """
      import { readFileSync } from "node:fs";
      const [, file, address] = process.argv;
      const text = readFileSync(file, "utf8").replace("https://odds.example.org", address);
      const Async = (async () => {}).constructor;
      const said = [];
      for (const roll of ["best of 2d20 >= 15", "2d6 bset <b>"]) {
        const table = { applications: { api: { DialogV2: { prompt: async () => roll } } } };
        const chat = { create: async (message) => said.push(message) };
        await new Async("foundry", "ChatMessage", "game", text)(table, chat, { user: { id: "me" } });
      }
      console.log(JSON.stringify(said));
    """
    right, wrong = by_node(script, str(EXAMPLES / "virtual_table_macro.js"), address)
    assert right == {"content": "best of 2d20 &#62;= 15: success 51.0% (51/100)", "whisper": ["me"]}
    assert "<" not in wrong["content"]
    assert "bset" in wrong["content"]


EDGE = """
  const [, file, server] = process.argv;
  const { previewing } = await import(file);
  const page = PAGE;
  const next = async () => new Response(page, { headers: { "content-type": "text/html; charset=utf-8", etag: "x" } });
  const asked = async (query, agent, at = server, patience) => {
    const request = new Request(`https://odds.example.org/chronopia/?${query}`, { headers: { "user-agent": agent } });
    const found = await previewing(at, patience, next)(request);
    return [await found.text(), found.headers.get("etag")];
  };
  const [query, hostile] = QUERIES;
  console.log(JSON.stringify([
    await asked(query, "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)"),
    await asked(query, "WhatsApp/2.23.20.0"),
    await asked(query, "Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0"),
    await asked(hostile, "Twitterbot/1.0"),
    await asked(query, "Twitterbot/1.0", "http://127.0.0.1:9", 300),
  ]));
"""


def test_a_function_at_the_edge_gives_each_link_of_static_pages_its_card(address: str) -> None:
    general = tags(Preview(), "https://odds.example.org/", "https://odds.example.org/cards/general.png", {})
    page = f"<!doctype html><html><head>{general}</head><body>page</body></html>"
    hostile = 's=chronopia.melee&cc="><script>alert(1)</script>'
    script = EDGE.replace("PAGE", json.dumps(page)).replace("QUERIES", json.dumps([CURSED, hostile]))
    *crawled, (plain, mark), (evil, _), (late, _) = by_node(script, str(EXAMPLES / "edge_previews.mjs"), address)
    title = headline(
        probcalc.odds("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen", "charging": True})
    ).text
    for text, etag in crawled:
        assert f"<title>{title}</title>" in text
        assert f'<meta property="og:title" content="{title}">' in text
        assert f'<meta property="og:image" content="{address}/api/v1/card.png?s=chronopia.melee' in text
        assert '<meta property="og:url" content="https://odds.example.org/chronopia/?s=chronopia.melee&amp;v=1' in text
        assert etag is None
    # Readers, links that ask nothing and a server that is away: the file as it is.
    assert plain == evil == late == page
    assert mark == "x"

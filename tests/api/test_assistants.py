"""The calculator as tools of an assistant, in both transports, with the twenty questions of the guide."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import anyio
import pytest
import uvicorn
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from starlette.applications import Starlette

from probcalc.api.answering import answer
from probcalc.api.asked import asked
from probcalc.api.assistants import server
from probcalc.api.examples import example_of
from probcalc.api.questions import name_in_address
from probcalc.api.questions import questions as addresses
from probcalc.api.server import Api

GUIDE = Path(__file__).parents[2] / "docs" / "assistants.md"
CALLED = re.compile(r"^    (\w+) (\{.+\})$", re.MULTILINE)
TOOLS = {"search", "describe", "odds", "roll", "compare", "advise", "formula", "program", "ask"}


def questions() -> list[tuple[str, list[tuple[str, Any]], str]]:
    """Each question, the calls for it, and the line of the last answer."""
    text = GUIDE.read_text(encoding="utf-8").partition("## Twenty questions")[2]
    found = []
    for part in re.split(r"^\*\*\d+\. ", text, flags=re.MULTILINE)[1:]:
        calls = [(tool, json.loads(said)) for tool, said in CALLED.findall(part)]
        found.append((part.partition("**")[0], calls, part.partition("\n> ")[2].strip()))
    return found


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A real server with the tools at an address."""
    api = Api()
    app = Starlette(routes=api.routes, lifespan=lambda _: api.running())
    running = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error"))
    thread = threading.Thread(target=running.run)
    thread.start()
    while not running.started:
        thread.join(0.02)
    yield f"http://127.0.0.1:{running.servers[0].sockets[0].getsockname()[1]}"
    running.should_exit = True
    thread.join()


def run(work: Callable[[], Awaitable[Any]]) -> Any:
    """What a task finds, in a thread of its own: where a browser is open, this thread has a loop of tasks already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(anyio.run, work).result()


def talk(client: Client, calls: list[tuple[str, Any]]) -> list[Any]:
    async def work() -> list[Any]:
        async with client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            assert names == TOOLS
            return [await client.call_tool(tool, said) for tool, said in calls]

    return run(work)


def test_twenty_questions_need_at_most_three_calls_each_and_have_their_lines() -> None:
    asked = questions()
    assert len(asked) == 20
    assert max(len(calls) for _, calls, _ in asked) <= 3
    answers = iter(talk(Client(server()), [call for _, calls, _ in asked for call in calls]))
    differing = []
    for question, calls, line in asked:
        last = [next(answers) for _ in calls][-1]
        if last.is_error or last.structured_content["line"] != line:
            differing.append((question, last.content[0].text[:200]))
    assert differing == []


def test_every_question_of_an_address_is_asked_as_its_example_is() -> None:
    others = {name: each for name, each in addresses().items() if not {name, name_in_address(name)} & TOOLS}
    calls, wanted = [], []
    for name, each in others.items():
        example = next(found for is_of_one in (True, False) if (found := example_of(each, is_of_one)) is not None)
        parameters = example.fields.pop("parameters", None)
        said = {
            "question": name_in_address(name),
            "scenario": example.place,
            "parameters": parameters,
            "fields": example.fields,
        }
        calls.append(("ask", said))
        fields = {**example.fields, **({"parameters": parameters} if parameters else {})}
        wanted.append(json.loads(answer(asked(name, example.place, fields))))
    assert {"needed", "balance", "luck", "lab/steps", "overtake"} <= set(others)
    for call, found, right in zip(calls, talk(Client(server()), calls), wanted, strict=True):
        assert not found.is_error, (call, found.content)
        assert {**found.structured_content, **right} == found.structured_content, call
    text = talk(Client(server()), [("ask", {"question": "neded", "scenario": "chronopia.melee"})])[0].content[0].text
    assert text == "neded is not a question; did you mean needed?"


CALLS = [
    ("odds", {"scenario": "chronopia.melee", "parameters": {"atacker": "the_cursed"}}),
    ("odds", {"scenario": "chronopia.melee", "parameters": {"attacker": "the_cursed", "target": "spearmen"}}),
    ("compare", {"requests": ["chronopia.melee cc=11", "cc=12"]}),
    ("program", {"text": "output 3d6"}),
]


def held(answers: list[Any], pages: str) -> None:
    wrong, right, compared, program = answers
    assert wrong.is_error
    assert wrong.content[0].text == "atacker is not a parameter of chronopia.melee; did you mean attacker?"
    assert right.structured_content["results"]["slain"]["value"] == "369/625"
    assert right.structured_content["link"].startswith(f"{pages}/chronopia?s=chronopia.melee")
    assert compared.structured_content["link"].startswith(f"{pages}/compare?1.s=chronopia.melee")
    assert program.structured_content["link"] == f"{pages}/anydice?program=output%203d6"


def test_wrong_arguments_are_refused_in_one_line_and_never_left_out() -> None:
    melee = {"scenario": "chronopia.melee"}
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("odds", {**melee, "parametres": {"cc": 11}}),
        ("odds", {**melee, "attacker": "the_cursed"}),
        ("roll", {"roll": "2d6"}),
        ("roll", {}),
        ("odds", {**melee, "parameters": "cc=11"}),
    ]
    assert [(said.is_error, said.content[0].text) for said in talk(Client(server()), wrong)] == [
        (True, "parametres is not an argument of odds; did you mean parameters?"),
        (True, "attacker is not an argument of odds; choose from scenario, parameters, given"),
        (True, "roll is not an argument of roll; choose from notation"),
        (True, "notation is missing: roll is asked with notation"),
        (True, "parameters: input should be a valid dictionary"),
    ]


def test_tools_over_standard_input_and_output() -> None:
    words = ["-m", "probcalc.api", "https://odds.example.org/"]
    held(talk(Client(StdioServerParameters(command=sys.executable, args=words)), CALLS), "https://odds.example.org")


def test_tools_beside_the_address_without_a_session(address: str) -> None:
    held(talk(Client(f"{address}/mcp"), CALLS), address)


def test_guides_are_resources() -> None:
    async def read() -> tuple[int, str]:
        async with Client(server()) as client:
            listed = (await client.list_resources()).resources
            said = await client.read_resource("probcalc://guides/notation")
            return len(listed), said.contents[0].text  # type: ignore[union-attr]

    number, text = run(read)
    assert number > 20
    assert text.startswith("# ")


def test_who_asks_for_much_is_told_so_as_a_refusal() -> None:
    from probcalc.api.working import Allowances, Working

    working = Working()
    working.allowances = Allowances(0.0)
    (answer,) = talk(Client(server(working=working)), [("roll", {"notation": "2d6"})])
    assert answer.is_error
    assert "ask again in" in answer.content[0].text


def test_a_server_of_tools_says_in_one_line_what_it_lacks() -> None:
    hidden = "import sys; sys.modules['mcp'] = None\nimport importlib.util as u; f = u.find_spec\n"
    hidden += "u.find_spec = lambda name, *a: None if name == 'mcp' else f(name, *a)\n"
    hidden += "import runpy; runpy.run_module('probcalc.api', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr.strip().startswith("assistants need mcp, which is not installed: pip install 'mcp")

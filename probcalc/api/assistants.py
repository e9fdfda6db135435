"""The calculator as tools of an assistant (Model Context Protocol), over standard input and output and by HTTP."""

from __future__ import annotations

import inspect
import json
import logging
import sysconfig
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from contextvars import ContextVar
from fractions import Fraction
from functools import partial, wraps
from pathlib import Path
from typing import Any

import anyio.to_thread
import click
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import CallToolResult, InputRequiredResult, TextContent, ToolAnnotations
from pydantic import ValidationError
from starlette.types import Receive, Scope, Send

from probcalc import __version__
from probcalc.api.answering import Refusal, answer
from probcalc.api.asked import asked
from probcalc.api.asking import origin_of
from probcalc.api.questions import ENTRIES, Question, name_in_address, questions
from probcalc.api.working import Crowded, Working
from probcalc.cli.requests import between, requests_of
from probcalc.exact.budget.bounds import watch_budgets
from probcalc.links import read_words, to_command, to_query
from probcalc.links.lists import query_for
from probcalc.present.numbers.decimals import average
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.value_text import value_text
from probcalc.web.paths import TOOLS, encode, path_of

MOST_BYTES = 100_000
_INSTRUCTIONS = (
    "Exact odds for tabletop rules. Search finds scenarios, units and rules; describe lists the parameters of a "
    "scenario; odds, compare and advise answer; roll and program answer for any dice; ask every other question. Each "
    "answer has its line, which can be quoted as it is, and a link to it. Fractions are exact and written as text, "
    '"1659/2500". A refusal names the parameter and the nearest valid name: mend it and ask again.'
)
_pages: ContextVar[str] = ContextVar("pages", default="")
_asking: ContextVar[Scope | None] = ContextVar("asking", default=None)


def server(pages: str = "", working: Working | None = None) -> MCPServer:
    """A server with every tool; it keeps nothing between calls.

    Args:
        pages: the address of the pages, where links lead; by HTTP that of the server itself.
        working: by whom what is worked on is counted, by HTTP.
    """
    made = _Tools("probcalc", title="probcalc", instructions=_INSTRUCTIONS, version=__version__, log_level="WARNING")
    _pages.set(pages.rstrip("/"))
    for tool in _TOOLS.values():
        hints = ToolAnnotations(read_only_hint=True, open_world_hint=False)
        made.add_tool(_count_work(tool, working), description=_description_of(tool), annotations=hints)
    for guide in guides():
        title = guide.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
        made.resource(f"probcalc://guides/{guide.stem}", title=title, mime_type="text/markdown")(_read(guide))
    return made


class _Tools(MCPServer[Any]):
    """A server that refuses wrong arguments in one line, and no others than it has.

    The library leaves out what a tool does not know, so that another question would be answered than was meant.
    """

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """The answer of a tool, or why its arguments are refused."""
        tool = _TOOLS.get(name)
        known = inspect.signature(tool).parameters if tool is not None else {}
        if tool is not None and (wrong := next((key for key in arguments if key not in known), None)) is not None:
            return _refuse(str(unknown_name("argument", wrong, known, f" of {name}")))
        missing = (key for key, each in known.items() if each.default is each.empty and key not in arguments)
        if (key := next(missing, None)) is not None:
            return _refuse(f"{key} is missing: {name} is asked with {', '.join(known)}")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            first = error.__cause__.errors()[0]
            place = ".".join(map(str, first["loc"]))
            return _refuse(f"{place}: {first['msg'][:1].lower()}{first['msg'][1:]}")


def _refuse(line: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=line)], is_error=True)


class ByHttp:
    """The tools at an address: each request stands for itself.

    Args:
        working: by whom what is worked on is counted.
        base: the path below which the pages lie.
    """

    def __init__(self, working: Working, base: str = "") -> None:
        self._base = base
        logging.getLogger(StreamableHTTPSessionManager.__module__).setLevel(logging.WARNING)
        # The tools change nothing and know no secrets, so that any page may ask them under any name of this server.
        anybody = TransportSecuritySettings(enable_dns_rebinding_protection=False)
        self._manager = StreamableHTTPSessionManager(
            server(working=working)._lowlevel_server,
            json_response=True,
            stateless=True,
            security_settings=anybody,
            max_request_body_size=MOST_BYTES,
        )

    def running(self) -> AbstractAsyncContextManager[None]:
        """Within, requests are answered."""
        return self._manager.run()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        _asking.set(scope)
        _pages.set(origin_of(scope, self._base))
        await self._manager.handle_request(scope, receive, send)


def guides() -> list[Path]:
    """The guides: of the checkout, or among the shared files of an installation."""
    shared = Path(sysconfig.get_path("data")) / "share" / "probcalc" / "docs"
    folders = (Path(__file__).resolve().parents[2] / "docs", shared)
    return next((found for folder in folders if (found := sorted(folder.glob("*.md")))), [])


def _read(guide: Path) -> Callable[[], str]:
    def read() -> str:
        return guide.read_text(encoding="utf-8")

    return read


def _count_work(tool: Callable[..., dict[str, Any]], working: Working | None) -> Callable[..., Any]:
    """A tool whose work counts to whoever asks and gives way to others, and whose refusals come as they are."""

    @wraps(tool)
    async def count_work(**named: Any) -> Any:
        def work(watch: Callable[[], None]) -> dict[str, Any]:
            with watch_budgets(watch):
                return tool(**named)

        try:
            if working is None:
                return await anyio.to_thread.run_sync(partial(tool, **named))
            return await working.do(_asking.get() or {}, work)
        except (Refusal, InputError, Crowded) as refusal:
            return _refuse(str(refusal))

    return count_work


def _description_of(tool: Callable[..., Any]) -> str:
    """What a tool says of itself; of `ask` every question with its fields too."""
    told = [inspect.getdoc(tool) or ""]
    for name, each in _questions().items() if tool is ask else ():
        more = {"requests": ["requests"], "text": [each.key], "file": [each.key]}.get(each.takes, [])
        fields = ", ".join([*more, *[ENTRIES] * each.has_entries, *each.options])
        told.append(f"{name}{f' ({fields})' if fields else ''}: {each.about}")
    return "\n".join(told)


def _questions() -> dict[str, Question]:
    """Every question of an address that is no tool itself."""
    named = {name_in_address(name): (name, each) for name, each in questions().items()}
    return {said: each for said, (name, each) in named.items() if not {said, name} & {*_TOOLS}}


def _ask(name: str, place: str, fields: Mapping[str, Any], form: str = "json") -> str:
    return answer(asked(name, place, fields, form))


def _ask_for_data(name: str, place: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(_ask(name, place, fields))
    return said


def _link(page: str, query: Mapping[str, str]) -> str:
    return f"{_pages.get()}/{page}?{encode(query)}"


def _of_scenario(scenario: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The link of a request, and its command."""
    words = [f"{name}={value_text(value)}" for name, value in parameters.items()]
    given = read_words(scenario, words)
    page = path_of(registry.system_id_of(scenario))
    return {"link": _link(page, to_query(scenario, given)), "command": to_command(scenario, given)}


def search(words: str) -> dict[str, Any]:
    """Find scenarios, units, weapons, rules and circumstances by words, such as "troll" or "charge axe"."""
    return _ask_for_data("search", "", {"search": words})


def describe(scenario: str) -> dict[str, Any]:
    """What a scenario such as chronopia.melee can be asked: parameters with bounds and names, results, rulings."""
    return _ask_for_data("describe", scenario, {})


def odds(scenario: str, parameters: dict[str, Any] | None = None, given: str = "") -> dict[str, Any]:
    """The exact answer to a scenario: {"attacker": "the_cursed", "charging": true}; given is a condition, "hit"."""
    fields = {"parameters": parameters or {}, **({"option.given": given} if given else {})}
    found = _ask_for_data("odds", scenario, fields)
    line = _ask("odds", scenario, fields, "line")
    return {"line": line, **_of_scenario(scenario, parameters or {}), **found}


def roll(notation: str) -> dict[str, Any]:
    """The exact answer to any roll: "4d6 drop 1", "best of 2d20 >= 15", "2d6 + 1 vs 2d6", "10d6 >= 4 then d6 >= 5"."""
    found = _ask_for_data("roll", "", {"roll": notation})
    line = _ask("roll", "", {"roll": notation}, "line")
    return {"line": line, **_of_scenario("custom.roll", {"roll": notation}), **found}


def compare(requests: list[str]) -> dict[str, Any]:
    """Two to four requests side by side, each "chronopia.melee cc=11"; a later one may say only its changes."""
    found = _ask_for_data("compare", "", {"requests": requests})
    given = _requests(requests)
    lines = [_ask("odds", scenario, {"parameters": parameters}, "line") for scenario, parameters in given]
    line = "; ".join(f"{letter}: {said}" for letter, said in zip(found["requests"], lines, strict=True))
    return {"line": line, "link": _link(TOOLS["compare"].path, query_for(given)), **found}


def _requests(requests: list[str]) -> list[tuple[str, dict[str, Any]]]:
    """The requests of a comparison that was answered, each with its parameters."""
    asks = asked("compare", "", {"requests": requests})
    words = asks.words[asks.words.index("--") + 1 :]
    with click.Context(asks.question.command):
        return requests_of(between(words, asks.question.separator))


def advise(
    scenario: str, parameters: dict[str, Any] | None = None, aim: str = "", at_least: int | None = None, points: int = 0
) -> dict[str, Any]:
    """The best decisions where the rules leave a choice, and what each choice is worth."""
    options = {"option.aim": aim or None, "option.at_least": at_least, "option.points": points or None}
    fields = {"parameters": parameters or {}, **{k: v for k, v in options.items() if v is not None}}
    found = _ask_for_data("advise", scenario, fields)
    told = [line.strip() for line in _ask("advise", scenario, fields, "text").split("\n\n", 2)[:2]]
    return {"line": " ".join(" ".join(told).split()), **_of_scenario(scenario, parameters or {}), **found}


def ask(
    question: str, scenario: str = "", parameters: dict[str, Any] | None = None, fields: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Any other question, each here with its fields: "needed" of "chronopia.melee", {"cc": 11}, {"percent": [80]}."""
    known = _questions()
    if question not in known:
        raise unknown_name("question", question, known)
    asks = known[question]
    said = {f"option.{key}" if key in asks.options else key: value for key, value in (fields or {}).items()}
    if parameters:
        said["parameters"] = parameters
    found, text = _ask_for_data(asks.name, scenario, said), _ask(asks.name, scenario, said, "text")
    link = {"link": _of_scenario(scenario, parameters or {})["link"]} if "." in scenario else {}
    return {"text": text, **link, **found}


def formula(scenario: str, free: list[str], parameters: dict[str, Any] | None = None) -> dict[str, Any]:
    """The results as formulas in some parameters: free=["armour", "cc=5..20"]."""
    found = _ask_for_data("formula", scenario, {"parameters": parameters or {}, "option.in": free})
    return {"line": _formula_line(found["results"]), **_of_scenario(scenario, parameters or {}), **found}


def _formula_line(results: Mapping[str, Mapping[str, Any]]) -> str:
    told = []
    for name, result in results.items():
        letters = ", ".join(f"{letter['letter']} = {letter['definition']}" for letter in result.get("letters", ()))
        cases = [case["formula"] for case in result.get("cases", ()) if "formula" in case]
        if len(cases) == 1:
            told.append(f"{name} = {cases[0]}{f' with {letters}' if letters else ''}")
        elif cases:
            told.append(f"{name} has {len(cases)} cases")
    return "; ".join(told)


def program(text: str) -> dict[str, Any]:
    """Run a program in the language of AnyDice, exactly: output [highest 3 of 4d6]."""
    found = _ask_for_data("anydice", "", {"program": text})
    return {"line": _outputs_line(found["outputs"]), "link": _link(TOOLS["programs"].path, {"program": text}), **found}


def _outputs_line(outputs: Sequence[Mapping[str, Any]]) -> str:
    means = ((output["name"], str(output.get("mean", "none"))) for output in outputs)
    told = (f"{name}: {average(Fraction(mean))} on average" for name, mean in means if mean[-1:].isdigit())
    return "; ".join(told)


_TOOLS: Mapping[str, Callable[..., dict[str, Any]]] = {
    tool.__name__: tool for tool in (search, describe, odds, roll, compare, advise, formula, program, ask)
}

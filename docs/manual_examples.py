"""What the examples of the guides ask: each block of code as links to the calculator, and as boxes that run."""

from __future__ import annotations

import ast
import doctest
import re
import shlex
import textwrap
from collections.abc import Iterator, Mapping
from html import escape
from itertools import pairwise
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from probcalc import links
from probcalc.catalogue.sheets import Sheet
from probcalc.links.sheets import sheet_url
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.web.paths import TOOLS, path_of

MOST = 3
_COMMAND = re.compile(r"^\s*(?:\$ )?(?:\.venv/bin/)?probcalc (\w+) (.+)$", re.MULTILINE)
_LONGEST = 1_800


class Opened(NamedTuple):
    """Where an example opens: the address beside the manual, what it asks, and what a box runs, if anything."""

    address: str
    title: str
    kind: str = ""
    text: str = ""


def below(block: str) -> str:
    """What stands below a block of code: nothing, or links, or a box that runs a roll, a program or a sheet.

    >>> print(below("    probcalc odds chronopia.armour armour=24").strip())
    <p class="opens"><a href="../chronopia?s=chronopia.armour...armour=24">Open in the calculator</a></p>
    >>> below("    make test")
    ''
    """
    found = list(dict.fromkeys(asked(block)))[:MOST]
    if not found:
        return ""
    lead, titles = "", ["Open in the calculator"]
    if len(found) > 1:
        lead, titles = "Open in the calculator: ", [escape(opened.title) for opened in found]
    anchors = [
        f'<a href="../{escape(opened.address)}"{_run(opened)}>{title}</a>'
        for opened, title in zip(found, titles, strict=True)
    ]
    return f'\n\n<p class="opens">{lead}{", ".join(anchors)}</p>'


def _run(opened: Opened) -> str:
    # A line that is empty would end the element for Markdown.
    text = escape(opened.text).replace("\n", "&#10;")
    return f' data-kind="{opened.kind}" data-text="{text}"' if opened.kind else ""


def asked(block: str) -> Iterator[Opened]:
    """What a block asks: its commands, or the calls of its Python."""
    if ">>>" in block:
        yield from _calls(textwrap.dedent(re.sub(r"^```.*$", "", block, flags=re.MULTILINE)))
    else:
        for command, words in _COMMAND.findall(block):
            yield from _command(command, words)


def _command(command: str, line: str) -> Iterator[Opened]:
    try:
        words = shlex.split(line, comments=True)
    except ValueError:
        return
    if command == "roll" and words:
        yield from _request("custom.roll", {"roll": words[0]})
        return
    if not words or not _is_scenario(words[0]) or "vs" in words or "then" in words:
        return
    # What follows an option belongs to it.
    given = [word for before, word in pairwise(words) if "=" in word and not f"{before} {word}".count("--")]
    try:
        yield from _request(words[0], links.read_words(words[0], given))
    except InputError:
        return


def _calls(text: str) -> Iterator[Opened]:
    """The questions of Python at a prompt whose words stand there, or in a name that was given just before."""
    known: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples(text):
        try:
            tree = ast.parse(example.source)
        except SyntaxError:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                if (value := _literal(node.value, known)) is not None:
                    known[node.targets[0].id] = value
            elif isinstance(node, ast.Call):
                yield from _call(node, known)


def _call(call: ast.Call, known: Mapping[str, Any]) -> Iterator[Opened]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    first = _literal(call.args[0], known) if call.args else None
    if not isinstance(first, str):
        return
    if name == "roll":
        yield from _request("custom.roll", {"roll": first})
    elif name == "anydice" and len(first) < _LONGEST:
        address = f"{TOOLS['programs'].path}?{urlencode({'program': first}, quote_via=quote)}"
        yield Opened(address, "AnyDice program", "program", first)
    elif name in ("sheet", "Sheet"):
        yield from _sheet(first)
    elif _is_scenario(first) and name in ("odds", "formula", "advise", "table", "joint", "by_round"):
        second = _literal(call.args[1], known) if len(call.args) > 1 else {}
        named = {word.arg: _literal(word.value, known) for word in call.keywords if word.arg}
        parameters = registry.scenario(first).parameters()
        kept = {p.name: named[p.name] for p in parameters if named.get(p.name) is not None}
        yield from _request(first, {**(second if isinstance(second, dict) else {}), **kept})


def _sheet(text: str) -> Iterator[Opened]:
    """A game on a page of text whose first question is answered, as it opens."""
    try:
        found = Sheet(text.strip())
        found.odds()
    except InputError:
        return
    yield Opened(sheet_url(TOOLS["own game"].path, found.text), found.title, "sheet", found.text)


def _is_scenario(name: str) -> bool:
    return any(model.id == name for system in registry.systems() for model in system.scenarios)


def _literal(node: ast.expr, known: Mapping[str, Any]) -> Any:
    if isinstance(node, ast.Name):
        return known.get(node.id)
    try:
        return ast.literal_eval(node)
    except (ValueError, SyntaxError):
        return None


def _request(scenario_id: str, given: Mapping[str, Any]) -> Iterator[Opened]:
    """A request that is answered, as it opens."""
    try:
        registry.answer(scenario_id, given)
    except (InputError, ValueError):
        return
    query = urlencode(links.to_query(scenario_id, given), quote_via=quote, safe=",")
    kind, text = ("roll", str(given["roll"])) if scenario_id == "custom.roll" else ("", "")
    yield Opened(
        f"{path_of(scenario_id.partition('.')[0])}?{query}", text or registry.scenario(scenario_id).title, kind, text
    )

"""Looks at the changed calculator through every door, in a process of its own, and writes what is seen as JSON."""

import asyncio
import json
import re
import runpy
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from click.shell_completion import ShellComplete
from click.testing import CliRunner
from IPython.core.formatters import DisplayFormatter

import probcalc
from probcalc import links
from probcalc.api.answering import answer
from probcalc.api.asked import asked
from probcalc.api.assistants import server
from probcalc.api.openapi import describe
from probcalc.cli import main
from probcalc.notation import parse
from probcalc.notation.limits import size_of
from probcalc.present.notebooks import load_ipython_extension
from tests.web.driver import Reader

ROOT = Path(__file__).parents[2]
MELEE = "chronopia.melee"
DUEL = {"attacker": "the_cursed", "target": "spearmen"}


def said(*words: str) -> str:
    found = CliRunner().invoke(main, list(words))
    assert found.exit_code == 0, found.stderr
    return found.stdout


def refused(roll: str) -> str:
    return str(CliRunner().invoke(main, ["roll", roll]).stderr)


def shown_in_a_notebook(found: Any) -> str:
    formatter = DisplayFormatter()
    load_ipython_extension(SimpleNamespace(display_formatter=formatter))
    return str(formatter.format(found)[0].get("text/html", ""))


async def asked_by_an_assistant() -> dict[str, str]:
    tools = server()
    said = {"question": "length", "scenario": MELEE, "fields": {"unit": "letters"}}
    told = next(tool.description or "" for tool in await tools.list_tools() if tool.name == "ask")
    return {"tool": told, "assistant": str(await tools.call_tool("ask", said))}


def words_of(markup: str) -> str:
    return re.sub(r"<[^>]*>", " ", markup)


def seen() -> dict[str, Any]:
    page = Reader().ask(MELEE, DUEL)
    laboratory = Reader().go("laboratory", links.to_query(MELEE, DUEL) | {"show.asked": "length"})
    length = probcalc.scenario(MELEE).length(**DUEL, unit="letters")
    spear = [f"{name}={value}" for name, value in {**DUEL, "weapon": "spear"}.items()]
    free = probcalc.formula("custom.roll", {"roll": "2d6 beyond x >= 3"}, free=["x=0..3"])["success"]
    return {
        "question": {
            "command": said("length", MELEE, "--unit", "letters"),
            "sheet": said("sheet", "length", str(ROOT / "examples" / "skirmish.sheet"), "--unit", "letters"),
            "help": said("--help"),
            "completion": ShellComplete(main, {}, "", "").get_completions([], "len")[0].value,
            "page": " ".join(table.value.to_csv() for table in laboratory.page.table),
            "notebook": shown_in_a_notebook(length),
            "python": repr(length),
            "reference": runpy.run_path(str(ROOT / "docs" / "write_reference.py"))["reference"](),
            "programs": answer(asked("length", MELEE, {"option.unit": "letters"}, "text")),
            "description": json.dumps(describe()["paths"]["/length/{scenario}"]),
            **asyncio.run(asked_by_an_assistant()),
        },
        "weapon": {
            "answer": str(probcalc.odds(MELEE, DUEL, weapon="spear")["slain"]),
            "formula": str(probcalc.formula(MELEE, DUEL, free=["armour"], weapon="spear")["slain"].subs(armour=18)),
            "given": str(probcalc.odds(MELEE, DUEL, weapon="spear", given="hit")["slain"]),
            "command": said("odds", MELEE, *spear, "--json"),
        },
        "element": page.part("motto"),
        "percentage": {
            "command": said("odds", MELEE, *spear),
            "table": said("weapons", MELEE, "target=spearmen"),
            "sentence": page.sentence,
            "page": " ".join(words_of(page.part(part)) for part in ("result", "help", "entries")),
        },
        "operator": {
            "law": said("roll", "half(2d6) + 1"),
            "refused": refused("hafl(2d6)"),
            "rolls": {
                roll: said("roll", roll)
                for roll in ("d20 mod 6", "(2d6 beyond d6) mod 3 + 1", "2d6 ~ d6", "d6 <> 3", "4d6 ≠ 3")
            },
            "misspelled": refused("2d6 beynd d6"),
            "endless": refused("d6 exploding mod 4 vs d6"),
            "size": size_of(parse("2d6 beyond d6")),
            "formula": [str(free.subs(x=x)) for x in range(4)],
            "numbers": [str(probcalc.odds("custom.roll", roll="2d6 beyond x >= 3", x=x)["success"]) for x in range(4)],
        },
    }


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(seen()), encoding="utf-8")

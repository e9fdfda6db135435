"""Writes what a release promises: a link, a request as JSON and the exact results of each ready-made question.

python -m tests.promises.write        # tests/promises/VERSION.json, refused where it is there already
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import probcalc
from probcalc import links
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer

LONGEST = 200

# Rolls and programs that people have sent each other, beside the ready-made questions.
ROLLS = (
    "3d6", "2d6 best", "best of 2d20 >= 15", "4d6 drop 1", "12d6 >= 4 then d6 >= 5", "2d6 + 1 vs 2d6", "d20 >= 11",
"10d6 >= 5 crit 6 counts 2", "2d6: 10+ great, 7-9 so-so, else bad", "d8 + d6 - 1", "5d10 exploding >= 8",
    "pairs of 5d6", "largest set of 5d6", "turns of d6 until >= 6", "d100 <= 45", "2d6 >= 5 reroll failures",
    "middle of 3d20", "d6 > d8", "6 times (4d6 drop 1)", "sum of 2d6 >= 7",
)  # fmt: skip
PROGRAMS = ("output [highest 3 of 4d6]", "output 3d6", "output 1d20 + 5 >= 15", "output 2d6 + 1d8")


def results_of(answer: Answer) -> dict[str, Any]:
    """Each result as --json writes it; what is long as its mean or first outcome, and a sum over its text."""
    found = {}
    for name, result in answer.to_json()["results"].items():
        text = json.dumps(result, sort_keys=True)
        short = {key: value for key, value in result.items() if key in {"kind", "mean"} and len(str(value)) < LONGEST}
        found[name] = result if len(text) < LONGEST else short | {"sha256": hashlib.sha256(text.encode()).hexdigest()}
    return found


def requests() -> list[tuple[str, dict[str, Any]]]:
    asked = [(preset.scenario, dict(preset.parameters)) for s in registry.systems() for preset in s.presets]
    asked += [("custom.roll", {"roll": roll}) for roll in ROLLS]
    return asked + [("custom.program", {"program": program}) for program in PROGRAMS]


def main() -> None:
    path = Path(__file__).parent / f"{probcalc.__version__}.json"
    if path.exists():
        sys.exit(f"{path.name} is published and stays as it is")
    kept = []
    for scenario_id, given in requests():
        kept.append({
            "link": urlencode(links.to_query(scenario_id, given)),
            "request": json.loads(links.to_json(scenario_id, given)),
            "results": results_of(probcalc.odds(scenario_id, given)),
        })  # fmt: skip
    path.write_text("[\n" + ",\n".join(json.dumps(entry) for entry in kept) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()

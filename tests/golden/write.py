"""What is said of every ready-made question, and of some more: a file for each game, to be read when a word changes.

python -m tests.golden.write        # writes them anew; what `git diff` shows then is what there is to review
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import probcalc
from probcalc.present.sentences.headline import headline
from probcalc.present.sentences.line import answer_line
from probcalc.scenarios import registry

FOLDER = Path(__file__).parent

# Beside the ready-made questions: nobody named, one alone, two of one name, and dice of no game.
_MORE: dict[str, dict[str, dict[str, Any]]] = {
    "chronopia": {
        "chronopia.melee": {},
        "chronopia.melee: one alone": {"attacker": "archers", "target": "the_cursed"},
        "chronopia.melee: a charge": {"attacker": "the_cursed", "target": "spearmen", "charging": True},
    },
    "oathmark": {
        "oathmark.combat": {},
        "oathmark.combat: of one name": {"a.unit": "troll", "a.figures": 3, "b.unit": "troll", "b.figures": 2},
    },
    "tide_of_battle": {"tide_of_battle.melee: ten with one weapon": {"weapon": "great_weapon", "models": 10}},
    "mechanics": {"mechanics.opposed": {}},
    "custom": {
        "custom.roll: a number to reach": {"roll": "d20 <= 11"},
        "custom.roll: a contest": {"roll": "2d6 + 1 vs 2d6"},
    },
}


def questions(system: registry.System) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The title, the scenario and the parameters of each."""
    for title, given in _MORE.get(system.id, {}).items():
        yield title, title.partition(":")[0], given
    for preset in system.presets:
        yield f"{preset.scenario}: {preset.name}", preset.scenario, dict(preset.parameters)


def said(system: registry.System) -> str:
    """Title, sentence and line for a chat of each."""
    told = []
    for title, scenario, given in questions(system):
        answer = probcalc.odds(scenario, given)
        verdict = headline(answer).verdict
        word = f" [{verdict.word}]" if verdict else ""
        told.append(f"# {title}\n{headline(answer).text}{word}\n{answer_line(answer)}\n")
    return "\n".join(told)


def files() -> dict[Path, str]:
    """The text of each file."""
    return {FOLDER / f"{system.id}.txt": said(system) for system in registry.systems()}


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")

"""The law of a field that a play knows by itself, against that of the steps before: for every preset of every game."""

from __future__ import annotations

import pytest

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.readings.law import law_of
from probcalc.exact.records.play import Play
from probcalc.scenarios import registry
from probcalc.scenarios.evaluation import evaluate_within
from probcalc.scenarios.resolve import resolve

USING = {
    "custom.roll",
    "mechanics.opposed",
    "mechanics.test",
    "reikhammer.strategy",
    "thud_and_blunder.initiative",
    "thud_and_blunder.trial",
    "tide_of_battle.will_saves",
}


def test_what_is_known_alone_is_what_the_steps_before_give(monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[tuple[Play, str, Play]] = []
    plain = Play.alone

    def noted(self: Play, **known: object) -> Play:
        play = plain(self, **known)
        met.extend((self, name, play) for name in known)
        return play

    monkeypatch.setattr(Play, "alone", noted)
    compared = dict[str, int]()
    for system in registry.systems():
        for preset in system.presets:
            model = registry.scenario(preset.scenario)
            met.clear()
            evaluate_within(resolve(model, preset.parameters)[0])
            for before, name, after in met:
                by_itself = law_of(after.only(name))
                try:
                    by_steps = law_of(before.only(name))
                except TooLarge:
                    # So that it is not refused is why it is known by itself; other presets are smaller.
                    continue
                assert dict(by_itself.items()) == dict(by_steps.items()), (model.id, preset.name, name)
                compared[model.id] = compared.get(model.id, 0) + 1
    assert set(compared) == USING

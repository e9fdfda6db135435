"""A role that nobody has is refused, and not read out as if it were a name."""

from dataclasses import replace

from probcalc.scenarios import registry
from probcalc.scenarios.contract import faults
from probcalc.scenarios.finding import role_faults
from probcalc.scenarios.parties import NOBODY, one_of
from probcalc.scenarios.resolve import resolve


def test_every_role_in_every_sentence_is_somebodys():
    wrong = []
    for system in registry.systems():
        for model in system.scenarios:
            ready = (dict(preset.parameters) for preset in system.presets if preset.scenario == model.id)
            wrong += role_faults(model, [resolve(model, given)[0] for given in ({}, *ready)])
    assert not wrong


def test_a_mistyped_role_is_named_with_the_one_that_was_meant():
    melee = registry.scenario("chronopia.melee")

    class Mistyped(melee):
        """What does a strike do?"""

        results = tuple(
            replace(result, says=result.says.replace("[the attacker]", "[the attaker]")) for result in melee.results
        )

    [fault] = role_faults(Mistyped, [Mistyped()])
    assert fault == "chronopia.melee: nobody has the role [the attaker]; did you mean [the attacker]?"
    system = registry.system("chronopia")
    assert fault in faults(replace(system, scenarios=(Mistyped, *system.scenarios[1:])))


def test_sides_of_a_fight_under_another_role_are_refused():
    fight = registry.scenario("mechanics.race")

    class Duel(fight):
        def parties(self, called=NOBODY):
            return [one_of("a", "Site A", None), one_of("b", "Side B", None)]

    assert any("nobody has the role [Side A]" in line for line in role_faults(Duel, [Duel()], mistyped=True))

"""tide_of_battle.blast and tide_of_battle.trample: attacks that hit of themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from probcalc.exact.tree.counting import Count
from probcalc.exact.tree.steps import NamedSum, Tree
from probcalc.scenarios.fields import flag, integer, part
from probcalc.scenarios.fixed import Fixed
from probcalc.scenarios.parties import NOBODY, Party, unnamed
from probcalc.scenarios.scenario import Played, Result
from probcalc.systems.tide_of_battle import units
from probcalc.systems.tide_of_battle.losses import NET_RESULT, ROUTES_RESULT, VOLLEY_RESULTS
from probcalc.systems.tide_of_battle.rolls import AUTOMATIC, saving, to_injure
from probcalc.systems.tide_of_battle.rulings import HEALED_AT_MOST, BlastRulings, TemplateRulings
from probcalc.systems.tide_of_battle.tables import struck_party
from probcalc.systems.tide_of_battle.volley import Volley, injury_points


def escaping(reflex: Count | None, modifier: Count) -> Tree:
    """Whether a model is hit: "success" unless its Reflex save takes it out of the way."""
    if reflex is None:
        return AUTOMATIC
    save = saving("Reflex", reflex, ("modifier", modifier), rule="TB-45")
    return save.then(success="failure", failure="success")


def automatic_volley(fields: Any, models: int, strength: NamedSum, **more: Any) -> Volley:
    """A volley of automatic hits on so many models."""
    save = None if fields.deflection is None else saving("Deflection", fields.deflection, rule="TB-06")
    return Volley(
        dice=models,
        hit=escaping(fields.reflex, fields.reflex_modifier),
        injure=to_injure(fields.fortitude, strength, fields.rulings.injure_naturals),
        timing=fields.rulings.deflection_timing,
        **({"deflection": save, "points": injury_points(fields.hit_points)} | more),
    )


def idle_without_save(fields: Any) -> dict[str, str]:
    """What has no effect where models cannot step aside or deflect."""
    reasons = {"reflex_modifier": "reflex is none"} if fields.reflex is None else {}
    return reasons | ({"deflection_timing": "there is no Deflection save"} if fields.deflection is None else {})


def more_than_there_are(name: str, models: int, target_models: int) -> list[str]:
    """The note about more hits than the target has models.

    >>> more_than_there_are("touched", 5, 4)
    ['touched = 5 is more than the 4 models of the target; each is counted anyway.']
    """
    if models <= target_models:
        return []
    return [f"{name} = {models} is more than the {target_models} models of the target; each is counted anyway."]


class Blast(units.VolleyAtUnit):
    """How much damage does a template or automatic hit do?

    Each touched model takes a hit, or saves on Reflex against it; hits roll to injure and may be deflected.
    """

    of_target: ClassVar[tuple[str, ...]] = units.STRUCK
    id: ClassVar[str] = "tide_of_battle.blast"
    title: ClassVar[str] = "Blast"
    headline: ClassVar[str] = "hit_points_lost"
    covers: ClassVar[tuple[str, ...]] = (
        *("TB-06", "TB-07", "TB-08", "TB-15", "TB-20", "TB-26", "TB-28", "TB-30", "TB-34", "TB-38"),
        *("TB-44", "TB-45", "TB-47", "TB-48"),
    )
    results: ClassVar[tuple[Result, ...]] = (*VOLLEY_RESULTS, NET_RESULT, ROUTES_RESULT)

    touched: int = integer(5, 1, 60, "Models that the template touches", role="setting", varied=1)
    reflex: int | None = units.reflex()
    reflex_modifier: int = units.REFLEX_MODIFIER
    strength: int = integer(0, -5, 10, "Strength of the attack, added to the rolls to injure")
    fortitude: int = units.FORTITUDE
    deflection: int | None = units.DEFLECTION
    hit_points: int = units.HIT_POINTS
    target_models: int = units.TARGET_MODELS
    healers: bool = units.HEALERS
    shield_breaker: bool = flag("Shield Breaker: no Deflection save is allowed")
    vulnerable: bool = flag("The target is vulnerable to this attack: each injury costs 1 hit point more")
    swarm_template: bool = flag("The target is a swarm: twice the hit points")
    regeneration: int | None = units.REGENERATION
    already_lost: int = units.ALREADY_LOST
    nerve: units.HalfStrengthTest = part(units.HalfStrengthTest)
    rulings: BlastRulings = part(BlastRulings)
    healed_at_most: ClassVar[Fixed] = HEALED_AT_MOST

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        by = unnamed("attacker", "the attacker", called="the blast")
        return by, struck_party(called, self.target_models)

    def meeting(self) -> str:
        return "strikes|strike"

    def idle(self) -> Mapping[str, str]:
        reasons = self.nerve.idle() | idle_without_save(self)
        if self.deflection is None:
            reasons["shield_breaker"] = "there is no Deflection save"
        if self.shield_breaker:
            names = ("deflection", "deflection_timing")
            reasons |= dict.fromkeys(names, "shield_breaker allows no Deflection save")
        return reasons

    def notes(self) -> list[str]:
        return more_than_there_are("touched", self.touched, self.target_models)

    def volley(self) -> Volley:
        """The hits on all touched models."""
        points = injury_points(self.hit_points, vulnerable=self.vulnerable, doubled=self.swarm_template)
        more: dict[str, Any] = {"deflection": None} if self.shield_breaker else {}
        strength = NamedSum(("Strength", self.strength))
        return automatic_volley(
            self,
            self.touched,
            strength,
            points=points,
            healers=self.healers,
            healed_at_most=self.healed_at_most,
            **more,
        )


class Trample(units.AtUnit):
    """What does a trampling charge do to the models in contact?

    Each of them saves on Reflex or takes a hit, which rolls to injure and may be deflected.
    """

    of_target: ClassVar[tuple[str, ...]] = units.STRUCK
    id: ClassVar[str] = "tide_of_battle.trample"
    title: ClassVar[str] = "Trample"
    headline: ClassVar[str] = "hit_points_lost"
    covers: ClassVar[tuple[str, ...]] = ("TB-06", "TB-08", "TB-42", "TB-44")
    results: ClassVar[tuple[Result, ...]] = VOLLEY_RESULTS

    contacts: int = integer(3, 1, 60, "Models in contact with the trampling one", role="setting", varied=1)
    reflex: int | None = units.reflex(3)
    reflex_modifier: int = units.REFLEX_MODIFIER
    strength: int = integer(0, -5, 10, "Strength of the trampling, added to the rolls to injure")
    fortitude: int = units.FORTITUDE
    deflection: int | None = units.DEFLECTION
    hit_points: int = units.HIT_POINTS
    target_models: int = units.TARGET_MODELS
    already_lost: int = units.ALREADY_LOST
    rulings: TemplateRulings = part(TemplateRulings)

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        by = unnamed("attacker", "the attacker", called="the trampling unit")
        return by, struck_party(called, self.target_models)

    def meeting(self) -> str:
        return "tramples|trample"

    def idle(self) -> Mapping[str, str]:
        return idle_without_save(self)

    def notes(self) -> list[str]:
        return more_than_there_are("contacts", self.contacts, self.target_models)

    def play(self) -> Mapping[str, Played]:
        volley = automatic_volley(self, self.contacts, NamedSum(("Strength", self.strength)))
        return volley.results() | self.unit_struck().after(volley.loss)

"""Parts: their fields stand flat among the parameters, and a rule reads them of the part."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import pytest

from probcalc.analysis.sweeps.recording import record
from probcalc.exact.tree.checks import roll_over
from probcalc.scenarios.contract import answer_of
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.fields import Part, flag, integer, part, ruling, section
from probcalc.scenarios.fields import Section as Side
from probcalc.scenarios.fixed import Fixed, fixed_numbers_of, with_fixed_numbers
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Result, Scenario


class Striker(Part):
    charging: ClassVar[Fixed] = Fixed(2, 0, 9, "To hit when charging")

    skill: int = integer(4, 1, 12, "Skill")
    charge: bool = flag("It charges", belongs_to="attacker")

    def added(self) -> int:
        return self.skill + (self.charging if self.charge else 0)


class Struck(Part):
    whose = "target"
    bracing_worth: ClassVar[Fixed] = Fixed(2, 0, 9, "Armour of who is braced")

    armour: int = integer(9, 1, 20, "Armour")
    braced: bool = flag("Braced")
    flanked: bool = flag("Struck in the flank", belongs_to="attacker")
    bracing: Literal["once", "always"] = ruling("once", "Is it braced once, or always?")

    @property
    def needed(self) -> int:
        return self.armour + self.bracing_worth * self.braced


class Target(Part):
    struck: Struck = part(Struck)
    flying: bool = flag("It flies")

    @property
    def needed(self) -> int:
        return self.struck.needed + self.flying


class Blow(Scenario):
    """Does it hit?"""

    id: ClassVar[str] = "parts.blow"
    title: ClassVar[str] = "A blow"
    headline: ClassVar[str] = "hit"
    results: ClassVar[tuple[Result, ...]] = (Result("hit", "It hits"),)

    uphill: bool = flag("Uphill")
    striker: Striker = part(Striker)
    target: Target = part(Target)
    modifier: int = integer(0, -5, 5, "Modifier", role="modifier")

    def play(self) -> Mapping[str, Any]:
        needed = self.target.needed - self.striker.added() - self.modifier
        return {"hit": roll_over("To hit", 10, needed).among("success")}


class Fighter(Side):
    striker: Striker = part(Striker)
    skill: int = integer(6, 1, 12, "Skill of a fighter")


class Fight(Scenario):
    """Who wins?"""

    id: ClassVar[str] = "parts.fight"
    title: ClassVar[str] = "A fight"
    headline: ClassVar[str] = "hit"
    results: ClassVar[tuple[Result, ...]] = (Result("hit", "It hits"),)

    a: Fighter = section(Fighter, "Side A")
    b: Fighter = section(Fighter, "Side B")


class Twice(Side):
    first: Striker = part(Striker)
    second: Striker = part(Striker)


class Hidden(Side):
    skill: Striker = part(Striker)


class Asked(Side):
    striker: Striker = part(Striker)

    def charge(self) -> bool:
        return True


class Untold(Side):
    striker = part(Striker)


def test_the_parameters_of_a_part_stand_where_it_is_declared_without_a_name_in_front():
    names = ["uphill", "skill", "charge", "armour", "braced", "flanked", "bracing", "flying", "modifier"]
    assert [p.name for p in Blow.parameters()] == names
    assert [p.name for p in Fight.parameters()] == ["a.skill", "a.charge", "b.skill", "b.charge"]
    assert Fight.parameter("a.skill").default == Fight().a.striker.skill == 6


def test_whose_they_are_is_said_by_the_part_or_by_the_field():
    whose = {p.name: p.belongs_to for p in (*Blow.parameters(), *Fight.parameters())}
    assert whose == {
        **dict.fromkeys(("skill", "charge", "flanked", "a.skill", "a.charge"), "attacker"),
        **dict.fromkeys(("armour", "braced", "b.skill", "b.charge"), "target"),
        **dict.fromkeys(("uphill", "bracing", "flying", "modifier"), "situation"),
    }


def test_what_was_given_is_read_of_the_part():
    blow, _ = resolve(Blow, {"skill": 5, "braced": True})
    assert (blow.striker.skill, blow.target.needed, blow.value_of("armour")) == (5, 11, 9)
    assert blow.striker.was_given("skill")
    assert not blow.target.was_given("armour")
    assert answer_of(Blow, {"skill": 5, "braced": True})["hit"] == answer_of(Blow, {"armour": 10})["hit"]


@pytest.mark.parametrize("name", ["striker", "striker.skill", "target.armour"])
def test_no_request_names_the_part(name):
    with pytest.raises(InputError, match="is not a parameter of"):
        resolve(Blow, {name: 5})


def test_a_copy_has_parts_of_its_own():
    blow = Blow()
    assert blow.striker.skill == 4
    other = blow.replaced({"skill": 7})
    assert (other.striker.skill, blow.striker.skill) == (7, 4)
    assert Fight().replaced({"a.skill": 7}).a.striker.skill == 7
    again = pickle.loads(pickle.dumps(other))
    assert (again, again.striker) == (other, other.striker)


def test_a_variant_changes_the_fixed_numbers_of_a_part():
    assert list(fixed_numbers_of(Blow)) == ["charging", "bracing_worth"]
    own = with_fixed_numbers(Blow, {"charging": 5, "bracing_worth": 4})
    other = type("Other", (Blow,), {**own, "__annotations__": dict.fromkeys(own, ClassVar[Any])})
    assert (other(charge=True).striker.added(), Blow(charge=True).striker.added()) == (9, 6)
    assert (other(braced=True).target.needed, Blow(braced=True).target.needed) == (13, 11)


def test_what_is_read_of_a_part_is_noted_as_read_of_the_scenario_and_nothing_else():
    reads: list[Any] = []
    copy = record(Blow(charge=True), reads)
    assert copy.striker.added() == 6
    assert {read.name for read in reads} == {"skill", "charge"}
    other = copy.with_values({"armour": 3})
    assert (other.target.needed, other.target.struck.with_values({"armour": 4}).needed) == (3, 4)
    assert copy.target.was_given("armour") is False
    assert {(read.part, read.name) for read in reads if read.whether_given} == {("", "armour")}
    reads.clear()
    assert record(Fight(), reads).a.striker.skill == 6
    assert {(read.part, read.name) for read in reads} == {("a", "skill")}


def test_two_fields_of_one_name_are_refused():
    with pytest.raises(TypeError, match="second has a field charge, and there is one already"):
        Twice.fields()
    with pytest.raises(TypeError, match="a field cannot be called skill"):
        Hidden.fields()


def test_what_would_stand_in_place_of_a_method_and_a_part_without_a_type_are_refused():
    with pytest.raises(TypeError, match="Asked: striker has a field charge, which Asked has itself"):
        Asked.fields()
    with pytest.raises(TypeError, match="Untold: say of what type striker is"):
        Untold.fields()


def test_a_part_is_no_section_and_a_section_no_part():
    with pytest.raises(TypeError, match="section: Striker is no Section"):
        section(Striker, "Striker")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="part: Fighter is no Part"):
        part(Fighter)  # type: ignore[arg-type]

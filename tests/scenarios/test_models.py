"""Models take what their annotations allow, refuse the rest in a sentence, and stay as they are."""

from __future__ import annotations

import copy
import enum
import pickle
from collections.abc import Callable
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import probcalc
from probcalc.scenarios.fields import Section, flag, integer, integers, section, text
from probcalc.scenarios.kinds import Whole, Wrong
from probcalc.scenarios.models import Declared, Model
from probcalc.scenarios.tables import Row, figure


class Arms(Section):
    reach: int = integer(1, 0, 3, "How far")
    split: list[int] = integers([2], 1, 6, 1, 3, "Which dice")
    word: str = text("", 5, "A word")
    sharp: bool = flag("Whether it cuts")
    kind: Literal["none", 1, "two"] | None = None


class Bearer(Section):
    arms: Arms = section(Arms, "Arms")


class Beast(Row):
    legs: Annotated[int, Whole(2, 8)] | Literal["none"]
    height: int = figure(1, 9)


def takes(field: str, value: Any) -> bool:
    """What the declaration of `Arms` says, written out once more."""
    if field == "reach":
        return type(value) is int and 0 <= value <= 3
    if field == "split":
        return type(value) is list and 1 <= len(value) <= 3 and all(type(n) is int and 1 <= n <= 6 for n in value)
    if field == "word":
        return type(value) is str and len(value) <= 5
    if field == "sharp":
        return type(value) is bool
    return value is None or (type(value) in (int, str) and value in ("none", 1, "two"))


ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 9),
    st.floats(),
    st.text(max_size=7),
    st.sampled_from(["none", "two", "1", b"two", (1, 2), {}, object()]),
    st.lists(st.one_of(st.integers(0, 7), st.booleans()), max_size=4),
)


@given(field=st.sampled_from(["reach", "split", "word", "sharp", "kind"]), value=ANYTHING)
def test_a_field_takes_what_is_declared_and_nothing_else(field: str, value: Any) -> None:
    if takes(field, value):
        assert getattr(Arms(**{field: value}), field) == value
    else:
        with pytest.raises(Wrong) as refused:
            Arms(**{field: value})
        assert refused.value.path == (field,)


def test_a_refusal_names_the_whole_way_to_the_field() -> None:
    with pytest.raises(Wrong, match=r"^arms\.reach: Input should be less than or equal to 3$"):
        Bearer(arms={"reach": 4})
    with pytest.raises(Wrong, match=r"^arms\.luck: Extra inputs are not permitted$"):
        Bearer(arms={"luck": 4})
    with pytest.raises(Wrong, match=r"^height: Field required$"):
        Beast(name="Owlbear", legs="none")
    with pytest.raises(Wrong, match=r"^legs: Input should be greater than or equal to 2$"):
        Beast(name="Owlbear", legs=1, height=3)


def test_numbers_that_only_call_themselves_so_become_plain_numbers() -> None:
    class Reach(enum.IntEnum):
        LONG = 2

    assert type(Arms(reach=Reach.LONG).reach) is int


def test_what_was_given_is_known_and_stays_known() -> None:
    bearer = Bearer(arms={"reach": 0})
    assert bearer.was_given("arms")
    assert bearer.arms.names_given() == {"reach"}
    longer = bearer.arms.with_values({"reach": 3, "word": "pike"})
    assert (longer.reach, longer.word, longer.names_given()) == (3, "pike", {"reach"})
    assert bearer.arms.reach == 0


def test_models_share_no_list_and_cannot_be_changed() -> None:
    first, second = Arms(), Arms()
    assert first == second
    assert first.split is not second.split
    given_list = [1, 2]
    assert Arms(split=given_list).split is not given_list
    with pytest.raises(AttributeError, match="Arms cannot be changed"):
        first.reach = 2  # type: ignore[misc]


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda answer: pickle.loads(pickle.dumps(answer))])
def test_an_answer_is_copied_and_sent_with_what_was_given(again: Any) -> None:
    answer = probcalc.odds("chronopia.clash", {"a.models": 3})
    sent = again(answer)
    assert dict(sent) == dict(answer)
    assert sent.scenario == answer.scenario
    assert sent.scenario.names_given() == {"a"}
    assert sent.scenario.a.was_given("models")


SENT = [lambda it: pickle.loads(pickle.dumps(it)), copy.copy, copy.deepcopy]


@pytest.mark.parametrize("again", SENT)
def test_an_answer_by_other_rules_is_copied_and_sent_with_them(again: Any) -> None:
    answer = probcalc.odds("chronopia.melee", {"cc": 9, "variant": "d20=2d10; boost=3"})
    sent = again(answer)
    assert sent == answer
    assert sent.to_json() == answer.to_json()
    assert sent.scenario.names_given() == {"cc"}
    assert type(sent.scenario).parameter("cc") is not None
    assert sent.scenario.variant == "d20=2d10; boost=3"


REFUSED: list[Callable[[], object]] = [
    lambda: probcalc.odds("chronopia.melee", cc=99),
    lambda: probcalc.odds("mechanics.attack", attacks=500, damage=50),
    lambda: probcalc.roll("2d6 bset"),
    lambda: probcalc.anydice("output 2d6 +"),
    lambda: probcalc.d(10**9),
    lambda: probcalc.d(6).given(lambda face: face > 6),
]


@pytest.mark.parametrize("asked", REFUSED)
@pytest.mark.parametrize("again", SENT)
def test_a_refusal_is_copied_and_sent_as_the_line_that_it_is(asked: Callable[[], object], again: Any) -> None:
    with pytest.raises(ValueError, match=r"\w") as refusal:
        asked()
    sent = again(refusal.value)
    assert type(sent) is type(refusal.value)
    assert str(sent) == str(refusal.value)
    for name in ("parameter", "nearest", "at", "line", "column", "what", "estimate", "bound", "unit"):
        assert getattr(sent, name, None) == getattr(refusal.value, name, None)


def test_equal_models_have_one_hash() -> None:
    assert hash(Beast(name="Owlbear", legs=2, height=3)) == hash(Beast(name="Owlbear", legs=2, height=3))
    assert Beast(name="Owlbear", legs=2, height=3) != Beast(name="Owlbear", legs=2, height=4)


def test_a_declaration_that_is_none_is_refused_by_its_name() -> None:
    class Vague(Model):
        figure: float

    class Untold(Model):
        legs = Declared(4)

    with pytest.raises(TypeError, match="Vague, field figure"):
        Vague.fields()
    with pytest.raises(TypeError, match="Untold: say of what type legs is"):
        Untold.fields()
    with pytest.raises(TypeError, match="Hiding: a field cannot be called fields"):

        class Hiding(Model):
            fields: int  # type: ignore[assignment]

"""Rulings, notes, refusals and conditions in the words of labels in place of ids; each reason told once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from probcalc.exact.numbers.numerals import fraction_text, spans_in_full
from probcalc.present.numbers.decimals import percent
from probcalc.present.words.requests import parameter_words, value_words
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.models import MOST_MODELS
from probcalc.scenarios.parameters import Parameter
from probcalc.scenarios.parties import Party
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.sentences import lower_first

_ID = re.compile(r"[a-z][a-z0-9]*(?:[._][a-z0-9]+)*")
_SPAN = re.compile(r"(?<![\w.])-?\d+ to -?\d+\b")


def ruling_words(answer: Answer) -> list[tuple[Parameter, str, bool]]:
    """The rulings used: the ruling, whose help is the question, the reading chosen, and whether it is the default.

    >>> import probcalc
    >>> ruling_words(probcalc.odds("chronopia.armour"))[0][1:]
    ('the first natural 1 or 20 decides', True)
    """
    found: list[tuple[Parameter, str, bool]] = []
    for parameter in type(answer.scenario).parameters():
        if parameter.role == "ruling":
            value = answer.scenario.value_of(parameter.name)
            found.append((parameter, value_words(parameter, value), value == parameter.default))
    return found


def in_words(text: str, model: type[Scenario], parties: Sequence[Party] = ()) -> str:
    """A refusal, note or help with labels in place of the ids of parameters and choices.

    A plain word is left alone, unless it leads as the name of the parameter that the text is about. A side that has a
    name among the `parties`, and no other the same, is called by it.

    >>> from probcalc.scenarios.registry import scenario
    >>> in_words("a.unit: a civilian has no weapon", scenario("chronopia.clash"))
    'Side A, unit: a civilian has no weapon'
    >>> in_words("with critical_wounds = all nothing is paid", scenario("chronopia.shooting"))
    'with critical wounds = all nothing is paid'
    >>> import probcalc
    >>> trolls = probcalc.odds("oathmark.combat", {"b.unit": "troll", "b.figures": 20})
    >>> in_words(trolls.notes[0], type(trolls.scenario), trolls.parties)
    'Trolls, figures = 20: a unit on 50x50 bases has at most 3; calculated anyway.'
    """
    names, choices = _labels(model)
    if parties:
        names = {p.name: parameter_words(p, parties) for p in model.parameters()}

    def label(found: re.Match[str]) -> str:
        name = found[0]
        if found.start() == 0 and name in names:
            return names[name]
        if "_" not in name and "." not in name:
            return name
        return lower_first(names[name]) if name in names else choices.get(name, name)

    return spans_in_words(_ID.sub(label, text))


def spans_in_words(text: str) -> str:
    """A text with its spans of numbers as people say them.

    >>> spans_in_words("2 to 8 whole numbers, each -6..30")
    '2 to 8 whole numbers, each −6 to 30'
    >>> spans_in_words("armour must be -10 to 40, not 99")
    'armour must be −10 to 40, not 99'
    """
    return _SPAN.sub(lambda span: span[0].replace("-", "\N{MINUS SIGN}"), spans_in_full(text))


def notes_in_words(answer: Answer) -> list[str]:
    """What is to be said of an answer, with names and labels in place of ids.

    >>> import probcalc
    >>> notes_in_words(probcalc.odds("oathmark.combat", {"b.unit": "troll", "b.figures": 20}))
    ['Trolls, figures = 20: a unit on 50x50 bases has at most 3; calculated anyway.']
    """
    return [in_words(note, type(answer.scenario), answer.parties) for note in answer.notes]


@lru_cache(maxsize=MOST_MODELS)
def _labels(model: type[Scenario]) -> tuple[dict[str, str], dict[str, str]]:
    """The labels of a scenario's parameters and of their choices, by id."""
    parameters = model.parameters()
    names = {p.name: parameter_words(p) for p in parameters}
    choices = {str(v): n for p in parameters for v, n in zip(p.choices, p.choice_labels, strict=True)}
    # What a side says of its own figures is said without the side.
    return names, {p.name.rpartition(".")[2]: lower_first(p.label) for p in parameters if p.section} | choices


def given_lines(answer: Answer) -> list[str]:
    """What an answer is given, and how likely that is; nothing for one that is given nothing.

    >>> import probcalc
    >>> given_lines(probcalc.odds("chronopia.armour", damage=7, given="any_wound"))
    ['Given any_wound, which has a chance of 35.0% (7/20)']
    """
    if answer.given is None:
        return []
    condition, chance = answer.given
    return [f"Given {condition}, which has a chance of {percent(chance)} ({fraction_text(chance, longest=20)})"]


def reason_of(text: str, name: str) -> str | None:
    """What a note or a refusal says of the parameter that it begins with; None for one about anything else.

    >>> reason_of("watchers: only a civilian is watched", "watchers")
    'only a civilian is watched'
    >>> reason_of("braced has no effect here: nobody charges.", "braced"), reason_of("braced: why", "cc")
    ('nobody charges', None)
    """
    if not text.startswith(name):
        return None
    rest = text.removeprefix(name)
    for lead in (" has no effect here: ", ": "):
        if rest.startswith(lead):
            return rest.removeprefix(lead).removesuffix(".")
    return None


def tell_once(
    told: Iterable[tuple[str, str, str, str]], model: type[Scenario], parties: Sequence[Party] = ()
) -> list[tuple[str, str]]:
    """Reasons with the names of all that they are told of: of a change its words, of its parameter the label alone.

    Each of the `told` is the parameter's name, its label, the change in words, and why.

    >>> from probcalc.scenarios.registry import scenario
    >>> idle = [("will_modifier", "Will modifier", f"Will modifier {n}", "will_modifier: will is none") for n in "+-"]
    >>> tell_once([*idle, ("fear", "Fear", "Fear +1", "it is dark")], scenario("tide_of_battle.melee"))
    [('Will modifier', 'will is none'), ('Fear +1', 'it is dark')]
    """
    found: dict[str, dict[str, None]] = {}
    for name, label, change, why in told:
        own = reason_of(why, name)
        words = in_words(why if own is None else own, model, parties)
        found.setdefault(words, {})[change if own is None else label] = None
    return [(list_names(list(names)), why) for why, names in found.items()]


def list_names(names: Sequence[str]) -> str:
    """Names one after the other; those that have a comma of their own are told apart.

    >>> list_names(["Charging", "Braced"]), list_names(["Trolls, modifier", "Ogres, modifier"])
    ('Charging, Braced', 'Trolls, modifier; Ogres, modifier')
    """
    return ("; " if any(", " in name for name in names) else ", ").join(names)

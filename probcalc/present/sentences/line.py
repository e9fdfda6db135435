"""An answer in one line, to be pasted anywhere: who, with what, against whom, the circumstances, and the number."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from probcalc.analysis.numbers.contest import CHANCES
from probcalc.analysis.numbers.measure import Measure
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.present.numbers.decimals import percent
from probcalc.present.sentences.headline import Headline, Named, headline
from probcalc.present.sentences.side_facts import half, one_name
from probcalc.present.words.phrases import amount_text, count_words
from probcalc.present.words.requests import value_words
from probcalc.present.writing.grid import escape_markdown
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.parameters import Parameter
from probcalc.scenarios.parties import Party
from probcalc.scenarios.sentences import lower_first, predicate
from probcalc.scenarios.settling import given_names

LONGEST_FRACTION = 24


def answer_line(answer: Answer, at_least: int | None = None, result: str = "", outcome: Any = None) -> str:
    """The answer, or one of its results, as one line that says everything.

    >>> import probcalc
    >>> asked = {"attacker": "the_cursed", "target": "spearmen", "charging": True}
    >>> who, _, number = answer_line(probcalc.odds("chronopia.melee", asked)).partition(": ")
    >>> who
    'The Cursed (Two-handed Battle Axe, charging) vs. Spearmen (Crystal Lotus, shield)'
    >>> number
    'target slain 66.4% (1659/2500), 0.84 wounds on average, the Cursed ends up Dazed: 9.8%'
    >>> answer_line(probcalc.odds("oathmark.activation", unit="goblin_slave", command=True))
    'Slaves (commander near): activate 78.4% (98/125), 1.78 actions on average'
    >>> answer_line(probcalc.roll("2d6 best"))
    '2d6 best: 4.47 on average (161/36)'
    >>> answer_line(probcalc.roll("2d6 + 1 vs 2d6"))
    '2d6 + 1 vs. 2d6: 2d6 + 1 beats 2d6: 55.6% (721/1296), tie: 10.8%, 2d6 beats 2d6 + 1: 33.6%, ...'
    >>> answer_line(probcalc.odds("oathmark.cascade", {"activations": [5, 6, 7], "disordered": [0, 1, 1]}))
    'Oathmark, cascading panic (activation 5, 6 and 7, disordered 2 and 3): 1.74 units on average (17351/10000)'
    >>> answer_line(probcalc.odds("chronopia.melee", asked), at_least=2, result="wounds").partition(": ")[2]
    'at least 2 wounds: 17.6% (441/2500), 0.84 wounds on average, the Cursed ends up Dazed: 9.8%'
    """
    return ": ".join(_halves(answer, at_least, result, outcome))


def answer_bbcode(answer: Answer, at_least: int | None = None, result: str = "", outcome: Any = None) -> str:
    """The same line for a forum: who takes part in bold.

    >>> import probcalc
    >>> answer_bbcode(probcalc.roll("2d6 best"))
    '[b]2d6 best[/b]: 4.47 on average (161/36)'
    """
    who, number = _halves(answer, at_least, result, outcome)
    # Square brackets would be marks of the forum's.
    return f"[b]{who.replace('[', '(').replace(']', ')')}[/b]: {number}"


def answer_markdown(
    answer: Answer, at_least: int | None = None, result: str = "", outcome: Any = None, link: str = ""
) -> str:
    r"""The same line in Markdown: who takes part in bold, with the link behind it where there is one.

    >>> import probcalc
    >>> answer_markdown(probcalc.roll("2d6 * 2"), link="https://example.org/")
    '**2d6 \\* 2**: 14 on average ([exactly](https://example.org/))'
    """
    who, number = map(escape_markdown, _halves(answer, at_least, result, outcome))
    return f"**{who}**: {number}{f' ([exactly]({link}))' if link else ''}"


def _halves(answer: Answer, at_least: int | None, result: str, outcome: Any) -> tuple[str, str]:
    """Who takes part, and the numbers."""
    lead = headline(answer, at_least, result, outcome)
    told = [_number(answer, lead, at_least, outcome), *(fact.said for fact in lead.side_facts)]
    return _who(answer, lead), ", ".join(told)


def _who(answer: Answer, lead: Headline) -> str:
    """Who meets whom, each with what it bears and the circumstances that belong to it.

    >>> import probcalc
    >>> answer = probcalc.odds("chronopia.armour", damage=7)
    >>> _who(answer, headline(answer))
    'Chronopia, one hit against armour (damage 7)'
    >>> answer = probcalc.odds("tide_of_battle.melee", weapon="lance", models=7, target_models=8)
    >>> _who(answer, headline(answer))
    '7 models with Lances vs. the target (8 models)'
    """
    model = type(answer.scenario)
    meets = lead.match_up
    if meets is None:
        told = ", ".join(words for words, _ in _circumstances(answer))
        who = f"{model.title} ({told})" if told else model.title
    else:
        mine, theirs = circumstances(answer)
        who = _with(answer.parties[0], meets.left, mine)
        if meets.right is not None:
            other = _with(answer.parties[1], meets.right, theirs)
            who = f"{who} vs. {other if answer.parties[1].named else lower_first(other)}"
    # A game that somebody brought along is not known to whoever reads the line.
    if any(p.named for p in answer.parties) or registry.system_id_of(model.id) not in registry.system_ids():
        return who
    game = registry.system_of(model.id)
    # Where nobody is called by a name of the game, the line says which game it is.
    return f"{game.name}, {lower_first(who)}" if game.is_game else who


def circumstances(answer: Answer) -> tuple[list[str], list[str]]:
    """What was given beside those who take part, in words: of who acts or of all, and of the other side alone.

    >>> import probcalc
    >>> circumstances(probcalc.odds("chronopia.melee", attacker="the_cursed", charging=True, modifier=2))
    (['modifier 2', 'charging'], [])
    >>> circumstances(probcalc.odds("thud_and_blunder.attack", weapon="long_sword", skill=4, armour="mail_coat"))
    (['skill 4'], ['armour: Mail coat'])
    >>> [circumstances(probcalc.odds("oathmark.combat", given)) for given in ({"a.figures": 7}, {"a.unit": "troll"})]
    [(['figures 7'], []), ([], [])]
    """
    told = _circumstances(answer)
    return [words for words, place in told if place == 0], [words for words, place in told if place == 1]


def _with(party: Party, named: Named, told: list[str]) -> str:
    """A side by its name, in its number where it has one, and what it bears: "20 Spearmen (flank)"."""
    is_counted = party.subject[:1].isdigit() and not party.as_written
    name = party.subject if is_counted else named.name
    bears = [word for word in named.bears.split(" · ") if word and not (is_counted and word[:1].isdigit())]
    return f"{name} ({', '.join([*bears, *told])})" if bears or told else name


def _circumstances(answer: Answer) -> list[tuple[str, int]]:
    """What was given beside those who take part, in words, each with the place of the side that it belongs to."""
    explicit = given_names(answer.scenario)
    found = []
    for parameter in type(answer.scenario).parameters():
        value = answer.scenario.value_of(parameter.name)
        # What only repeats its default is not said, so that a link and what made it have the same line.
        if parameter.name in explicit and value != parameter.default:
            label, place = _whose(answer, parameter)
            if _is_told(parameter, value, answer.parties[place : place + 1]):
                found.append((_words_for(parameter, label, value), place))
    return found


def _whose(answer: Answer, parameter: Parameter) -> tuple[str, int]:
    """The label, without the side that it names, and the place of the side that it belongs to; the first for all."""
    label = lower_first(parameter.label)
    if len(answer.parties) < 2:
        return label, 0
    for place, party in enumerate(answer.parties):
        if label.endswith(f" of {party.later}"):
            return label.removesuffix(f" of {party.later}"), place
    key = parameter.name.partition(".")[0] if "." in parameter.name else ""
    is_others = key == answer.parties[1].key if key else parameter.belongs_to == "target"
    return label, int(is_others)


def _is_told(parameter: Parameter, value: Any, of: Sequence[Party]) -> bool:
    # Rows of tables and what dice are written as stand in the names already.
    if parameter.role == "preset" or parameter.kind == "text":
        return False
    # How many take part stands there too, where they are counted: "7 Spearmen", or "the target (8 models)".
    named = [words for party in of for words in (party.subject, party.bears)]
    return not (parameter.headcount and any(words.startswith(f"{value} ") for words in named))


def _words_for(parameter: Parameter, label: str, value: Any) -> str:
    if parameter.kind == "boolean":
        return label if value else f"not {label}"
    colon = ":" if parameter.kind == "choice" and isinstance(value, str) else ""
    return f"{label}{colon} {value_words(parameter, value)}"


def _number(answer: Answer, lead: Headline, at_least: int | None, outcome: Any) -> str:
    """The number that leads, exactly too: "slain 66.4% (1659/2500)"."""
    declared, value = answer.declared(lead.result), answer[lead.result]
    exact = "" if lead.exact is None else _exactly(lead.exact)
    if lead.unit == "number" and isinstance(value, Distribution):
        # A mean that may be below nothing is of something that is to be named.
        of = f"{lower_first(declared.label)}: " if any(isinstance(each, int) and each < 0 for each in value) else ""
        return f"{of}{amount_text(value.mean, declared.unit)} on average{exact}"
    if lead.unit == "chance" and lead.exact is not None:
        shown, name = percent(lead.exact), lower_first(declared.label)
        if isinstance(value, Distribution) and (at_least is not None or (outcome is not None and value.has_mean)):
            how, number = ("exactly", outcome) if at_least is None else ("at least", at_least)
            counted = f"{how} {count_words(str(number), declared.unit)}"
            return f"{counted if declared.unit else f'{name} {counted}'}: {shown}{exact}"
        if isinstance(value, Distribution):
            named = outcome if outcome is not None else Measure(lead.result).default_outcome(answer)
            return f"{one_name(answer, declared, named)} {shown}{exact}"
        if any(lead.result in pair for pair in CHANCES):
            # The letter of a side says nothing to whoever reads the line alone.
            return f"{half(answer, declared)}: {shown}{exact}"
        # Who takes part is named before: of "The unit activates" the verb is left.
        if declared.label.startswith("The "):
            name = predicate(declared.says, answer.parties) or name
        return f"{name} {shown}{exact}"
    return lead.value


def _exactly(number: Fraction) -> str:
    text = fraction_text(number, longest=LONGEST_FRACTION)
    return f" ({text})" if "/" in text else ""

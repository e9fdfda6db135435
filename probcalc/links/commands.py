"""A request as a command line or as Python, also of everybody against everybody, and the words of a command line."""

from __future__ import annotations

import json
import keyword
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from probcalc.analysis.conditions.nodes import is_name
from probcalc.analysis.numbers.measure import law_of_threshold
from probcalc.exact.errors import suggestion
from probcalc.links.defaults import values_to_write
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError, nearest_name, unknown_parameter
from probcalc.scenarios.rosters import Roster, places
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.value_text import value_from_text, value_text
from probcalc.scenarios.variants import read_variant


def read_words(scenario_id: str, words: Iterable[str], roster: Roster | None = None) -> dict[str, Any]:
    """The parameters of words like "cc=11" and "a.models=5"; entries of a roster are left under their ids.

    >>> read_words("chronopia.melee", ["cc=11", "charging=true"])
    {'cc': 11, 'charging': True}

    Raises:
        InputError: for a word without "=", an unknown name, a wrong value, or a name given twice.
    """
    model = registry.scenario(scenario_id)
    own = {place.name: place.entries for place in places(scenario_id, roster)} if roster is not None else {}
    given: dict[str, Any] = {}
    for word in words:
        name, equals, text = (part.strip() for part in word.partition("="))
        if name not in given and text in own.get(name, ()):
            given[name] = text
            continue
        parameter = model.parameter(name)
        if parameter is None:
            raise unknown_parameter(model.id, name, [p.name for p in model.parameters()])
        if not equals:
            raise InputError(f"{name} has no value; write {name}={value_text(parameter.default)}", name)
        if name in given:
            raise InputError(f"{name} is given twice", name)
        try:
            given[name] = value_from_text(parameter, text)
        except InputError as error:
            if not error.nearest and (near := nearest_name(text, own.get(name, ()))):
                raise InputError(f"{error}{suggestion(f'{near} of the roster')}", name, near) from error
            raise
    return given


def request_words(scenario_id: str, parameters: Mapping[str, Any], but: Sequence[str] = ()) -> list[str]:
    """A request as words like cc=11, without those of some names."""
    kept = values_to_write(scenario_id, parameters)
    return [f"{name}={value_text(value)}" for name, value in kept.items() if name not in but]


def options(flag: str, values: Iterable[str]) -> list[str]:
    """The words of an option that is said once for each of these.

    >>> options("--vary", ["armour", "cc"])
    ['--vary', 'armour', '--vary', 'cc']
    """
    return [word for value in values for word in (flag, value)]


def command(name: str, scenario_id: str, words: Iterable[str]) -> str:
    """A command about a scenario, its words quoted where a shell needs it."""
    return " ".join([f"probcalc {name}", scenario_id, *map(quote, words)])


def to_command(scenario_id: str, parameters: Mapping[str, Any], result: str = "", at_least: int | None = None) -> str:
    """The command that gives the same answer and leads with the same result, quoted where a shell needs it.

    >>> to_command("chronopia.melee", {"cc": 11, "charging": False})
    'probcalc odds chronopia.melee cc=11'
    >>> to_command("custom.roll", {"roll": "3d6 >= 4"})
    'probcalc odds custom.roll "roll=3d6 >= 4"'
    >>> to_command("chronopia.melee", {}, "wounds", 2)
    'probcalc odds chronopia.melee --result wounds --at-least 2'
    """
    words = request_words(scenario_id, parameters)
    words += ["--result", result] if result else []
    words += ["--at-least", str(at_least)] if at_least is not None else []
    return command("odds", scenario_id, words)


def to_sweep(scenario_id: str, parameters: Mapping[str, Any], vary: Sequence[str], result: str) -> str:
    """The command that writes a number to a file for all values of these parameters, the rest as given.

    >>> to_sweep("chronopia.melee", {"cc": 11, "armour": 20}, ("armour", "weapon"), "P(wounds >= 2)")
    'probcalc sweep chronopia.melee cc=11 --vary armour --vary weapon --result "P(wounds >= 2)" --out odds.csv'
    """
    words = [*request_words(scenario_id, parameters, vary), *options("--vary", vary)]
    return command("sweep", scenario_id, [*words, "--result", result, "--out", "odds.csv"])


def to_variant(scenario_id: str, parameters: Mapping[str, Any], text: str) -> str:
    """The command that puts a request by a variant of the rules beside the same by the rules as they are.

    >>> to_variant("chronopia.melee", {"cc": 11}, "d20=2d10; highest=2; boost=3")
    'probcalc variant chronopia.melee cc=11 --die d20=2d10 --set highest=2 --set boost=3'
    """
    changes = read_variant(text)
    words = request_words(scenario_id, parameters)
    words += options("--die", (f"{old}={new}" for old, new in changes.dice.items()))
    words += options("--set", (f"{name}={n}" for name, n in {**changes.ends, **changes.numbers}.items()))
    return command("variant", scenario_id, words)


def to_variant_python(scenario_id: str, parameters: Mapping[str, Any], text: str) -> str:
    """Lines of Python that ask by both rules.

    >>> print(to_variant_python("chronopia.melee", {"cc": 11}, "d20=2d10"))
    import probcalc
    found = probcalc.variant("chronopia.melee", {"cc": 11}, "d20=2d10")
    print(found.original["slain"], found.changed["slain"])
    """
    model = registry.scenario(scenario_id)
    said = map(literal, (scenario_id, values_to_write(scenario_id, parameters), text))
    call = f"found = probcalc.variant({', '.join(said)})"
    leading = literal(model.headline or model.results[0].name)
    return f"import probcalc\n{call}\nprint(found.original[{leading}], found.changed[{leading}])"


def quote(word: str) -> str:
    """A word for bash and its like, PowerShell and the Windows prompt; the last knows double quotes alone.

    >>> quote("cc=11"), quote("3d6 >= 4")
    ('cc=11', '"3d6 >= 4"')
    """
    if re.fullmatch(r"[A-Za-z0-9_=.,+-]+", word):
        return word
    return shlex.quote(word) if re.search(r'["$`\\!%]', word) else f'"{word}"'


def to_python(scenario_id: str, parameters: Mapping[str, Any], result: str = "", at_least: int | None = None) -> str:
    """Three lines of Python that give the same answer and show its headline, or the result named.

    A threshold asks the law that it belongs to in the sentence of the answer.

    >>> print(to_python("chronopia.melee", {"cc": 11}))
    import probcalc
    answer = probcalc.odds("chronopia.melee", cc=11)
    print(answer["slain"])
    >>> print(to_python("chronopia.melee", {"cc": 11}, "hit and not slain").splitlines()[-1])
    print(probcalc.Measure("hit and not slain").of(answer))
    >>> print(to_python("chronopia.melee", {"cc": 11}, at_least=2).splitlines()[-1])
    print(answer["slain"], answer["wounds"].at_least(2))
    """
    model = registry.scenario(scenario_id)
    kept, call = values_to_write(scenario_id, parameters), literal(scenario_id)
    if kept and all(name.isidentifier() and not keyword.iskeyword(name) for name in kept):
        call += "".join(f", {name}={literal(value)}" for name, value in kept.items())
    elif kept:
        call += f", {literal(kept)}"
    played = _results_of(model, parameters)
    leading = next((name for name in (result, model.headline, *played) if name in played), result or model.headline)
    shown = f'answer["{leading}"]' if leading else "answer.to_json()"
    if not is_name(result):
        shown = f"probcalc.Measure({literal(result)}).of(answer)"
    if at_least is not None and isinstance(played, Answer) and (law := law_of_threshold(played, result)):
        chance = f'answer["{law}"].at_least({at_least})'
        shown = chance if law == leading else f"{shown}, {chance}"
    return f"import probcalc\nanswer = probcalc.odds({call})\nprint({shown})"


def _results_of(model: type[Scenario], parameters: Mapping[str, Any]) -> Mapping[str, Any]:
    """The results of a request; none of one that is refused."""
    try:
        return registry.answer(model.id, parameters)
    except InputError:
        return {}


def literal(value: Any) -> str:
    """A value as Python writes it, text in double quotes.

    >>> literal("troll"), literal({"cc": 11})
    ('"troll"', '{"cc": 11}')
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{literal(name)}: {literal(each)}" for name, each in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def to_balance_command(scenario_id: str, asked: Mapping[str, Any]) -> str:
    """The command that asks the same: of which entries, given what, for how many points, and how often each is met.

    >>> asked = {"entries": ["troll", "ogre"], "parameters": {"die": 12}, "budget": "60", "costs": {"troll": "20"}}
    >>> to_balance_command("oathmark.combat", asked)
    'probcalc balance oathmark.combat troll ogre die=12 --budget 60 --cost troll=20'
    >>> to_balance_command("oathmark.combat", {"entries": ["troll", "ogre"], "field": {"ogre": "2"}})
    'probcalc balance oathmark.combat troll ogre --field ogre=2'
    """
    words = [*(asked.get("entries") or ()), *request_words(scenario_id, asked.get("parameters") or {})]
    words += ["--budget", asked["budget"]] if asked.get("budget") else []
    for option, name in (("--cost", "costs"), ("--field", "field")):
        words += options(option, (f"{entry}={number}" for entry, number in (asked.get(name) or {}).items()))
    words += ["--places", asked["places"]] if asked.get("places", "both") != "both" else []
    return command("balance", scenario_id, words)


def to_balance_python(scenario_id: str, asked: Mapping[str, Any]) -> str:
    """The same in Python; entries may be set-ups.

    >>> print(to_balance_python("oathmark.combat", {"entries": ["troll", {"name": "ogre"}], "places": "first"}))
    import probcalc
    found = probcalc.balance("oathmark.combat", ["troll", {"name": "ogre"}], places="first")
    print(found.to_json())
    >>> print(to_balance_python("oathmark.combat", {"entries": ["troll"], "field": {"ogre": "2"}}).splitlines()[1])
    found = probcalc.balance("oathmark.combat", ["troll"], field={"ogre": "2"})
    >>> print(to_balance_python("oathmark.combat", {"parameters": {"die": 12}, "budget": "60"}).splitlines()[1])
    found = probcalc.balance("oathmark.combat", parameters={"die": 12}, budget="60")
    """
    words = [literal(scenario_id)]
    words += [f"[{', '.join(map(literal, asked['entries']))}]"] if asked.get("entries") else []
    said = {name: asked.get(name) for name in ("budget", "costs", "field", "places") if asked.get(name) != "both"}
    said = {"parameters": values_to_write(scenario_id, asked.get("parameters") or {}), **said}
    words += [f"{name}={literal(value)}" for name, value in said.items() if value]
    return f"import probcalc\nfound = probcalc.balance({', '.join(words)})\nprint(found.to_json())"

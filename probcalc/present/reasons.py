"""Why a change does nothing, or is refused: said once, in the player's words, behind the name of what is changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from probcalc.present.words_for_names import in_words
from probcalc.scenarios.parties import Party
from probcalc.scenarios.scenario import Scenario


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

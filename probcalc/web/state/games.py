"""The games of a visitor's own: sheets of text, each a game among the others for this visit and for nobody else."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from shlex import quote
from urllib.parse import parse_qsl

from probcalc.exact.budget.bounds import Budget, TooLarge, metered
from probcalc.links import SCENARIO_KEY, from_query
from probcalc.links.sheets import (
    MOST_HELD,
    OWN,
    own_ids,
    page_fragment,
    page_of,
    settings_of,
    sheet_url,
    shown_sheet_url,
    unpack,
    with_ids,
)
from probcalc.scenarios import finding, registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import Given
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.rosters.roster import id_for
from probcalc.scenarios.value_text import value_text
from probcalc.sheets.reading.source import MOST_CHARACTERS
from probcalc.web.state import visit as visits
from probcalc.web.state.game import Game
from probcalc.web.state.spending import FOLLOWING
from probcalc.web.state.visit import Visit

_CHOSEN = "own game"
MOST_GAMES = 24
PAGE = "own game"
"""The page of all of them, by the name under which the pages know it."""
_OTHERS = ("compare", "attacks", "allocate", "laboratory", "luck")
"""The other pages that ask questions of games, whichever they are."""


def all_games() -> dict[str, Game]:
    """The games of this visit by their ids."""
    return visits.current().games


@contextmanager
def along() -> Iterator[None]:
    """Within this block the visitor's games are games among the others."""
    found = [game for game in all_games().values() if game.sheet is not None]
    listed = [game.sheet.system for game in found if game.kept and game.sheet is not None]
    others = [game.sheet.system for game in found if not game.kept and game.sheet is not None]
    with finding.along_with(*others, listed=listed):
        yield


def game_of(scenario_id: str) -> Game | None:
    """The visitor's own game that a scenario belongs to; None for any other."""
    return all_games().get(registry.system_id_of(scenario_id))


def present(visit: Visit) -> Game:
    """The game in the editor; a new one where there is none."""
    held = all_games()
    game = held.get(visit.picked.get(_CHOSEN, "")) or next(iter(held.values()), None)
    if game is None:
        from probcalc.sheets.forms import NEW

        game = begin(visit, NEW, kept=False)
    return game


def choose(visit: Visit, game_id: str) -> None:
    """Put another of the games into the editor."""
    if game_id in all_games():
        visit.picked[_CHOSEN] = game_id


def show(visit: Visit, scenario_id: str, given: Given) -> None:
    """Ask a question of one of the games, with that game in the editor."""
    visit.ask(scenario_id, given)
    visit.chosen[registry.system_id_of(scenario_id)] = scenario_id
    choose(visit, registry.system_id_of(scenario_id))


def begin(visit: Visit, text: str, kept: bool = True, beside: Collection[str] = ()) -> Game:
    """A further game, in the editor; one that is there already with this very text is taken instead.

    Those that are not kept make way for it, but for the ones that stand `beside` it.

    Raises:
        InputError: when there are too many.
    """
    held = all_games()
    same = next((game for game in held.values() if game.text == text), None)
    if same is None:
        for game_id in [each.id for each in held.values() if not each.kept and each.id not in beside]:
            del held[game_id]
        if len(held) >= MOST_GAMES:
            raise InputError(f"at most {MOST_GAMES} games are kept; remove one first")
        same = Game(f"{OWN}{id_for(_title(text), [name.removeprefix(OWN) for name in held])}")
        held[same.id] = same
        same.write(text)
    same.kept = same.kept or kept
    visit.picked[_CHOSEN] = same.id
    tidy(visit)
    return same


def _title(text: str) -> str:
    line = next((line for line in text[:MOST_CHARACTERS].splitlines() if line.lower().startswith("game:")), "")
    return line.partition(":")[2].strip()[:40] or "game"


def write(visit: Visit, game: Game, text: str, anew: bool = False) -> None:
    """Take over what the reader wrote, or with `anew` put a text in its place."""
    visit.touch()
    game.write(text)
    game.kept = True
    game.version += anew
    tidy(visit)


def remove(visit: Visit, game: Game) -> None:
    """Forget a game."""
    visit.touch()
    all_games().pop(game.id, None)
    tidy(visit)


def tidy(visit: Visit) -> None:
    """Let nothing of the visit ask what a sheet no longer has: questions, parameters, values."""
    known = {model.id for game in all_games().values() if game.sheet for model in game.sheet.scenarios}
    with along():
        for scenario_id in [name for name in (*visit.given, *visit.views) if not _is_known(name, known)]:
            visit.given.pop(scenario_id, None)
            visit.views.pop(scenario_id, None)
        for scenario_id in known & visit.given.keys():
            visit.given[scenario_id] = _fitting(scenario_id, visit.given[scenario_id])
    visit.recent = [asked for asked in visit.recent if _is_known(asked.scenario_id, known)]
    for listing, slots in visit.lists.items():
        visit.lists[listing] = [slot for slot in slots if _is_known(slot.scenario_id, known)]
    for game_id, chosen in list(visit.chosen.items()):
        if not _is_known(chosen, known):
            del visit.chosen[game_id]


def _is_known(scenario_id: str, known: set[str]) -> bool:
    return not scenario_id.startswith(OWN) or scenario_id in known


def _fitting(scenario_id: str, given: Given) -> Given:
    kept = dict(given)
    for name, value in given.items():
        try:
            resolve(registry.scenario(scenario_id), {name: value})
        except InputError:
            del kept[name]
    return kept


# -- links -----------------------------------------------------------------------------------------------------------


def link_of_game(scenario_id: str, given: Given, base: str, is_shown: bool = False) -> str:
    """The link that holds a game of the visitor's own with a question of it, behind `#`, where no server is told.

    With `is_shown` the one whose answer a chat shows, for which the server has to be told. "" for any other question,
    and for a game that is too long for a link.
    """
    game = game_of(scenario_id)
    if game is None or game.sheet is None:
        return ""
    try:
        return (shown_sheet_url if is_shown else sheet_url)(base, game.sheet.text, scenario_id.partition(".")[2], given)
    except InputError:
        return ""


def command(scenario_id: str, given: Given) -> str:
    """The same question on the command line, of the sheet as a file."""
    words = [f"{name}={value_text(value)}" for name, value in given.items()]
    return " ".join(["probcalc sheet odds game.sheet", "--question", scenario_id.partition(".")[2], *map(quote, words)])


def behind(page: str, query: Mapping[str, str]) -> str | None:
    """What stands behind the address of a page that asks this, so that it holds the visitor's own games in it.

    "" where there are none of them, and None where they are too long for a link.
    """
    asked = (game for name in own_ids(query) if (game := all_games().get(name)) is not None)
    texts = {game.id: game.sheet.text for game in asked if game.sheet is not None}
    try:
        return page_fragment(page, query, texts) if texts else ""
    except InputError:
        return None


def follow(visit: Visit, fragment: str) -> str:
    """Open the games that the fragment or the query of a link holds; the page that shows them.

    Raises:
        InputError: in one line, when one cannot be opened.
    """
    fields = dict(parse_qsl(fragment.removeprefix("#")[:MOST_HELD], keep_blank_values=True))
    page, held, query = page_of(fields)
    visit.waiting = None
    if page in _OTHERS:
        ids: dict[str, str] = {}
        for name, code in held.items():
            ids[name] = begin(visit, unpack(code), kept=False, beside=ids.values()).id
        asked: dict[str, Sequence[str]] = {key: [text] for key, text in with_ids(query, ids).items()}
        opened = [all_games()[game_id] for game_id in ids.values()]
        with along():
            is_light = _are_light(asked_by(asked))
        for game in opened:
            game.runs = is_light or game.kept
        if not all(game.runs for game in opened):
            # The games are shown before they are played.
            visit.waiting = page, asked
            choose(visit, next(game.id for game in opened if not game.runs))
            return PAGE
        visit.opened = asked
        return page
    _follow_question(visit, *settings_of(fields))
    return PAGE


def work_out(visit: Visit, game: Game) -> None:
    """Play a game that a link brought, and go to the page that the link asks."""
    game.runs = True
    if visit.waiting is not None:
        for other in all_games().values():
            other.runs = True
        (page, visit.opened), visit.waiting = visit.waiting, None
        visit.going = page, {}


def _follow_question(visit: Visit, code: str, question: str, fields: Mapping[str, str]) -> None:
    """Open a game with a question of it and settings."""
    if not code:
        return
    game = begin(visit, unpack(code), kept=False)
    if game.sheet is None:
        return
    scenario_id = game.sheet.id_of(question if question in game.sheet.questions else None)
    visit.chosen[game.id] = scenario_id
    given: Given = {}
    for name, text in fields.items():
        try:
            given = {**given, **game.sheet.given(scenario_id.partition(".")[2], {name: text})}
        except InputError:
            visit.notices = (*visit.notices, f"Ignored: {name[:40]} is no setting of this game.")
    with along():
        visit.ask(scenario_id, _fitting(scenario_id, given))
        game.runs = game.kept or _are_light([(scenario_id, visit.given[scenario_id])])


def asked_by(query: Mapping[str, Sequence[str]]) -> list[tuple[str, Given]]:
    """The requests that a page's query asks, whatever stands before their keys, and those in a record.

    >>> asked_by({"1.s": ["chronopia.melee"], "1.cc": ["11"], "t1.s": ["chronopia.armour"], "show.tail": ["exactly"]})
    [('chronopia.melee', {'cc': 11}), ('chronopia.armour', {})]
    """
    found: list[tuple[str, Given]] = []
    for before in (key.removesuffix(SCENARIO_KEY) for key in query if key.rpartition(".")[2] == SCENARIO_KEY):
        own = {key.removeprefix(before): texts for key, texts in query.items() if key.startswith(before)}
        request = from_query(own)
        if request.scenario_id is not None:
            found.append((request.scenario_id, request.given))
    record = "".join(query.get("record", ()))
    if record:
        # Here and not above, as luck is loaded with the first record and not with every answer.
        from probcalc.links.records import entry_of, without_remark
    for line in record.splitlines():
        with suppress(InputError):
            if "scenario" in (entry := entry_of(without_remark(line), [])):
                found.append((entry["scenario"], entry["parameters"]))
    return found


def _are_light(requests: Sequence[tuple[str, Given]]) -> bool:
    """Whether the answers together cost no more than what follows every tap."""
    with metered(Budget(FOLLOWING)):
        for scenario_id, given in requests:
            try:
                if registry.answer(scenario_id, given).left_out:
                    return False
            except InputError as error:
                if isinstance(error.__cause__, TooLarge):
                    return False
    return True


# -- what the browser keeps ------------------------------------------------------------------------------------------


def take_over(visit: Visit, now: object, before: object) -> None:
    """Take over what the browser keeps; what was changed in this visit since `before` stays, game by game."""
    theirs, base = _texts(now), _texts(before)
    held = all_games()
    for game_id in dict.fromkeys((*theirs, *base)):
        text = theirs.get(game_id)
        if text == base.get(game_id):
            continue
        if text is None:
            held.pop(game_id, None)
        elif len(held) < MOST_GAMES:
            game = held.setdefault(game_id, Game(game_id))
            game.write(text)
            game.kept = True
            game.version += 1
    tidy(visit)


def _texts(kept: object) -> dict[str, str]:
    if not isinstance(kept, Mapping):
        return {}
    return {
        name: text
        for name, text in kept.items()
        if isinstance(name, str) and name.startswith(OWN) and name.isidentifier() and name == name.lower()
        if isinstance(text, str)
    }

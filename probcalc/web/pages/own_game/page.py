"""Your own game: a sheet of text, and the page of the game beside it while it is written."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from urllib.parse import urlencode
from zipfile import ZIP_DEFLATED, ZipFile

from probcalc import links
from probcalc.links.sheets import PAGE_KEY, SHEET_KEY
from probcalc.present.words.phrases import capital
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.registry import system_id_of
from probcalc.sheets.forms import FORMS, NEW, READY, ready_sheet, ready_title
from probcalc.sheets.games.understood import marks_of, readings_by_line, words_of
from probcalc.sheets.packaging import in_python
from probcalc.web.controls.component import show
from probcalc.web.controls.editor import editor
from probcalc.web.controls.handing_on import file_button, open_text
from probcalc.web.controls.spoken import st
from probcalc.web.pages import scenario
from probcalc.web.pages.frame import bar
from probcalc.web.pages.own_game.drawn import draw_before_play, editor_foot, editor_head, guide, sheet_tabs
from probcalc.web.state import address, browser, games
from probcalc.web.state import visit as visits
from probcalc.web.state.game import Game
from probcalc.web.state.visit import Visit


def draw() -> None:
    """The page."""
    visit = visits.current()
    query = address.query_of_news(visit)
    if query is not None:
        named = links.from_query({key: query[key] for key in (links.SCENARIO_KEY,) if key in query}).scenario_id
        if named is not None and games.game_of(named) is not None:
            games.choose(visit, system_id_of(named))
        elif SHEET_KEY in query:
            # The page of the game that is opened here writes its own address, the game behind it.
            visit.touch()
            # Only behind `#` do games of another page stand.
            told = {key: texts[0] for key, texts in query.items() if texts and key != PAGE_KEY}
            browser.follow(visit, urlencode(told))
    game = games.present(visit)
    visit.pages |= dict.fromkeys(games.all_games(), visit.pages[games.PAGE])
    with games.along():
        if game.sheet is None or not game.runs:
            _show_text_alone(visit, game)
        else:
            scenario.draw(game.sheet.system, partial(_text, visit, game))


def _show_text_alone(visit: Visit, game: Game) -> None:
    """The text alone: it cannot be read yet, or may take long and was written by somebody else."""
    bar.draw(visit, games.PAGE, "Your own game")
    with st.container(key="sheet"):
        with st.container(key="sheet-text"):
            _text(visit, game)
        with st.container(key="sheet-game"):
            show("result", draw_before_play(game.runs), {"do": partial(_do, visit, game)})
    address.write(visit, {})


def _text(visit: Visit, game: Game, value: str = "") -> None:
    """The text with all that belongs to it; `value` is the number beside it."""
    failed = sum(met.wrong is not None for met in game.met)
    show("sheet-tabs", sheet_tabs(game.error is None and not failed, value))
    titles = [(each.id, each.title) for each in games.all_games().values()]
    head = editor_head(titles, game.id, game.kept, [(name, ready_title(name)) for name in READY])
    show("sheet-head", head, {"set": partial(_set, visit), "do": partial(_do, visit, game)})
    marks = marks_of(game.text, game.error, game.met)
    # Of a text that cannot be read the lines have other numbers than those of the last one that could.
    read = readings_by_line(game.sheet) if game.sheet is not None and game.error is None else {}
    told = {"marks": marks, "words": words_of(game.sheet), "read": read}
    editor({"text": game.text, "version": game.stand, **told}, partial(_take_text, visit, game.id))
    wrong = "" if game.error is None else str(game.error)
    show("sheet-foot", editor_foot(wrong, len(game.met) - failed, failed, len(game.text)))
    with st.container(horizontal=True, gap="small", key="sheet-files"):
        name = game.id.removeprefix("sheet_")
        file_button("Save as a file", game.text, f"{name}.sheet", "sheet:file")
        if game.sheet is not None:
            file_button("As Python", partial(_package, game.sheet.text, name), f"{name}.zip", "sheet:py")
    with st.expander("Open a file", key="sheet-open"):
        open_text("A sheet", "sheet file", None, partial(_begin, visit), ("sheet", "txt"))
    show("sheet-guide", guide([(form.group, form.title, form.text) for form in FORMS]))


def _package(text: str, name: str) -> bytes:
    """The package of a game, its folder in a zip."""
    held = BytesIO()
    with ZipFile(held, "w", ZIP_DEFLATED) as made:
        for place, written in in_python(text, f"my_{name}")[0].items():
            made.writestr(f"my_{name}/{place}", written)
    return held.getvalue()


def _take_text(visit: Visit, game_id: str, text: str, version: str) -> None:
    game = games.all_games().get(game_id)
    if game is not None and version == game.stand:
        games.write(visit, game, text)


def _begin(visit: Visit, text: str) -> None:
    try:
        games.begin(visit, text)
    except InputError as error:
        visit.notices = (f"{capital(str(error))}.",)


def _set(visit: Visit, rest: str) -> None:
    name, _, value = rest.partition("=")
    visit.touch()
    if name == "game" and value == "new":
        _begin(visit, NEW)
    elif name == "game":
        games.choose(visit, value)
    elif name == "ready" and value in READY:
        _begin(visit, ready_sheet(value))


def _do(visit: Visit, game: Game, what: str) -> None:
    visit.touch()
    if what == "remove":
        games.remove(visit, game)
    elif what == "keep":
        game.kept = True
    elif what == "run":
        games.work_out(visit, game)

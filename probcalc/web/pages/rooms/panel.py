"""The parts of a scenario's page below its inputs and odds, each opened when it is wanted and computed only then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.refusals import tell_in_one_line
from probcalc.web.controls.spoken import st
from probcalc.web.controls.widget import widget
from probcalc.web.pages.advice import panel as advice_part
from probcalc.web.pages.changes import entries_panel as tables_part
from probcalc.web.pages.changes import modifiers_panel as modifiers_part
from probcalc.web.pages.curve import amounts_panel as amounts_part
from probcalc.web.pages.curve import panel as figure_part
from probcalc.web.pages.everybody import panel as everybody_part
from probcalc.web.pages.fight import rounds_panel as rounds_part
from probcalc.web.pages.heat import multiples_panel as multiples_part
from probcalc.web.pages.heat import panel as grid_part
from probcalc.web.pages.laboratory import panel as laboratory_part
from probcalc.web.pages.laboratory import variant_panel as variant_part
from probcalc.web.pages.own import panel as roster_part
from probcalc.web.pages.results import given_panel as given_part
from probcalc.web.pages.results import panel as odds_part
from probcalc.web.pages.rooms import recent_panel as recent_part
from probcalc.web.pages.share import panel as share_part
from probcalc.web.pages.why import panel as why_part
from probcalc.web.pages.why import proof_panel as proof_part
from probcalc.web.pages.why import rules_panel as rules_part
from probcalc.web.state import visit as visits
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.view import View
from probcalc.web.state.view_fields import PREFIX, nearest, parts_turned
from probcalc.web.state.visit import Visit


@dataclass(frozen=True)
class Part:
    """A part of the page.

    Attributes:
        id: its name in keys.
        title: what stands on it.
        is_open: whether it is open at first.
        fits: whether it has anything to say about a request.
        inside: draws it.
        told: what its row says of the answer while it is closed, where that costs next to nothing.
    """

    id: str
    title: str | Callable[[Standing], str]
    is_open: bool
    fits: Callable[[Standing], bool]
    inside: Callable[[Standing, Visit], None]
    told: Callable[[Standing, Visit], str] | None = None

    def draw(self, stands: Standing, visit: Visit, view: View) -> None:
        """The part, computed when it is open in the view that is drawn."""
        if not self.fits(stands):
            return
        scenario_id = stands.model.id
        key = f"{scenario_id}:part:{self.id}"
        title = self.title if isinstance(self.title, str) else self.title(stands)
        is_open = self.is_open != (self.id in parts_turned(view))
        if not is_open and self.told and (told := self.told(stands, visit)):
            title = f"{title}: {plain(told)}"
        place = st.expander(title, is_open, **widget(key, is_open, partial(_turn, scenario_id, self, view)))
        if is_open:
            with place, tell_in_one_line(stands):
                self.inside(stands, visit)


def view_of(view: View, part: Part, is_open: bool) -> View:
    """The view with that part open or closed.

    >>> view_of(View(turned="why"), PARTS[4], True).turned, view_of(View(turned="why,entries"), PARTS[2], False).turned
    ('why,modifiers', 'why')
    """
    others = [name for name in parts_turned(view) if name != part.id]
    return replace(view, turned=",".join(others if is_open == part.is_open else [*others, part.id]))


def _turn(scenario_id: str, part: Part, drawn: View, is_open: bool) -> None:
    visit = visits.current()
    view = visit.view(scenario_id)
    # What had opened by itself is the reader's from the first touch on, and stands in the address.
    was = view if view.room or view.turned else drawn
    visit.look(scenario_id, room=was.room, turned=view_of(was, part, is_open).turned)


def without_unknown_parts(view: View) -> tuple[View, tuple[str, ...]]:
    """The view without parts that the pages do not have, and a notice for each of them.

    >>> without_unknown_parts(View(turned="whi,grid"))[0].turned
    'grid'
    """
    ids = [part.id for part in PARTS]
    notices = (
        f"Ignored: {PREFIX}turned names {name}, which is not a part of this page{nearest(name, ids)}"
        for name in parts_turned(view)
        if name not in ids
    )
    return replace(view, turned=",".join(name for name in parts_turned(view) if name in ids)), tuple(notices)


def _always(_: Standing) -> bool:
    return True


PARTS = (
    Part("advice", "What should I do?", False, advice_part.fits, advice_part.draw),
    Part("rounds", "Round by round", False, rounds_part.fits, rounds_part.draw),
    Part("entries", tables_part.title, False, tables_part.fits, tables_part.draw),
    Part("everybody", "Everybody against everybody", False, everybody_part.fits, everybody_part.draw),
    Part("modifiers", "What each modifier is worth", False, modifiers_part.fits, modifiers_part.draw),
    Part("grid", "Heat map: vary two inputs", False, grid_part.fits, grid_part.draw),
    Part("maps", "Heat maps: vary three inputs", False, multiples_part.fits, multiples_part.draw),
    Part("amounts", "How many do I need?", False, amounts_part.fits, amounts_part.draw),
    Part("figure", "Vary one stat, with its formula", False, figure_part.fits, figure_part.draw),
    Part("given", "If you already know a result", False, given_part.fits, given_part.draw),
    Part("others", "All results", False, odds_part.fits, odds_part.draw_all, odds_part.how_many),
    Part("why", "Why this number", False, why_part.fits, why_part.draw, why_part.text_at_first),
    Part("proof", "Proof, checked in your browser", False, proof_part.fits, proof_part.draw),
    Part("variant", variant_part.title, False, variant_part.fits, variant_part.draw),
    Part("laboratory", "For rules designers", False, laboratory_part.fits, laboratory_part.draw),
    Part("rulings", rules_part.rulings_title, False, rules_part.has_rulings, rules_part.draw_rulings),
    Part("rules", "Rules covered, terms and limits", False, _always, rules_part.draw_rules),
    Part("share", "Share: link, QR code, files, command line", False, share_part.fits, share_part.draw),
    Part("own", "Your units and weapons", False, roster_part.fits, roster_part.draw),
    Part("recent", "Recent answers", False, recent_part.has_more, recent_part.draw_part),
)

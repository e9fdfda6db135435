"""The parts of a scenario's page below its inputs and odds, each opened when it is wanted and computed only then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.refusals import tell_in_one_line
from probcalc.web.controls.spoken import st
from probcalc.web.controls.widget import widget
from probcalc.web.late import late
from probcalc.web.pages.rooms import fitting
from probcalc.web.state import visit as visits
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.view import View
from probcalc.web.state.view_fields import names_in, with_name
from probcalc.web.state.visit import Visit


@dataclass(frozen=True)
class Part:
    """A part of the page.

    Attributes:
        id: its name in keys.
        title: what stands on it.
        fits: whether it has anything to say about a request.
        inside: draws it.
        told: what its row says of the answer while it is closed, where that costs next to nothing.
    """

    id: str
    title: str | Callable[[Standing], str]
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
        is_open = self.id in names_in(view.turned)
        if not is_open and self.told and (told := self.told(stands, visit)):
            title = f"{title}: {plain(told)}"
        place = st.expander(title, is_open, **widget(key, is_open, partial(_turn, scenario_id, self, view)))
        if is_open:
            with place, tell_in_one_line(stands):
                self.inside(stands, visit)


def _turn(scenario_id: str, part: Part, drawn: View, is_open: bool) -> None:
    visit = visits.current()
    view = visit.view(scenario_id)
    # What had opened by itself is the reader's from the first touch on, and stands in the address.
    was = view if view.room or view.turned else drawn
    visit.look(scenario_id, room=was.room, turned=with_name(was.turned, part.id, is_open))


PARTS = (
    Part("advice", "What should I do?", fitting.has_decision, late("advice.panel")),
    Part("rounds", "Round by round", fitting.has_rounds, late("fight.rounds_panel")),
    Part("entries", late("changes.entries_panel", "title"), fitting.has_entries, late("changes.entries_panel")),
    Part("everybody", "Everybody against everybody", fitting.has_tables_on_both_sides, late("everybody.panel")),
    Part("modifiers", "What each modifier is worth", fitting.has_modifiers, late("changes.modifiers_panel")),
    Part("grid", "Heat map: vary two inputs", fitting.has_two_axes, late("heat.panel")),
    Part("maps", "Heat maps: vary three inputs", fitting.has_three_axes, late("heat.multiples_panel")),
    Part("amounts", "How many do I need?", fitting.has_amount, late("curve.amounts_panel")),
    Part("figure", "Vary one stat, with its formula", fitting.has_figure, late("curve.panel")),
    Part("given", "If you already know a result", fitting.has_conditions, late("results.given_panel")),
    Part(
        "others",
        "All results",
        fitting.is_answered,
        late("results.panel", "draw_all"),
        late("results.panel", "how_many"),
    ),
    Part("why", "Why this number", fitting.is_answered, late("why.panel"), late("why.panel", "text_at_first")),
    Part("proof", "Proof, checked in your browser", fitting.has_proof, late("why.proof_panel")),
    Part("variant", late("laboratory.variant_panel", "title"), fitting.is_of_game, late("laboratory.variant_panel")),
    Part("laboratory", "For rules designers", fitting.is_answered, late("laboratory.panel")),
    Part(
        "rulings",
        late("why.rules_panel", "rulings_title"),
        fitting.has_rulings,
        late("why.rules_panel", "draw_rulings"),
    ),
    Part("rules", "Rules covered, terms and limits", fitting.always, late("why.rules_panel", "draw_rules")),
    Part("share", "Share: link, QR code, files, command line", fitting.is_answered, late("share.panel")),
    Part("own", "Your units and weapons", fitting.has_own_entries, late("own.panel")),
    Part("recent", "Recent answers", fitting.always, late("rooms.recent_panel", "draw_part")),
)

"""What an answer assumes: the rulings, which the reader may change, the rules covered, and what is not modelled."""

from __future__ import annotations

from functools import partial

from probcalc.present.reports.law import words_report
from probcalc.present.words.labels import in_words
from probcalc.scenarios import registry
from probcalc.scenarios.parameters import Parameter
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.inputs import is_segmented, options
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.spoken import st
from probcalc.web.controls.tap_actions import give
from probcalc.web.controls.view_choice import choose
from probcalc.web.controls.widget import widget
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.visit import Visit


def rulings_of(stands: Standing) -> list[Parameter]:
    """The rulings of the scenario."""
    return [p for p in stands.model.parameters() if p.role == "ruling"]


def rulings_title(stands: Standing) -> str:
    """The heading, which names the rulings that are not as by default."""
    changed = [p.label for p in rulings_of(stands) if stands.is_changed(p)]
    return f"Rulings used ({len(changed)} changed: {', '.join(changed)})" if changed else "Rulings used"


def draw_rulings(stands: Standing, visit: Visit) -> None:
    """Each unclear rule with the reading that was used."""
    for parameter in rulings_of(stands):
        label, value = plain(parameter.help), stands.values[parameter.name]
        names = dict(options(parameter))
        key = f"{stands.slot}:{parameter.name}"
        taken = partial(give, visit, stands.slot, stands.model.id, parameter.name)
        told = plain(in_words(_help(parameter, stands), stands.model))
        if is_segmented(parameter):
            st.segmented_control(
                label,
                list(names),
                default=value,
                required=True,
                format_func=names.__getitem__,
                help=told,
                **widget(key, value, taken),
            )
        else:
            choose(label, names, value, key, taken, told)


def _help(parameter: Parameter, stands: Standing) -> str:
    """What is ruled, and why it has no effect now, if it has none."""
    idle = "" if stands.is_changed(parameter) else stands.idle.get(parameter.name, "")
    end = "" if parameter.help.endswith("?") else "."
    return f"{parameter.help}{end} No effect now: {idle}." if idle else parameter.help


def draw_rules(stands: Standing, visit: Visit) -> None:
    """The question, the rules it covers by id and title, and what the game's scenarios leave out."""
    system = registry.system_of(stands.model.id)
    st.markdown(f"**The question.** {plain(stands.model.question())}")
    covered = set(stands.model.covers)
    rows = [(rule.id, rule.title, rule.text) for rule in system.rules if rule.id in covered]
    if rows:
        st.markdown(f"**Rules covered**, of the {plain(system.edition)}")
        head, title = ("rule", "title", "what it says"), f"Rules that {stands.model.title} covers"
        with st.container(key="rules_covered"):
            show_report(words_report("rules", title, head, rows, stands.model.id), f"{stands.model.id}:rules")
    if system.not_modelled:
        st.markdown("**Not modelled**")
        st.markdown("\n".join(f"- {plain(line)}" for line in system.not_modelled))
    if system.glossary:
        st.markdown("**Words**")
        st.markdown("\n".join(f"- **{plain(k)}**: {plain(v)}" for k, v in system.glossary.items()))

"""What designers of rules look for: `probcalc lab steps`, `lab numbers` and so on, one command for each question."""

from __future__ import annotations

import click

from probcalc.cli.arguments import examples
from probcalc.cli.group import Questions


class _Laboratory(Questions):
    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """An example of each question."""
        every = self.register.questions.items()
        self.epilog = examples(*(f"{self.called} {name} {each.examples[0]}" for name, each in every))
        super().format_epilog(ctx, formatter)


lab = _Laboratory(
    "probcalc lab",
    "probcalc.present.laboratory",
    {},
    help="Exact analyses for rules designers.",
    short_help="For designers: steps, dominance, swing, fairness, wanted odds.",
)

"""`Game`: a game of a visitor's own, a sheet of text as it stands in the editor."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from probcalc.exact.budget.bounds import metered
from probcalc.sheets.errors import SheetError
from probcalc.web.state.spending import FOLLOWING, spending

if TYPE_CHECKING:
    from probcalc.sheets.games.game import Met, Sheet


@dataclass
class Game:
    """A sheet as it stands in the editor.

    Attributes:
        id: the id of the game, for this visit.
        text: the text.
        sheet: the last text that could be read, None while there was none.
        error: why the present text cannot be read.
        met: what it expects, with what came out.
        kept: whether the browser keeps it; one from a link is kept when it is changed.
        version: grows when another text is put in place of what the reader wrote.
        runs: whether it may take long; a heavy one from a link is asked for first.
    """

    id: str
    text: str = ""
    sheet: Sheet | None = None
    error: SheetError | None = None
    met: list[Met] = field(default_factory=list)
    kept: bool = False
    version: int = 1
    runs: bool = True

    @property
    def stand(self) -> str:
        """What tells the text that was put into the editor from every other, of this game and of the others."""
        return f"{self.id} {self.version}"

    @property
    def title(self) -> str:
        """What it is called."""
        return self.sheet.title if self.sheet is not None else "Unfinished game"

    def write(self, text: str) -> None:
        """Read another text; while it cannot be read the page stays that of the last one that could."""
        if text == self.text and (self.sheet is not None or self.error is not None):
            return
        self.text = text
        # Here and not above: how a sheet is read is loaded with the first of them.
        from probcalc.sheets.games.game import Sheet

        try:
            self.sheet, self.error = Sheet(text, self.id), None
        except SheetError as error:
            self.error = error
            return
        with metered(spending(2 * FOLLOWING)):
            self.met = self.sheet.check()

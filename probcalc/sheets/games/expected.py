"""What an expectation asks: its names, to which the results belong, and words held against each other."""

from __future__ import annotations

from dataclasses import replace

from probcalc.notation.checking import COMPARE
from probcalc.sheets.compiling.scope import Entry, Scope
from probcalc.sheets.compiling.whole_lines import LineCompiler
from probcalc.sheets.playing.codes import Code
from probcalc.sheets.questions.building import kind_to_store
from probcalc.sheets.questions.question import Question
from probcalc.sheets.reading import nodes


class ExpectedCompiler(LineCompiler):
    """Compiles what is asked of a question's lines and results, in the spellings of conditions on results anywhere."""

    def __init__(self, question: Question) -> None:
        super().__init__(_with_results(question))
        self._orders = {
            shown.key: [word for word, _ in shown.text.order] for shown in question.results if not shown.unordered
        }

    def of_words(self, node: nodes.Comparison, first: nodes.Name, word: nodes.Word) -> Code:
        """A word held against another by the order of its result; without one they are equal or not."""
        order = self._orders.get(self.scope.find(first).key, [])
        words = [word.text.lower()]
        if words[0] in order:
            place = order.index(words[0])
            words = [each for each in order if COMPARE[node.compare](order.index(each), place)]
        elif node.compare != "=":
            return super().of_words(node, first, word)
        asked = tuple(nodes.Is(first, each, word.at, quoted=True, at=node.at) for each in words)
        return self._logic(nodes.Logic("or", asked, at=node.at))


def _with_results(question: Question) -> Scope:
    """The names below the last line, where a result with an expression of its own has one too."""
    entries = dict(question.scope.entries)
    for shown in question.results:
        text = shown.text
        if shown.lasts and isinstance(text.of, nodes.Name):
            entries[shown.name.lower()] = question.scope.find(text.of)
        elif text.of is not None:
            kind = kind_to_store(shown.code)
            entries[shown.name.lower()] = Entry(shown.key, shown.name, "step", kind, text.at >> 16)
    return replace(question.scope, entries=entries)

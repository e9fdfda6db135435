"""The lines that say what is shown and what is expected: results, sentences, settings, expectations."""

from __future__ import annotations

from collections.abc import Collection

from probcalc.sheets.errors import SheetError
from probcalc.sheets.reading import nodes
from probcalc.sheets.reading.expressions import Expressions
from probcalc.sheets.reading.sheet import Expectation, ResultLine, Sentence, Setting
from probcalc.sheets.reading.source import Line
from probcalc.sheets.reading.tokens import A_NAME, END, Token, Tokens, tokens_of
from probcalc.sheets.reading.words import RESERVED, require_name


def result_line(tokens: Expressions, line: Line) -> ResultLine:
    """A result, without the sentences below it."""
    begin = tokens.next
    if begin.text in RESERVED - {"round", "rounds"} and tokens.ahead().text == "=":
        require_name(begin.shown, begin.at)
    name = tokens.value(pools=False)
    if not isinstance(name, nodes.Name):
        raise SheetError(f'expected {A_NAME} and "=", as in result: hit = d6 >= 4', name.at)
    of: nodes.Expression | None = None
    if tokens.next.text == "=":
        tokens.take()
        of = tokens.flow()
    unit: list[str] = []
    if tokens.took_word("in"):
        while tokens.next.kind in ("word", "number"):
            unit.append(tokens.take().shown)
        if not unit:
            raise tokens.failure("a word")
    better = ""
    order: tuple[tuple[str, int], ...] = ()
    while tokens.took_sign(","):
        begin = tokens.next
        if tokens.is_word("more", "less") and tokens.ahead().text == "is":
            if better:
                raise SheetError(f"{better} is better is said already; a result has only one order", begin.at)
            better = tokens.take().text
            tokens.take()
            tokens.need_word("better")
            continue
        said = " < ".join(word for word, _ in order)
        order = _order(tokens)
        if said:
            raise SheetError(f"{said} is said already; a result has only one order", begin.at)
    says = _sentence(tokens.take()) if tokens.next.kind == "text" else None
    tokens.need_end()
    return ResultLine(name, of, " ".join(unit), better, order, says, (), at=line.at(0))


def _order(tokens: Tokens) -> tuple[tuple[str, int], ...]:
    found: list[tuple[str, int]] = []
    while True:
        word = tokens.word()
        if word.unquoted.lower() in (ordered for ordered, _ in found):
            raise SheetError(f"{word.unquoted} stands twice in this order", word.at)
        found.append((word.unquoted.lower(), word.at))
        if tokens.next.text != "<":
            if len(found) < 2:
                raise tokens.failure('"more is better", "less is better" or words with < between')
            return tuple(found)
        tokens.take()


def _sentence(token: Token) -> Sentence:
    # A full stop would stand before the number that follows.
    text = token.text.rstrip()
    return Sentence(text[:-1] if text.endswith(".") and not text.endswith("..") else text, at=token.at)


def sentence_line(line: Line) -> tuple[str, int, Sentence]:
    """A word and its sentence, as they stand below a result."""
    tokens = Tokens(tokens_of(line))
    word = tokens.word()
    tokens.need_sign(":", "a colon")
    sentence = _sentence(tokens.sentence())
    tokens.need_end()
    return word.unquoted.lower(), word.at, sentence


def settings(tokens: Tokens, line: Line) -> tuple[Setting, ...]:
    """Values for parameters: skill = 4+, giants.kind = Giant."""
    found: list[Setting] = []
    while True:
        first = tokens.next
        if first.kind != "word":
            raise tokens.failure(A_NAME)
        name = tokens.take().shown
        if tokens.took_sign("."):
            name += f".{tokens.take().shown}"
        if tokens.next.text not in ("=", "is"):
            raise tokens.failure(f'"=" and a value for {name}')
        tokens.take()
        begin = tokens.next
        last = begin
        if begin.kind == END:
            raise tokens.failure("a value")
        while tokens.next.kind != END and not _next_setting(tokens):
            last = tokens.take()
        text = line.text[begin.begin : last.begin + len(last.shown)]
        found.append(Setting(name, text.strip().strip('"'), begin.at, at=first.at))
        if tokens.next.kind == END:
            return tuple(found)
        tokens.take()


def _next_setting(tokens: Tokens) -> bool:
    """Whether a comma stands next with another name and its value behind it."""
    if not tokens.is_sign(","):
        return False
    further = 3 if tokens.ahead(2).text == "." else 1
    return tokens.ahead(1).kind == "word" and tokens.ahead(further + 1).text in ("=", "is")


def _settings_hint(tokens: list[Token], behind: Token) -> str:
    """What is written in place of "with oil no"."""
    words = [token.shown for token in tokens[tokens.index(behind) + 1 :] if token.kind not in (END, "compare")]
    return f"{words[0]} = {words[1]}" if len(words) > 1 else "skill = 4+"


def expectation(line: Line, begin: int, sides: Collection[str]) -> Expectation:
    """A test that stays in the sheet."""
    tokens = tokens_of(line, begin)
    words = [token.text if token.kind == "word" else "" for token in tokens]
    when = words.index("when") if "when" in words else len(tokens) - 1
    places = [number for number, word in enumerate(words[:when]) if word == "is"]
    if not places:
        raise SheetError('expected "is" and a value', tokens[when].at)
    place = places[-1]
    for token in tokens[place + 1 : when]:
        if token.kind == "word" and token.text in ("with", "if", "where", "for"):
            raise SheetError(f'settings stand behind "when", as in when {_settings_hint(tokens, token)}', token.at)
    end = Token(END, "", tokens[place].at, "is", tokens[place].begin)
    asked = Expressions([*tokens[:place], end], sides, asks=True)
    kind = "name"
    after = asked.ahead()
    if asked.is_word("chance", "mean") and after.text == "of":
        kind = asked.take().text
        asked.take()
    elif asked.is_word("mean") and (after.text == "(" or (after.kind == "word" and after.text not in ("and", "or"))):
        kind = asked.take().text
    elif asked.is_word("p") and after.text == "(":
        kind = "chance"
        asked.take()
    expression = asked.any()
    asked.need_end()
    if place + 1 >= when:
        raise SheetError(f"expected a value, not {tokens[when].in_words}", tokens[when].at)
    begin_at, last = tokens[place + 1], tokens[when - 1]
    value = line.text[begin_at.begin : last.begin + len(last.shown)].strip()
    text = line.text[tokens[0].begin : tokens[place].begin].strip()
    found: tuple[Setting, ...] = ()
    if when < len(tokens) - 1:
        rest = Tokens(tokens[when + 1 :])
        found = settings(rest, line)
    return Expectation(kind, expression, text, value, begin_at.at, found, at=line.at(0))

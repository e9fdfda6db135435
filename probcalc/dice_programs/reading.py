"""From the text of a program to its statements: Lark reads it, and every refusal points at a line and a character.

Inside of calls and of the headers of functions every word is a word, also one that means something elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from probcalc.dice_programs.calling import Statement
from probcalc.dice_programs.errors import ProgramError
from probcalc.scenarios.errors import nearest_name

if TYPE_CHECKING:
    from lark import Lark, Token

MOST_CHARACTERS = 100_000
MOST_NESTING = 60
"""How deep the parts of a program stand inside of each other at the most."""

KEYWORDS = ("output", "named", "function", "if", "else", "loop", "over", "result", "set", "to")
_KEYWORD_KINDS = frozenset(word.upper() for word in KEYWORDS)
# What may stand at a place, in words.
_EXPECTED = (
    ("INT", "a number, a variable in capitals, dice, a sequence or a function in brackets"),
    ("OUTPUT", "a statement such as output, a variable with a colon, function, if, loop or set"),
    ("WORD", "a word of the function"),
    ("KIND", "n, s or d"),
    ("COLON", '":"'),
    ("LBRACE", '"{"'),
    ("RBRACE", '"}"'),
    ("RPAR", '")"'),
    ("RSQB", '"]"'),
    ("OVER", "over"),
    ("TO", "to"),
    ("STRING", "a text in quotes"),
    ("VARIABLE", "a variable in capitals"),
)


def program(text: str) -> tuple[Statement, ...]:
    """The statements of a program.

    >>> [(statement.kind, statement.place.column) for statement in program("X: 3 output XdX")]
    [('assignment', 1), ('output', 6)]

    Raises:
        ProgramError: one line with the line and the character, for what cannot be read.
    """
    if len(text) > MOST_CHARACTERS:
        raise ProgramError(f"a program has at most {MOST_CHARACTERS:,} characters, not {len(text):,}", 1, 1)
    from lark import UnexpectedCharacters, UnexpectedToken

    from probcalc.dice_programs.statements import assemble

    try:
        return assemble(_parser().parse(text).children)
    except UnexpectedToken as error:
        at_end = error.token.type == "$END"
        line, column = _end(text) if at_end else (error.token.line or 1, error.token.column or 1)
        refusal = _refusal(error.accepts or set(error.expected), "" if at_end else str(error.token), line, column)
    except UnexpectedCharacters as error:
        refusal = _unreadable(text, error.pos_in_stream or 0, error.line, error.column)
    # Out here, so that it does not hold the parser's own error, which cannot be sent to other processes.
    raise refusal


def outputs_foreseen(statements: tuple[Statement, ...]) -> int | None:
    """How many outputs a program has, None where only its run can tell.

    >>> outputs_foreseen(program("output d4 X: 2 output X"))
    2
    >>> outputs_foreseen(program("loop N over {1..3} { output N }")) is None
    True
    """
    kinds = [statement.kind for statement in statements]
    return None if {"condition", "loop"} & {*kinds} else kinds.count("output")


@cache
def _parser() -> Lark:
    from lark import Lark

    grammar = files("probcalc.dice_programs").joinpath("grammar.lark").read_text("utf-8")
    return Lark(
        grammar, parser="lalr", lexer="basic", propagate_positions=True, maybe_placeholders=False, postlex=_Words()
    )


class _Words:
    """Makes words of the keywords inside of calls and headers, and kinds of what follows a colon in a header."""

    always_accept: tuple[str, ...] = ()

    def process(self, stream: Iterable[Token]) -> Iterator[Token]:
        """The tokens, each as what it is where it stands; parts that stand too deep are refused."""
        from lark import Token

        calls = depth = 0
        header = kind_next = False
        for token in stream:
            depth += token.type in ("LSQB", "LPAR", "LBRACE")
            depth -= token.type in ("RSQB", "RPAR", "RBRACE")
            if depth > MOST_NESTING:
                raise ProgramError(
                    f"parts stand at most {MOST_NESTING} deep inside of each other", token.line or 1, token.column or 1
                )
            calls = max(0, calls + (token.type == "LSQB") - (token.type == "RSQB"))
            kind = token.type
            if header and kind_next and str(token) in ("n", "s", "d"):
                kind = "KIND"
            elif (calls or header) and kind in _KEYWORD_KINDS:
                kind = "WORD"
            kind_next = header and token.type == "COLON"
            if token.type == "FUNCTION" and not calls and not header:
                header, kind_next = True, False
            elif token.type == "LBRACE" and not calls:
                header = False
            yield token if kind == token.type else Token.new_borrow_pos(kind, str(token), token)


def _refusal(expected: Iterable[str], found: str, line: int, column: int) -> ProgramError:
    kinds = set(expected)
    # A statement may begin with a variable too, and its words say so.
    kinds -= {"VARIABLE"} if "OUTPUT" in kinds or "INT" in kinds else set()
    listed = [words for kind, words in _EXPECTED if kind in kinds][:4]
    wanted = " or ".join(listed) or "the end"
    nearest = nearest_name(found, sorted(kind.lower() for kind in kinds & _KEYWORD_KINDS))
    return ProgramError(f"expected {wanted}, not {_quote(found) if found else 'the end'}", line, column, nearest)


def _unreadable(text: str, at: int, line: int, column: int) -> ProgramError:
    if text[at] == "\\":
        return ProgramError("a comment begins here and has no end; it ends with a second \\", line, column)
    if text[at] == '"':
        return ProgramError('a text begins here and has no end; it ends with a second "', line, column)
    return ProgramError(f"{_quote(text[at])} is no sign of the language", line, column)


def _end(text: str) -> tuple[int, int]:
    lines = text.rstrip().split("\n")
    return len(lines), len(lines[-1]) + 1


def _quote(text: str) -> str:
    shown = "".join(c if c.isprintable() else "?" for c in text[:20])
    return f'"{shown}…"' if len(text) > 20 else f'"{shown}"'

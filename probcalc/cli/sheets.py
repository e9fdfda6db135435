"""`probcalc sheet`: every question of the command line, asked of a game on a page of text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from probcalc.cli.arguments import base, examples
from probcalc.cli.group import HELP_NAMES, Nearest
from probcalc.cli.output import file_text, put

if TYPE_CHECKING:
    from probcalc.sheets.games.game import Sheet

_ASKED_OF = ("scenario", "request or system", "system", "requests")
"""Of what a question is asked that may be asked of a sheet."""


class _Sheets(Nearest):
    """Commands about sheets; what is asked of a scenario is passed on to the command of that name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """What is said of the sheet itself, then what is asked of it."""
        return [*super().list_commands(ctx), *_questions()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command of that name."""
        return super().get_command(ctx, cmd_name) or (_asking(ctx, cmd_name) if cmd_name in _questions() else None)


@click.group(
    cls=_Sheets,
    short_help="A game on a page of text: check it, ask it.",
    epilog=examples(
        "probcalc sheet check examples/skirmish.sheet",
        "probcalc sheet odds examples/skirmish.sheet weapon=Halberd skill=3+",
        "probcalc sheet odds examples/skirmish.sheet --question strike --explain",
        "probcalc sheet weapons examples/skirmish.sheet save=none",
    ),
    context_settings={"help_option_names": HELP_NAMES},
)
def sheet() -> None:
    """A game written on a page of text; FILE is its name, a link that holds it, or - for standard input.

    Each question of the command line is asked of a sheet as it is asked of a scenario, with FILE in place of the
    scenario's name; --question NAME says which question of the sheet is meant, the first without. Values stand as they
    do in its tables: skill=4+, save=none, weapon=Maul, charging=yes.
    """


@sheet.command(short_help="Read a sheet, and hold it to what it expects.")
@click.argument("file", metavar="FILE")
def check(file: str) -> int:
    """Read a sheet and play what its expect lines ask; exit with 1 where one of them does not hold.

    Below stands how each line was read: what its name stands for, on which faces a roll is critical, which options of a
    choice are there always.
    """
    from probcalc.present.writing.grid import columns
    from probcalc.sheets.games.understood import explain_lines

    found = read_file(file)
    met = found.check()
    wrong = [each for each in met if each.wrong is not None]
    for each in wrong:
        click.echo(str(each.wrong), err=True)
    asked = ", ".join(found.questions)
    held = f"{len(met) - len(wrong)} of {len(met)} expectations hold" if met else "nothing is expected"
    blocks = [f"{found.title}: {asked}; {held}."]
    for title, lines in explain_lines(found):
        rows = [(f"line {line}", said) for line, said in lines]
        blocks.append("\n".join([title, *columns(rows, indent="  ")]) if rows else title)
    put("\n\n".join(blocks))
    return 1 if wrong else 0


@sheet.command(short_help="A sheet as a link that holds all of it.")
@click.argument("file", metavar="FILE")
@click.argument("words", nargs=-1, metavar="NAME=VALUE...")
@click.option("--question", metavar="NAME", help="Which question of the sheet (default: the first).")
@click.option("--preview", is_flag=True, help="A link that shows its answer in a chat; the text is sent to its server.")
@base
def link(file: str, words: tuple[str, ...], question: str | None, preview: bool, base: str) -> None:
    """A sheet as a link that holds its text, with the settings said; no server is told what it holds.

    With --preview the server is told, so that a chat shows the answer before anybody opens the link.
    """
    from probcalc.links.sheets import MOST_SHOWN, sheet_url, shown_sheet_url
    from probcalc.scenarios import registry
    from probcalc.scenarios.errors import InputError

    found = read_file(file)
    said: dict[str, str] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise InputError(f"{word[:40]} is no setting; write it like skill=4+")
        said[name] = text
    given = found.given(question, said)
    with found.along():
        registry.answer(found.id_of(question), given)
    told = (found.text, found.name_of(question), given)
    url = shown_sheet_url(f"{base.rstrip('/')}/your-game", *told) if preview else sheet_url(base, *told)
    if not url:
        raise InputError(f"the sheet is too long for a preview: a link shows at most {MOST_SHOWN:,} characters of it")
    put(url)


@sheet.command(short_help="A sheet as a package of Python, ready to install.")
@click.argument("file", metavar="FILE")
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
def python(file: str, folder: Path) -> None:
    """A sheet as the package that probcalc new game would write: its lines as Python, its tests green.

    A sheet with a form of lines that is not written in Python yet stays the rules of its package. The package is called
    like FOLDER; once it is installed, every command and page has the game.
    """
    from probcalc.cli.authors import require_free, require_new, write_files
    from probcalc.sheets.packaging import in_python

    found = read_file(file)
    name = folder.name
    require_free(name)
    require_new(folder)
    written, left = in_python(found.text, name)
    write_files(folder, written)
    lines = [f"{folder}: {found.title}, with {len(written)} files.", "", f"    cd {folder}"]
    if left:
        lines.insert(1, f"Its rules stay lines of a sheet: {left} is not written in Python yet.")
    put("\n".join([*lines, "    python -m pip install -e '.[test]'", "    python -m pytest"]))


def read_file(file: str) -> Sheet:
    """The sheet in a file, or in a link.

    Raises:
        ClickException: when it cannot be read.
        InputError: when it cannot be read as a sheet.
    """
    from probcalc.links.sheets import unpack
    from probcalc.sheets.games.game import Sheet
    from probcalc.sheets.reading.source import MOST_CHARACTERS

    packed, _, _ = _of_link(file)
    return Sheet(unpack(packed) if packed else file_text(file, "sheet", MOST_CHARACTERS))


def _of_link(file: str) -> tuple[str, str, dict[str, str]]:
    """The sheet, the question and the settings in a link; each empty for the name of a file."""
    from urllib.parse import parse_qsl

    from probcalc.links.sheets import settings_of

    fields = re.split(r"[?#&]", file)[1:] if "://" in file else []
    return settings_of(dict(parse_qsl("&".join(fields))))


def _questions() -> dict[str, str]:
    """What is asked of a sheet, and of what a question of that name is asked else."""
    from probcalc.present.questions import REGISTER

    heads = {name.replace("_", "-"): head.of for name, head in REGISTER.heads.items()}
    return {"describe": "scenario", **{name: of for name, of in heads.items() if of in _ASKED_OF}}


def _asking(ctx: click.Context, name: str) -> click.Command:
    """A command that asks a sheet what the command of that name asks a scenario."""
    from probcalc.cli import main

    asked = main.get_command(ctx, name)
    assert asked is not None

    def ask(ctx: click.Context, file: str, question: str | None, words: tuple[str, ...]) -> Any:
        found = read_file(file)
        _, linked, settings = _of_link(file)
        if question is None and linked:
            question = linked
            model = found.scenarios[found.questions.index(found.name_of(question))]
            said = {word.partition("=")[0] for word in words}
            known = [key for key in settings if key not in said and (key == "variant" or model.parameter(key))]
            words = (*(f"{key}={settings[key]}" for key in known), *words)
        if name == "describe" and not words:
            from probcalc.cli.sheet_description import sheet_blocks

            return put("\n\n".join(sheet_blocks(found, question)))
        given = [_word_as_said(found, question, word, name) for word in words]
        with found.along():
            # Under the same settings as every other command, the names of its help among them.
            words_said = [found.system.id if _questions()[name] == "system" else found.id_of(question), *given]
            with asked.make_context(name, words_said, parent=ctx.parent) as within:
                return asked.invoke(within)

    return click.Command(
        name,
        callback=click.pass_context(ask),
        params=[
            click.Argument(["file"], metavar="FILE"),
            click.Option(["--question"], metavar="NAME", help="Which question of the sheet (default: the first)."),
            click.Argument(["words"], nargs=-1, metavar="NAME=VALUE...", type=click.UNPROCESSED),
        ],
        short_help=asked.get_short_help_str(80),
        help=f"What `probcalc {name}` says, of a sheet; see `probcalc {name} --help`.",
        context_settings={"ignore_unknown_options": True, "allow_interspersed_args": True},
    )


def _word_as_said(found: Sheet, question: str | None, word: str, command: str) -> str:
    """A word with its value as the command line writes it: skill=4+ is skill=4."""
    name, equals, text = word.partition("=")
    if not equals or name.startswith("-"):
        return word
    from probcalc.scenarios.errors import InputError
    from probcalc.scenarios.value_text import value_text

    def read(text: str) -> tuple[str, str]:
        ((key, value),) = found.given(question, {name: text}).items()
        return key, value_text(value)

    try:
        return "=".join(read(text))
    except InputError:
        if command == "odds":
            raise
    # Several values, 2+..5+ or yes,no, are each written so; what is left free is read by the command itself.
    parts = re.split(r"(,|\.\.)", text)
    try:
        parts[::2] = [read(part.strip())[1] for part in parts[::2]]
    except InputError:
        return word
    return f"{name}={''.join(parts)}"

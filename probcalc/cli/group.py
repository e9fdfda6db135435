"""The group of commands: loads a command when it is called, and reports every refusal in one line."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

import click

from probcalc import __version__
from probcalc.exact.errors import suggestion

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from probcalc.present.declared.register import Register
    from probcalc.scenarios.errors import InputError

REFUSED = 2
UNREAD = 1
INTERRUPTED = 130
_LISTED = f"{__name__}.listed"
HELP_NAMES = ["-h", "--help"]
"""Every command keeps those that it is first run with, so whoever runs one by itself names them too."""


class Nearest(click.Group):
    """A group that refuses an unknown command with the nearest."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Without any word the help is what is asked for."""
        return super().parse_args(ctx, args or ["--help"])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first word names."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            from probcalc.scenarios.errors import unknown_name

            path = ctx.command_path
            unknown = unknown_name("command", args[0], self.list_commands(ctx), f" of {path}", f"{path} --help")
            raise unknown if unknown.nearest else self.refused(args[0], unknown)
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None:
            _require_once(command, rest)
        return name, command, rest

    def refused(self, word: str, unknown: InputError) -> InputError:
        """The refusal of a word that is near no command."""
        return unknown


def _require_once(command: click.Command, args: Sequence[str]) -> None:
    """Refuse an option that takes one value and is given two, of which the first would be forgotten."""
    options = args[: args.index("--")] if "--" in args else args
    named = Counter(word.partition("=")[0] for word in options)
    for option in command.params:
        if isinstance(option, click.Option) and not (option.multiple or option.is_flag or option.count):
            for name in option.opts:
                if named[name] > 1:
                    from probcalc.scenarios.errors import InputError

                    raise InputError(f"{name} is given twice", name)


class Questions(Nearest):
    """A group with a command for every question of a register, beside those that have a home of their own.

    Commands are imported on first use. Whatever is wrong with the input ends with exit code 2, one line on standard
    error and nothing on standard output.

    Args:
        called: the words before the name of a command.
        folder: the package of the questions.
        homes: the module of each other command.
    """

    def __init__(self, called: str, folder: str, homes: Mapping[str, str], **attributes: Any) -> None:
        name = called.rpartition(" ")[2]
        super().__init__(name, context_settings={"help_option_names": HELP_NAMES}, **attributes)
        self.called, self._folder, self._homes = called, folder, homes
        click.version_option(__version__, message="probcalc %(version)s", help="Show the version.")(self)

    @cached_property
    def register(self) -> Register:
        """The questions."""
        found: Register = import_module(self._folder).REGISTER
        return found

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order in which the help lists them."""
        names, place = list(self._homes), 0
        for module, each in self.register.heads.items():
            place = names.index(each.after) + 1 if each.after in names else place
            names.insert(place, module.replace("_", "-"))
            place += 1
        return names

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now, or the one that asks the question of that name."""
        if (home := self._homes.get(cmd_name)) is not None:
            command = getattr(import_module(home), cmd_name.replace("-", "_"))
            assert isinstance(command, click.Command)
            return command
        name = cmd_name.replace("-", "_")
        if name not in self.register.names or "_" in cmd_name:
            return None
        if _LISTED in ctx.meta:
            return click.Command(cmd_name, short_help=self.register.heads[name].short)
        from probcalc.cli.asking import command_of

        return command_of(cmd_name, self.register.question(name), self.called)

    def refused(self, word: str, unknown: InputError) -> InputError:
        """The same, with the command that a scenario or a roll stands behind."""
        from probcalc.scenarios import registry
        from probcalc.scenarios.errors import InputError

        command = "odds"
        try:
            registry.scenario(word)
        except InputError:
            from probcalc.notation import NotationError, parse

            command = "roll"
            try:
                parse(word)
            except NotationError:
                return unknown
        if command not in self.register.names:
            return unknown
        shown = word if word.replace(".", "").replace("_", "").isalnum() else f'"{word}"'
        return InputError(f"{word} is not a command of {self.called}; write {self.called} {command} {shown}", word)

    def main(self, args: Sequence[str] | None = None, *rest: Any, **settings: Any) -> NoReturn:
        """Run the command and leave with its exit code."""
        if "_PROBCALC_COMPLETE" in os.environ:
            from probcalc.cli.shells import register

            register()
        settings["standalone_mode"] = False
        settings.setdefault("prog_name", "probcalc")
        sys.exit(_run(super().main, args, *rest, **settings))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """A line for each command; no question is loaded for its own."""
        ctx.meta[_LISTED] = True
        super().format_commands(ctx, formatter)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The names that begin so; no question is loaded for its line."""
        ctx.meta[_LISTED] = True
        return super().shell_complete(ctx, incomplete)


def _run(command: Any, *arguments: Any, **settings: Any) -> int:
    if sys.stdout is None:
        _say("nothing can be written: standard output is closed")
        return UNREAD
    for stream in (sys.stdout, sys.stderr):
        # A terminal with few characters shows a question mark for one that it lacks, in place of failing.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = command(*arguments, **settings)
        sys.stdout.flush()
    except (click.Abort, KeyboardInterrupt):
        _say("interrupted")
        return INTERRUPTED
    except OSError as error:
        # The interpreter flushes standard output once more on its way out.
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        # A reader such as `head` has gone, and wants no more; Windows calls that an invalid argument.
        if error.errno != errno.EPIPE and not (os.name == "nt" and error.errno == errno.EINVAL):
            _say(f"{error.filename or 'the answer cannot be written'}: {error.strerror or error}")
        return UNREAD
    except (AttributeError, RuntimeError):
        # Click finds no stream behind "-".
        if sys.stdin is not None:
            raise
        _say("nothing can be read: standard input is closed")
        return REFUSED
    except Exception as error:
        line = refusal(error)
        if line is None:
            raise
        _say(line)
        return REFUSED
    return code if isinstance(code, int) else 0


def refusal(error: Exception) -> str | None:
    """What a refused command says, in one line; None of an error that is none of the input's.

    >>> refusal(click.UsageError("Missing argument 'SCENARIO'.")), refusal(KeyError("x"))
    ("Missing argument 'SCENARIO'.", None)
    """
    from probcalc.exact.budget.bounds import TooLarge
    from probcalc.scenarios.errors import InputError
    from probcalc.scenarios.extras import MissingExtra

    if isinstance(error, click.NoSuchOption) and error.ctx is not None:
        return _unknown_option(error.option_name, error.ctx)
    if isinstance(error, click.ClickException):
        said = error.format_message()
        if (
            isinstance(error, click.MissingParameter)
            and isinstance(error.param, click.Option)
            and error.ctx is not None
        ):
            option, (meant, _, _) = error.param, (error.param.help or "").partition(". ")
            said = f"{option.opts[-1]} {option.make_metavar(error.ctx)} is missing: {meant[:1].lower()}{meant[1:]}"
        if isinstance(error, click.UsageError) and error.ctx is not None:
            # The help shows the command put together rightly.
            said += f"{'' if said.endswith(('.', '?', '!', '?)')) else '.'} See {error.ctx.command_path} --help."
        return " ".join(said.split())
    # What is read off an answer can be too large as well: a high threshold of a law without an end.
    if isinstance(error, (InputError, TooLarge, MissingExtra)):
        return " ".join(str(error).split())
    return None


def _unknown_option(name: str, ctx: click.Context) -> str:
    """An option that the command lacks, with the one that is nearest by its word: all are alike in their dashes."""
    from probcalc.scenarios.errors import unknown_name

    named = (each for option in ctx.command.get_params(ctx) for each in (*option.opts, *option.secondary_opts))
    words = {each[2:]: each for each in named if each.startswith("--")}
    word = name.lstrip("-")
    unknown = unknown_name("option", word, words)
    minus = "; a roll that begins with - stands behind --" if re.fullmatch(r"-[d0-9(]", name) else ""
    hint = suggestion(words.get(unknown.nearest, ""), f"{minus}.")
    said, called = f"{name.removesuffix(word)}{unknown.parameter}", ctx.command_path
    return f"{said} is not an option of {called}{hint} See {called} --help."


_LONG = re.compile(r"\S{400,}")
"""What is so long without a blank is said by its beginning."""


def _say(line: str) -> None:
    # Where nothing can be said the exit code alone says it.
    with suppress(OSError):
        click.echo(_LONG.sub(lambda long: f"{long[0][:60]}…", " ".join(line.split())), err=True)

"""The names that commands take, with their shell completion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from probcalc.scenarios.parameters import Parameter
    from probcalc.scenarios.registry import System
    from probcalc.scenarios.scenario import Scenario

Fits: TypeAlias = "Callable[[type[Scenario]], Any]"


def _scenario_of(ctx: click.Context) -> type[Scenario] | None:
    """The scenario of an unfinished command, if there is such a one; it may still be among the plain words."""
    from probcalc.scenarios import registry
    from probcalc.scenarios.errors import InputError

    named = (word for word in ctx.args if "." in word and "=" not in word)
    try:
        return registry.scenario(str(ctx.params.get("scenario") or next(named, "")))
    except InputError:
        return None


def _is_taken(model: type[Scenario], said: Iterable[str], word: str) -> bool:
    """Whether a value is not refused beside what the request already says."""
    from probcalc.links import read_words
    from probcalc.scenarios.errors import InputError
    from probcalc.scenarios.resolve import resolve

    name = word.partition("=")[0]
    # Of several requests the later ones change what the first says.
    given = {each.partition("=")[0]: each for each in (*said, word) if "=" in each}
    try:
        resolve(model, read_words(model.id, given.values()))
    except InputError as refusal:
        return refusal.parameter != name
    return True


class ScenarioId(click.types.StringParamType):
    """The id of a scenario, such as chronopia.melee; `fits` says of which scenarios a command can be asked."""

    name = "scenario"

    def __init__(self, fits: Fits | None = None) -> None:
        self.fits = fits

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The ids of the scenarios that the command answers for, with their titles."""
        from probcalc.scenarios import registry

        models = [model for system in registry.systems() for model in system.scenarios]
        names = {model.id: model.title for model in models if self.fits is None or self.fits(model)}
        return [CompletionItem(name, help=title) for name, title in names.items() if name.startswith(incomplete)]


class ScenarioByKind(ScenarioId):
    """The id of a scenario, after a word for the kind of what is asked, which fits some scenarios only."""

    def __init__(self, fitting: Mapping[str, Fits]) -> None:
        super().__init__()
        self.fitting = fitting

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The ids of the scenarios of which that kind can be asked."""
        return ScenarioId(self.fitting.get(ctx.params.get("kind", ""))).shell_complete(ctx, param, incomplete)


class ScenarioOrSystemId(ScenarioId):
    """The id of a scenario or of a system."""

    name = "scenario or system"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Every system's id, then every scenario's."""
        found = SystemId().shell_complete(ctx, param, incomplete)
        return [*found, *super().shell_complete(ctx, param, incomplete)]


class SystemId(click.types.StringParamType):
    """The id of a system, such as chronopia; `fits` says of which systems a command can be asked."""

    name = "system"

    def __init__(self, fits: Callable[[System], Any] | None = None) -> None:
        self.fits = fits

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The ids of the systems that the command answers for."""
        from probcalc.scenarios import registry

        systems = [system for system in registry.systems() if self.fits is None or self.fits(system)]
        return [CompletionItem(system.id) for system in systems if system.id.startswith(incomplete)]


class ParameterWord(click.types.StringParamType):
    """A parameter with its value, such as cc=11."""

    name = "name=value"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The scenario's parameter names, and after the equals sign the names it takes."""
        model = _scenario_of(ctx)
        if model is None:
            return []
        name, equals, start = incomplete.partition("=")
        if not equals:
            named = [p for p in model.parameters() if p.name.startswith(name)]
            return [CompletionItem(f"{p.name}=", help=p.help) for p in named]
        parameter = model.parameter(name)
        if parameter is None:
            return []
        values = ("true", "false") if parameter.kind == "boolean" else tuple(map(str, parameter.choices))
        said = list(ctx.params.get(param.name or "") or ctx.args)
        words = [f"{name}={value}" for value in values if value.startswith(start)]
        return [CompletionItem(word) for word in words if _is_taken(model, said, word)]


class EntryWord(ParameterWord):
    """A parameter with its value, or the id of an entry, such as troll."""

    name = "entry or name=value"


class RequestWord(ParameterWord):
    """A word of several requests: a scenario, a parameter with its value, or what stands between the requests."""

    def __init__(self, separator: str, fits: Fits | None = None) -> None:
        self.separator, self.fits = separator, fits

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Scenarios where a request begins; parameters of the scenario that was named last, and the separator."""
        said = list(ctx.params.get(param.name or "") or ctx.args)
        named = [word for word in said if "=" not in word and word != self.separator]
        ctx.params["scenario"] = named[-1] if named else ""
        found = super().shell_complete(ctx, param, incomplete)
        if not named or said[-1] == self.separator:
            found += ScenarioId(self.fits).shell_complete(ctx, param, incomplete)
        elif self.separator.startswith(incomplete):
            found.append(CompletionItem(self.separator, help="the next request"))
        return found


class ParameterName(click.types.StringParamType):
    """The name of a parameter of the scenario; `fitting` lists those that an option takes."""

    name = "parameter"

    def __init__(self, fitting: Callable[[type[Scenario]], Iterable[Parameter]]) -> None:
        self.fitting = fitting

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The names of the parameters that fit; of a list that does, the name of its first entry."""
        model = _scenario_of(ctx)
        if model is None:
            return []
        found = [(f"{p.name}.1" if p.kind == "list" else p.name, p.help) for p in self.fitting(model)]
        return [CompletionItem(name, help=words) for name, words in found if name.startswith(incomplete)]


class ResultName(click.types.StringParamType):
    """The name of a result of the scenario; `fitting` lists those that an option takes, where not all will do."""

    name = "result"

    def __init__(self, fitting: Callable[[type[Scenario]], Iterable[str]] | None = None) -> None:
        self.fitting = fitting

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The scenario's result names."""
        model = _scenario_of(ctx)
        if model is None:
            return []
        labels = {result.name: result.label for result in model.results}
        names = labels if self.fitting is None else self.fitting(model)
        return [CompletionItem(name, help=labels.get(name)) for name in names if name.startswith(incomplete)]

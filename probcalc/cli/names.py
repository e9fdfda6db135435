"""The names that commands take, with their shell completion."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem


def _scenario_of(ctx: click.Context) -> str:
    """The scenario of an unfinished command; before an option's value it is still among the plain words."""
    return str(ctx.params.get("scenario") or "".join(ctx.args[:1]))


class ScenarioId(click.types.StringParamType):
    """The id of a scenario, such as chronopia.melee."""

    name = "scenario"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Every scenario's id, with its title."""
        from probcalc.scenarios import registry

        names = {model.id: model.title for system in registry.systems() for model in system.scenarios}
        return [CompletionItem(name, help=title) for name, title in names.items() if name.startswith(incomplete)]


class ScenarioOrSystemId(ScenarioId):
    """The id of a scenario or of a system."""

    name = "scenario or system"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Every system's id, then every scenario's."""
        found = SystemId().shell_complete(ctx, param, incomplete)
        return [*found, *super().shell_complete(ctx, param, incomplete)]


class SystemId(click.types.StringParamType):
    """The id of a system, such as chronopia."""

    name = "system"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Every system's id."""
        from probcalc.scenarios import registry

        return [CompletionItem(name) for name in registry.SYSTEM_IDS if name.startswith(incomplete)]


class ParameterWord(click.types.StringParamType):
    """A parameter with its value, such as cc=11."""

    name = "name=value"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The scenario's parameter names, and after the equals sign the names it takes."""
        from probcalc.scenarios import registry
        from probcalc.scenarios.errors import InputError

        try:
            model = registry.scenario(_scenario_of(ctx))
        except InputError:
            return []
        name, equals, start = incomplete.partition("=")
        if not equals:
            named = [p for p in model.parameters() if p.name.startswith(name)]
            return [CompletionItem(f"{p.name}=", help=p.help) for p in named]
        parameter = model.parameter(name)
        if parameter is None:
            return []
        values = ("true", "false") if parameter.kind == "boolean" else tuple(map(str, parameter.choices))
        return [CompletionItem(f"{name}={value}") for value in values if value.startswith(start)]


class RequestWord(ParameterWord):
    """A word of several requests: a scenario, a parameter with its value, or what stands between the requests."""

    def __init__(self, separator: str) -> None:
        self.separator = separator

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Scenarios where a request begins; parameters of the scenario that was named last, and the separator."""
        said = list(ctx.params.get(param.name or "") or ctx.args)
        named = [word for word in said if "=" not in word and word != self.separator]
        ctx.params["scenario"] = named[-1] if named else ""
        found = super().shell_complete(ctx, param, incomplete)
        if not named or said[-1] == self.separator:
            found += ScenarioId().shell_complete(ctx, param, incomplete)
        elif self.separator.startswith(incomplete):
            found.append(CompletionItem(self.separator, help="the next request"))
        return found


class ParameterName(click.types.StringParamType):
    """The name of a parameter of the scenario."""

    name = "parameter"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The scenario's parameter names."""
        return [
            CompletionItem(item.value.rstrip("=")) for item in ParameterWord().shell_complete(ctx, param, incomplete)
        ]


class ResultName(click.types.StringParamType):
    """The name of a result of the scenario."""

    name = "result"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The scenario's result names."""
        from probcalc.scenarios import registry
        from probcalc.scenarios.errors import InputError

        try:
            model = registry.scenario(_scenario_of(ctx))
        except InputError:
            return []
        return [CompletionItem(r.name, help=r.label) for r in model.results if r.name.startswith(incomplete)]

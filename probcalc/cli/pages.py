"""The pages without a server: `probcalc site build`."""

from __future__ import annotations

import re
from pathlib import Path

import click

from probcalc.cli.arguments import examples

_HOST = re.compile(r"https?://[A-Za-z0-9.-]+(:\d{1,5})?/?")
_PREFIX = re.compile(r"(/[A-Za-z0-9._~-]+)*")


@click.group(
    short_help="The pages as a folder of static files.",
    epilog=examples("probcalc site build site", "probcalc site build public/odds --prefix /odds"),
)
def site() -> None:
    """The web calculator as a folder of static files, which needs no server of its own."""


def _prefix(_: click.Context, parameter: click.Parameter, text: str) -> str:
    found = f"/{text.strip('/')}" if text.strip("/") else ""
    if not _PREFIX.fullmatch(found) or ".." in found.split("/"):
        raise click.BadParameter(f"{text} is no path like /odds", param=parameter)
    return found


def _host(_: click.Context, parameter: click.Parameter, text: str) -> str:
    if text and not _HOST.fullmatch(text):
        raise click.BadParameter(f"{text[:60]} is no host like https://example.org", param=parameter)
    return text.rstrip("/")


@site.command(
    "build",
    short_help="Build the folder.",
    epilog=examples(
        "probcalc site build site",
        "probcalc site build public/odds --prefix /odds",
        "probcalc site build site --with games/my_game",
        "probcalc site build site --host https://example.org",
    ),
)
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--prefix", default="/", show_default=True, callback=_prefix, help="The path that the pages lie below.")
@click.option(
    "--with",
    "games",
    multiple=True,
    metavar="GAME",
    help="The folder of a game of your own, or of sheets, or the name of a game that is installed; may be given again.",
)
@click.option(
    "--host",
    default="",
    callback=_host,
    metavar="URL",
    help="Where the pages will be, https://example.org: for the pictures of previews and the sitemap.",
)
@click.option("--quick", is_flag=True, help="Compress less, to be done sooner.")
def build_site(out: Path, prefix: str, games: tuple[str, ...], host: str, quick: bool) -> None:
    """Build the pages into the folder OUT, with the engine, for any static host. It needs Node and npm.

    They hold every game that is installed, and those whose folders are named with --with.
    """
    from probcalc.scenarios.extras import missing
    from probcalc.site.tools import CannotBuild, kept_folder, missing_tools

    if line := missing("the static pages", "web") or missing_tools():
        raise click.ClickException(line)
    from probcalc.site.build import build

    try:
        build(out, prefix, quick, kept_folder(), lambda line: click.echo(line, err=True), games, host)
    except (CannotBuild, OSError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"The pages are in {out}: put the folder on any static host{f', at {prefix}' if prefix else ''}.")

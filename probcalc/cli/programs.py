"""Programs around the calculator: `probcalc app`, `serve`, `mcp`, `site build` and `completion`."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import sysconfig
from pathlib import Path

import click

from probcalc.cli.arguments import PagesAddress, command, examples
from probcalc.cli.group import Nearest


def app_file() -> Path | None:
    """The entry of the web calculator: app.py of the checkout, or among the shared files of an installation."""
    checkout = Path(__file__).resolve().parent.parent.parent
    if (checkout / "app.py").is_file() and (checkout / "pyproject.toml").is_file():
        return checkout / "app.py"
    for scheme in (sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")):
        shared = Path(sysconfig.get_path("data", scheme)) / "share" / "probcalc" / "app.py"
        if shared.is_file():
            return shared
    return None


_port = click.option(
    "--port", type=click.IntRange(1, 65535), default=8501, show_default=True, help="The port to listen on."
)
_address = click.option("--address", default="localhost", show_default=True, help="The address to listen on.")


@command(
    "The web calculator, in a browser.",
    "probcalc app",
    "probcalc app --port 8600 --no-browser",
)
@_port
@_address
@click.option("--browser/--no-browser", default=True, help="Open a browser window, or only say the address.")
def app(port: int, address: str, browser: bool) -> None:
    """The web calculator: every scenario as a page, served from this machine until Ctrl+C."""
    _serve(port, address, browser)


@command(
    "The pages and the address for programs, for others.",
    "probcalc serve",
    "probcalc serve --port 8600 --address 0.0.0.0",
)
@_port
@_address
def serve(port: int, address: str) -> None:
    """The pages, and the same questions by address below /api/v1, until Ctrl+C; docs/server.md says how for others."""
    _serve(port, address, browser=False)


@command(
    "The questions as tools of an assistant (MCP).",
    "probcalc mcp",
    "probcalc mcp --pages https://odds.example.org",
)
@click.option(
    "--pages",
    type=PagesAddress(),
    default="http://localhost:8501",
    show_default=True,
    help="Where the links in answers lead.",
)
def mcp(pages: str) -> None:
    """A server of the Model Context Protocol over standard input and output: an assistant starts it by this command."""
    from probcalc.scenarios.extras import need

    need("assistants", "mcp")
    # From the folder that holds probcalc: modules lying where the assistant works, a random.py say, are not meant.
    home = Path(__file__).resolve().parents[2]
    code = subprocess.call([sys.executable, "-m", "probcalc.api", pages], cwd=home)
    click.get_current_context().exit(code)


def _serve(port: int, address: str, browser: bool) -> None:
    from probcalc.scenarios.extras import need

    need("the pages", "web")
    entry = app_file()
    if entry is None:
        raise click.ClickException("the pages are not installed here: there is no app.py")
    try:
        socket.getaddrinfo(address, port)
    except (OSError, UnicodeError):
        said = f"--address is a name or number of this machine, such as localhost or 0.0.0.0, not {address!r:.60}"
        raise click.ClickException(said) from None
    settings = [
        f"--server.port={port}",
        f"--server.address={address}",
        f"--server.headless={'false' if browser else 'true'}",
    ]
    command = [sys.executable, "-m", "probcalc.web", *settings]
    # Who ends this command ends the server too, which `call` sees to.
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        # The folder holds .streamlit/config.toml, which Streamlit reads from where it is started.
        code = subprocess.call(command, cwd=entry.parent)
    except KeyboardInterrupt:
        code = 0
    finally:
        signal.signal(signal.SIGTERM, before)
    click.get_current_context().exit(code)


@command(
    "Completion for bash, zsh or fish.",
    "probcalc completion bash >> ~/.bashrc",
    "probcalc completion zsh >> ~/.zshrc",
    "probcalc completion fish > ~/.config/fish/completions/probcalc.fish",
)
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
def completion(shell: str) -> None:
    """A script that completes commands, scenarios, parameters and their values when TAB is pressed."""
    from click.shell_completion import get_completion_class

    from probcalc.cli.shells import register

    register()
    found = get_completion_class(shell)
    root = click.get_current_context().find_root().command
    assert found is not None
    click.echo(found(root, {}, "probcalc", "_PROBCALC_COMPLETE").source())


_HOST = re.compile(r"https?://[A-Za-z0-9.-]+(:\d{1,5})?/?")
_PREFIX = re.compile(r"(/[A-Za-z0-9._~-]+)*")


@click.group(
    cls=Nearest,
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

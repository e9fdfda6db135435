"""Programs around the calculator: `probcalc app`, `probcalc serve`, `probcalc mcp` and `probcalc completion`."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import sysconfig
from pathlib import Path

import click

from probcalc.cli.arguments import examples


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


@click.command(
    short_help="The web calculator, in a browser.",
    epilog=examples(
        "probcalc app",
        "probcalc app --port 8600 --no-browser",
    ),
)
@click.option("--port", type=click.IntRange(1, 65535), default=8501, show_default=True, help="The port to listen on.")
@click.option("--address", default="localhost", show_default=True, help="The address to listen on.")
@click.option("--browser/--no-browser", default=True, help="Open a browser window, or only say the address.")
def app(port: int, address: str, browser: bool) -> None:
    """The web calculator: every scenario as a page, served from this machine until Ctrl+C."""
    _serve(port, address, browser)


@click.command(
    short_help="The pages and the address for programs, for others.",
    epilog=examples(
        "probcalc serve",
        "probcalc serve --port 8600 --address 0.0.0.0",
    ),
)
@click.option("--port", type=click.IntRange(1, 65535), default=8501, show_default=True, help="The port to listen on.")
@click.option("--address", default="localhost", show_default=True, help="The address to listen on.")
def serve(port: int, address: str) -> None:
    """The pages, and the same questions by address below /api/v1, until Ctrl+C; docs/server.md says how for others."""
    _serve(port, address, browser=False)


@click.command(
    short_help="The questions as tools of an assistant (MCP).",
    epilog=examples("probcalc mcp", "probcalc mcp --pages https://odds.example.org"),
)
@click.option("--pages", default="http://localhost:8501", show_default=True, help="Where the links in answers lead.")
def mcp(pages: str) -> None:
    """A server of the Model Context Protocol over standard input and output: an assistant starts it by this command."""
    from probcalc.scenarios.extras import need

    need("assistants", "mcp")
    code = subprocess.call([sys.executable, "-m", "probcalc.api", pages])
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


@click.command(
    short_help="Completion for bash, zsh or fish.",
    epilog=examples(
        "probcalc completion bash >> ~/.bashrc",
        "probcalc completion zsh >> ~/.zshrc",
        "probcalc completion fish > ~/.config/fish/completions/probcalc.fish",
    ),
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

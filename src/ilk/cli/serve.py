"""`ilk serve`: a search page and an API over an index."""

from __future__ import annotations

from pathlib import Path

import click

from ilk.cli.options import index_argument
from ilk.cli.output import note

EPILOG = """\b
Examples:
  ilk serve notes.ilk
  ilk serve notes.ilk --port 9000 --open
  ILK_API_KEY=… ilk serve notes.ilk --host 0.0.0.0
"""


@click.command(short_help="Serve a search page at http://127.0.0.1:8000.", epilog=EPILOG)
@index_argument
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="The port; 0 for any."
)
@click.option(
    "--api-key",
    envvar="ILK_API_KEY",
    metavar="KEY",
    help="What callers must present [default: $ILK_API_KEY].",
)
@click.option("--no-auth", is_flag=True, help="Let everybody in who can reach --host.")
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    help="A page of another host that may use the API (CORS); repeatable.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in the browser.")
@click.option("--verbose", is_flag=True, help="Log every request, and when a newer index is taken over.")
def serve(
    index: Path,
    host: str,
    port: int,
    api_key: str | None,
    no_auth: bool,
    origins: tuple[str, ...],
    open_page: bool,
    verbose: bool,
) -> None:
    """Serve INDEX as a page and an API, until Ctrl-C: at http://127.0.0.1:8000 unless told otherwise.

    Only this machine can reach it unless --host says otherwise; then callers need an API key, or --no-auth
    lets everybody in. An index that is built anew at the same place is taken over while the server runs.
    """
    from ilk.web.serving import serve as run
    from ilk.web.settings import WebSettings

    settings = WebSettings(index, host, port, api_key, no_auth, origins)

    def opening() -> None:
        note(f"opening {index} …")

    def announce(address: str) -> None:
        note(f"{index} is at {address} (the API at {address}/docs); stop it with Ctrl-C")
        if open_page:
            click.launch(address)

    run(settings, opening=opening, announce=announce, log_level="info" if verbose else "warning")

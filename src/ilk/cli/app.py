"""The program `ilk` and the one border where errors become a sentence and an exit code."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import click

from ilk._version import __version__
from ilk.cli.build import build
from ilk.cli.check import check
from ilk.cli.classify import classify
from ilk.cli.cluster import cluster
from ilk.cli.demo import demo
from ilk.cli.evaluate import evaluate
from ilk.cli.explain import explain
from ilk.cli.info import info
from ilk.cli.reproduce import reproduce
from ilk.cli.search import search
from ilk.cli.serve import serve
from ilk.cli.similar import similar
from ilk.cli.topics import topics
from ilk.errors import IlkError

WELCOME = """\
ilk finds documents of the same ilk, ranks them for a query, and works on your own machine alone.

  ilk demo                            index Python's documentation and ask it three questions
  ilk build notes/                    index a folder of your own (writes notes.ilk)
  ilk search notes.ilk "slip flow"    search it
  ilk serve notes.ilk                 search it on a page, and see why each document was found
  ilk --help                          everything else
"""


class Program(click.Group):
    """Lists its commands in the order in which people need them, and lets its reader go away."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click passes it
        """List the commands as they were added."""
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> None:
        """Run the command; a pipe that closes early, as that to `head` does, is no error."""
        try:
            super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(
    cls=Program, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name="ilk", message="%(prog)s %(version)s")
@click.pass_context
def app(ctx: click.Context) -> None:
    """Search, compare and organise your own documents, and see exactly why two texts are alike."""
    if ctx.invoked_subcommand is None:
        click.echo(WELCOME, nl=False)


for command in (
    demo,
    build,
    search,
    similar,
    explain,
    topics,
    classify,
    cluster,
    evaluate,
    reproduce,
    serve,
    info,
    check,
):
    app.add_command(command)


def main() -> NoReturn:
    """Run the program; exit 0, or 2 with one sentence on standard error."""
    try:
        app.main(standalone_mode=False)
    except (click.exceptions.Abort, KeyboardInterrupt):
        _fail("stopped", 130)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except IlkError as error:
        _fail(str(error), 2)
    sys.exit(0)


def _fail(sentence: str, status: int) -> NoReturn:
    click.echo(f"ilk: {sentence}", err=True)
    sys.exit(status)

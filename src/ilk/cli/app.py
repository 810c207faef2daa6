"""The program `ilk` and the one border where errors become a sentence and an exit code."""

from __future__ import annotations

import io
import os
import re
import sys
from typing import Any, NoReturn

import click

from ilk._version import __version__
from ilk.cli.add import add
from ilk.cli.build import build
from ilk.cli.check import check
from ilk.cli.classify import classify
from ilk.cli.cluster import cluster
from ilk.cli.demo import demo
from ilk.cli.ending import end, forget_output, stop
from ilk.cli.evaluate import evaluate
from ilk.cli.explain import explain
from ilk.cli.info import info
from ilk.cli.options import INDEX
from ilk.cli.remove import remove
from ilk.cli.reproduce import reproduce
from ilk.cli.search import search
from ilk.cli.serve import serve
from ilk.cli.similar import similar
from ilk.cli.topics import topics
from ilk.errors import IlkError, StorageError

WELCOME = """\
ilk finds documents of the same ilk, ranks them for a query, and works on your own machine alone.

  ilk demo                            index Python's documentation and ask it three questions
  ilk build notes/                    index a folder of your own (writes notes.ilk)
  ilk search notes.ilk "slip flow"    search it
  ilk serve notes.ilk                 search it on a page, and see why each document was found
  ilk --help                          everything else
"""
DID_YOU_MEAN = re.compile(r"\. \(?Did you mean (?:one of: )?(.+)\?\)?$")
"""How click begins and ends what it offers, by its version."""


class Stopped(Exception):
    """Ctrl-C, after the command has tidied up; click would print an empty line for a KeyboardInterrupt."""


class Program(click.Group):
    """Lists its commands in the order in which people need them, and lets its reader go away."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the arguments, which for --help and --version is all there is to do."""
        try:
            return super().make_context(*args, **kwargs)
        except BrokenPipeError:
            forget_output()
            raise click.exceptions.Exit(0) from None

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click passes it
        """List the commands as they were added."""
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> None:
        """Run the command; a pipe that closes early, as that to `head` does, is no error."""
        try:
            super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()
        except BrokenPipeError:
            forget_output()
        except KeyboardInterrupt as interrupt:
            raise Stopped(str(interrupt)) from None
        except (IlkError, click.ClickException, click.exceptions.Exit):
            raise
        except Exception as error:
            # Opening an index verifies no checksum, so what is damaged inside fails anywhere.
            damage = _damage(ctx.meta.get(INDEX))
            if damage is None:
                raise
            raise StorageError(damage) from error


@click.group(
    cls=Program, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name="ilk", message="%(prog)s %(version)s")
@click.pass_context
def app(ctx: click.Context) -> None:
    """Search, compare and organise your own documents, and see exactly why two texts are alike."""
    ctx.color = _colour()
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
    add,
    remove,
):
    app.add_command(command)


def main() -> NoReturn:
    """Run the program; exit 0, 2 with one sentence on standard error, or 130 after Ctrl-C."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a sign that the terminal does not know is no failure
            stream.reconfigure(errors="backslashreplace")
    try:
        app.main(standalone_mode=False)
    except Stopped as stopped:
        stop(str(stopped))
    except (click.exceptions.Abort, KeyboardInterrupt):
        stop()
    except click.ClickException as error:
        end(_usage(error))
    except IlkError as error:
        end(str(error))
    except OSError as error:  # a full disk, a folder that may not be written to
        forget_output()
        end(": ".join(str(part) for part in (error.filename, error.strerror or error) if part))
    sys.exit(0)


def _usage(error: click.ClickException) -> str:
    """Return what click says about wrong arguments, as one sentence that names the help."""
    sentence = DID_YOU_MEAN.sub(r"; did you mean \1?", " ".join(error.format_message().split())).rstrip(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    stop = "" if sentence.endswith("?") else ";"
    hint = f"{stop} see {context.command_path} --help" if context is not None else ""
    return sentence[:1].lower() + sentence[1:] + hint


def _damage(index: object) -> str | None:
    """Return a sentence about a damaged index, None for a sound one or where there is none."""
    if index is None:
        return None
    from ilk import storage

    problems = storage.check(str(index))
    return f"{index} is damaged: {problems[0]}; build it again from its texts" if problems else None


def _colour() -> bool | None:
    """Return whether to colour; None leaves it to whether the output is a terminal."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return True if os.environ.get("FORCE_COLOR") else None

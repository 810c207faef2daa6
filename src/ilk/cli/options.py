"""Options and arguments that several commands share, so that they are spelt the same everywhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypedDict, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def complete_similarities(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Complete the name of a similarity, the last one of a list or of a sum."""
    from ilk.similarities import MODELS_NEEDED

    begun = max(incomplete.rfind(","), incomplete.rfind("+")) + 1
    before, last = incomplete[:begun], incomplete[begun:]
    return [before + name for name in MODELS_NEEDED if name.startswith(last)]


def complete_experiments(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Complete the name of an experiment."""
    from ilk.experiments.catalogue import STUDIES

    return [name for name in STUDIES if name.startswith(incomplete)]


INDEX = "ilk.index"
"""Where a context keeps the index that a command works on."""


def _remember_index(ctx: click.Context, _: click.Parameter, index: Path) -> Path:
    ctx.meta[INDEX] = index
    return index


index_argument = click.argument("index", type=click.Path(path_type=Path), callback=_remember_index)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object for a program.")
similarity_option = click.option(
    "-s",
    "--similarity",
    metavar="NAME[:PARAMETER=VALUE…]",
    shell_complete=complete_similarities,
    help="What ranks the documents, such as bm25, pl2:c=2 or plsi-h [default: ilk, or bm25 without models].",
)
hits_option = click.option(
    "-k",
    "--hits",
    "k",
    default=10,
    show_default=True,
    type=click.IntRange(min=1),
    help="How many hits to show.",
)
filter_option = click.option(
    "-f",
    "--filter",
    "filters",
    multiple=True,
    metavar="FIELD=VALUE",
    help="Only documents whose metadata agrees; also != < <= > >=. Repeat it to ask for several.",
)


def describing_options(what: str, documents: str = "Documents") -> Callable[[Command], Command]:
    """Return the options that say by how much each topic or cluster is described."""

    def add(command: Command) -> Command:
        n_documents = click.option(
            "--documents",
            "n_documents",
            default=3,
            show_default=True,
            type=click.IntRange(min=0),
            help=f"{documents} a {what}.",
        )
        n_terms = click.option(
            "--terms",
            "n_terms",
            default=10,
            show_default=True,
            type=click.IntRange(min=1),
            help=f"Words a {what}.",
        )
        return n_terms(n_documents(command))

    return add


class Reading(TypedDict):
    """How texts are read, by the names that `ilk.read` has for it."""

    format: str | None
    encoding: str | None
    id_field: str | None
    text_field: str | None
    title_field: str | None
    skip_bad: bool


def reading_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say how texts are read; the command gets them together, as `reading`."""

    @wraps(command)
    def with_reading(*arguments: Any, format_name: str | None, **others: Any) -> None:
        chosen = {name: others.pop(name) for name in Reading.__annotations__ if name != "format"}
        command(*arguments, reading={"format": format_name, **chosen}, **others)

    for option in reversed(
        (
            click.option(
                "--format", "format_name", metavar="NAME", help="The format, when guessing it goes wrong."
            ),
            click.option(
                "--encoding", metavar="NAME", help="The encoding of the files, when it is not UTF-8."
            ),
            click.option("--id-field", metavar="FIELD", help="The column or key that holds the id."),
            click.option("--text-field", metavar="FIELD", help="The column or key that holds the text."),
            click.option("--title-field", metavar="FIELD", help="The column or key that holds the title."),
            click.option(
                "--skip-bad", is_flag=True, help="Leave out what cannot be read, and say how much that was."
            ),
        )
    ):
        with_reading = option(with_reading)
    return with_reading

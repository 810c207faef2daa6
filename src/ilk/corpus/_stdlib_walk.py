"""A program of its own that prints the standard library's documentation, one JSON object a line.

It imports every module of the standard library, which no process that has other things to do should: some
print, warn or set handlers. `stdlib_docs` runs it; it needs nothing but the standard library itself.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import json
import os
import pkgutil
import re
import sys
import types
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

# Private and bundled things, jokes, demonstrations, tests, tables of codecs, what other modules publish under
# a better name, and what acts when it is imported.
SKIPPED = re.compile(
    r"_.*|xx.*|antigravity|this|idlelib|turtle|turtledemo|tests?|lib2to3|distutils|ensurepip|pydoc_data|encodings"
    r"|posix|nt|posixpath|ntpath|nturl2path|sre_.*|rlcompleter|readline"
)
# What tools write where a person wrote nothing.
TRIVIAL = re.compile(r"Alias for field number \d+|Type: .*|An enumeration\.|[\w.]+\([^)]*\)")
SHORTEST_TEXT = 20
LONGEST_SIGNATURE = 90
PROPERTIES = (property, functools.cached_property, types.GetSetDescriptorType, types.MemberDescriptorType)


class Entry(NamedTuple):
    """Something documented: the module that is its home, its path in there, and itself."""

    module: str
    path: str
    kind: str
    object: Any

    @property
    def id(self) -> str:
        """The name by which a program reaches it."""
        return (
            self.path or self.module
            if self.module == "builtins"
            else f"{self.module}.{self.path}".rstrip(".")
        )


def main() -> None:
    """Print all entries to what was the standard output; what the modules print themselves goes nowhere."""
    with os.fdopen(os.dup(1), "w", encoding="ascii") as out:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        for entry in sorted(documented(modules()), key=lambda each: each.id):
            fields = {"id": entry.id, "title": title(entry), "text": text(entry)}
            print(json.dumps(fields | {"kind": entry.kind, "module": entry.module}), file=out)


def modules() -> dict[str, types.ModuleType]:
    """Return the public modules by name, the best homes first: short names before long ones."""
    found = {name: module for top in sys.stdlib_module_names for name, module in imported(top)}
    found["os.path"] = os.path
    return dict(sorted(found.items(), key=lambda item: (item[0] != "builtins", item[0].count("."), item[0])))


def imported(name: str) -> Iterator[tuple[str, types.ModuleType]]:
    """Yield a module and those below it, as far as they can be imported on this machine."""
    if SKIPPED.fullmatch(name.rpartition(".")[2]):
        return
    try:
        module = importlib.import_module(name)
    except (Exception, SystemExit):  # noqa: BLE001 - whatever a module for another system raises here
        return
    yield name, module
    for below in pkgutil.iter_modules(getattr(module, "__path__", ())):
        yield from imported(f"{name}.{below.name}")


def documented(modules: dict[str, types.ModuleType]) -> list[Entry]:
    """Return everything that has a text of its own: each object once, and each text once under a name."""
    own = [entry for name, module in modules.items() for entry in members(name, module, own=True)]
    others = [entry for name, module in modules.items() for entry in members(name, module, own=False)]
    tops = once([Entry(name, "", "module", module) for name, module in modules.items()] + own + others)
    classes = [top for top in tops if inspect.isclass(top.object)]
    classes.sort(key=lambda top: top.object.__name__ != top.path)  # a class under another name comes last
    below = [entry for top in classes for entry in class_members(top)]
    return once(tops + below)


def members(name: str, module: types.ModuleType, own: bool) -> Iterator[Entry]:
    """Yield what a module offers to the public: its own, or what it takes from a private module."""
    offered = getattr(module, "__all__", None)
    for path in sorted(vars(module) if offered is None else offered):
        found = getattr(module, path, None)
        home = str(getattr(found, "__module__", None))
        is_own = offered is not None or name in {home, "builtins"}
        kind = kind_of(found)
        if kind and not path.startswith("_") and (is_own if own else home.startswith("_") and not is_own):
            yield Entry(name, path, kind, found)


def class_members(top: Entry) -> Iterator[Entry]:
    """Yield the public methods and properties that a class, or a private class right above it, defines."""
    above = [base for base in top.object.__bases__ if base.__module__.startswith("_")]
    defined = {name: found for each in (*above, top.object) for name, found in vars(each).items()}
    for name, raw in sorted(defined.items()):
        found = getattr(raw, "__func__", raw)
        if name.startswith("_"):
            continue
        if isinstance(found, PROPERTIES):
            yield Entry(top.module, f"{top.path}.{name}", "property", found)
        elif inspect.isroutine(found):
            yield Entry(top.module, f"{top.path}.{name}", "method", found)


def kind_of(found: Any) -> str | None:
    """Return what something is, or None where it is a value whose text is only that of its type."""
    if inspect.isclass(found):
        return "exception" if issubclass(found, BaseException) else "class"
    if inspect.isroutine(found):
        return "function"
    if inspect.ismodule(found) or found.__doc__ == type(found).__doc__:
        return None
    return "object"


def once(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that say something, without those that come or say the same again."""
    seen: set[object] = set()
    kept = []
    for entry in entries:
        said = text(entry)
        if len(said) < SHORTEST_TEXT or TRIVIAL.fullmatch(said):
            continue
        marks = {id(entry.object), entry.id, (entry.path.rpartition(".")[2], said)}
        if not marks & seen:
            kept.append(entry)
            seen |= marks
    return kept


def text(entry: Entry) -> str:
    """Return the documentation that was written for this very thing, not inherited."""
    found = entry.object
    own = [vars(found).get("__doc__")] if inspect.isclass(found) else [found.__doc__]
    if inspect.isclass(found) and inspect.isfunction(vars(found).get("__init__")):
        own.append(found.__init__.__doc__)
    return "\n\n".join(inspect.cleandoc(each) for each in own if isinstance(each, str)).strip()


def title(entry: Entry) -> str:
    """Return the name with its signature where there is a short one."""
    if entry.kind in {"module", "property", "object"}:
        return entry.id
    try:
        parameters = inspect.signature(entry.object).parameters.values()
    except (AttributeError, NameError, TypeError, ValueError):  # some defaults name what does not exist
        return entry.id
    signature = str(
        inspect.Signature([plain(each) for each in parameters if each.name not in {"self", "cls"}])
    )
    if len(signature) > LONGEST_SIGNATURE:
        signature = signature[:LONGEST_SIGNATURE].rpartition(",")[0] + ", …)"
    return entry.id + signature


def plain(parameter: inspect.Parameter) -> inspect.Parameter:
    """Return a parameter without its type, and its default only where that is the same on every machine."""
    default = parameter.default
    shown = default if default is parameter.empty or is_literal(default) else Ellipsis
    return parameter.replace(annotation=parameter.empty, default=shown)


def is_literal(default: object) -> bool:
    """Say whether a default was written down, unlike an environment, a path of this machine or an address."""
    if isinstance(default, str):
        return os.sep not in default
    return default is None or isinstance(default, bool | int | float | bytes | tuple | type)


if __name__ == "__main__":
    main()

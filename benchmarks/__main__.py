"""Run every benchmark, or those named, and print each ratio beside what we promise."""

from __future__ import annotations

import importlib
import sys

from benchmarks.harness import Comparison

BENCHMARKS = ("counting", "search", "startup", "plsi", "topics", "default", "serving")


def main(names: list[str]) -> int:
    """Print one line a comparison; exit 1 where a promise is not kept."""
    kept = True
    for name in names or BENCHMARKS:
        if name not in BENCHMARKS:
            print(f"there is no benchmark {name!r}; known: {', '.join(BENCHMARKS)}", file=sys.stderr)
            return 2
        print(f"\n# {name}", flush=True)
        for comparison in importlib.import_module(f"benchmarks.bench_{name}").run():
            print(line(comparison), flush=True)
            kept &= comparison.holds
    return 0 if kept else 1


def line(comparison: Comparison) -> str:
    """Spell out a comparison: what, ours, theirs, the ratio and its bound."""
    if comparison.at_least is not None:
        bound, relation = f"at least {comparison.at_least:g}", "times faster"
    elif comparison.at_most is not None:
        bound, relation = f"at most {comparison.at_most:g}", "times as long"
    else:
        bound, relation = "no bound", "times as long"
    verdict = "kept" if comparison.holds else "NOT KEPT"
    return (
        f"{comparison.name}: ilk {comparison.ours:.4g} {comparison.unit}, "
        f"{comparison.rival_name} {comparison.rival:.4g} {comparison.unit}: "
        f"{comparison.ratio:.2f} {relation} ({bound}: {verdict})"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

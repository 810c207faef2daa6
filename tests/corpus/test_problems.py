"""A problem is raised at once, or counted where bad records are left out."""

from __future__ import annotations

import pytest

from ilk.corpus.problems import MAX_ENDINGS, MAX_EXAMPLES, MAX_KINDS, MAX_SHOWN, OTHER, Problems
from ilk.errors import InputError


def test_a_problem_is_raised_with_file_line_and_advice() -> None:
    with pytest.raises(InputError, match=r"^a\.txt, line 3: not valid JSON; correct it$"):
        Problems().report("a.txt", 3, "not valid JSON", "correct it")


def test_a_skipped_problem_is_counted_under_its_kind() -> None:
    problems = Problems(skip=True)
    problems.report("a", 1, "the row has 3 fields", "quote them", kind="row of another length")
    problems.report("a", 2, "empty document", "correct it")
    problems.report("a", 3, "the row has 4 fields", "quote them", kind="row of another length")
    assert problems.kinds == {"row of another length": 2, "empty document": 1}
    assert problems.summary() == "3 records left out: row of another length (2), empty document (1)"
    assert [error.line for error in problems.examples] == [1, 2, 3]


def test_the_summary_speaks_of_one_and_of_none() -> None:
    problems = Problems(skip=True)
    assert problems.summary() == "nothing left out"
    problems.report("a", 1, "empty document", "correct it")
    assert problems.summary() == "1 record left out: empty document (1)"


def test_files_that_were_not_read_are_no_errors_and_counted_apart() -> None:
    problems = Problems()
    for kind in (".docx", "empty", ".docx"):
        problems.leave_out(kind)
    assert (problems.count, problems.files) == (3, {".docx": 2, "empty": 1})
    assert problems.summary() == "3 files not read: .docx (2), empty (1)"
    problems.skip = True
    problems.report("a", 1, "empty document", "correct it")
    assert problems.summary() == (
        "1 record left out: empty document (1); 3 files not read: .docx (2), empty (1)"
    )


def test_of_many_kinds_the_most_frequent_are_shown() -> None:
    problems = Problems()
    for number in range(1_000):
        problems.leave_out(f".x{number % 300}")
    assert len(problems.files) == MAX_ENDINGS + 1
    assert sum(problems.files.values()) == 1_000
    shown = problems.summary()
    assert shown.startswith("1,000 files not read: other endings (300), .x0 (4), .x1 (4), ")
    assert shown.endswith(", others (664)")
    assert shown.count(",") == 1 + MAX_SHOWN


def test_memory_stays_bounded_however_many_kinds_there_are() -> None:
    problems = Problems(skip=True)
    for number in range(1_000):
        problems.report("a", number, f"problem {number}", "correct it")
    assert problems.count == 1_000 == sum(problems.kinds.values())
    assert len(problems.kinds) == MAX_KINDS + 1
    assert problems.kinds[OTHER] == 1_000 - MAX_KINDS
    assert len(problems.examples) == MAX_EXAMPLES

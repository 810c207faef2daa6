"""Fixtures shared by all tests; real collections are looked for once, here."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# Shared machines stall: a slow example is not a failing one, and a failing one must fail again.
settings.register_profile("ilk", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("ilk")

DATA = Path(os.environ.get("ILK_DATA", Path(__file__).parents[2] / "shared" / "data"))


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The folder of research collections; skips where it is absent."""
    if not DATA.is_dir():
        if os.environ.get("ILK_REQUIRE_DATA"):
            pytest.fail(f"the research collections must be there, and {DATA} is not")
        pytest.skip(f"no research collections at {DATA}; set ILK_DATA to the folder that holds them")
    return DATA

"""`python -m ilk` is `ilk`."""

from ilk.cli import main

main()

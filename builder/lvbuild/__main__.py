"""`python -m lvbuild`."""

from lvbuild.cli.main import main

main()

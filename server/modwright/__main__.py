"""`python -m modwright` is the command `modwright`."""

import sys

from modwright.cli.main import main

# The guard matters: worker processes that are spawned import this module again.
if __name__ == "__main__":
    sys.exit(main())

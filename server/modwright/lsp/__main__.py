"""`python -m modwright.lsp`: the server on standard input and output."""

from __future__ import annotations

import sys

from modwright.lsp.server import serve

if __name__ == "__main__":
    sys.exit(serve("stdio"))

"""The examples of the catalogue of findings as files.

An example is one file as it stands, or several: then each begins with a heading such as
`==> lua/tools.lua <==` on a line of its own. Paths are relative to the package that the example is
about; `../` leads to another package beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_HEADING = re.compile(r"^==> (.+) <==\n", re.MULTILINE)


def files_of(example: str, name: str) -> Mapping[str, str]:
    """The files of an example by their paths; a single file without a heading is called `name`."""
    pieces = _HEADING.split(example)
    if len(pieces) == 1:
        return {name: example}
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))

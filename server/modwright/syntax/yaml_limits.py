"""What strict YAML allows (specs/oamut.md, Strict YAML), and how much work is done for it."""

from __future__ import annotations

from typing import Final

MAX_BYTES: Final = 256 * 1024
"""UTF-8 bytes of a whole file."""

MAX_NODES: Final = 65_536
"""Keys, values and collections of a document."""

MAX_DEPTH: Final = 16
"""Collections inside each other; the top-level mapping is the first."""

MAX_STRING_BYTES: Final = 4_096
"""UTF-8 bytes of the characters a key or a text stands for."""

MAX_INTEGER: Final = 2**53
MAX_DIGITS: Final = 15
"""Significant digits of a decimal."""

MAX_EXPONENT: Final = 308
"""Decimal places before or after the point: what a double can hold, and what is safe to expand."""

MAX_LOOSE_FAULTS: Final = 1_000
"""Faults kept of one place that belong to no scalar: control characters, repeated keys."""

MAX_LINES_OF_SCALAR: Final = 64
"""Lines that are searched for the end of a text in quotes."""

MAX_ROUNDS: Final = 20
"""How often an entry is read again with a line less."""

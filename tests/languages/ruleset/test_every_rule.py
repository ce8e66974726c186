"""Every numbered rule of the format has a test that names it, as `R30` in its text or `_r30_` in
its name."""

from __future__ import annotations

import re
from pathlib import Path

_HERE = Path(__file__).parent
_NAMED = re.compile(r"\bR(\d+[a-z]?)\b|_r(\d+[a-z]?)(?=_|\b)")

# specs/ruleset-format.md, section 10.
_NUMBERS = (
    "1 2 3 4 5 6 7 7a 8 9 9a 10 11 12 12a 13 14 15 16 17 18 19 "
    "20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 "
    "50 51 52 53 54 55 56 56a 56b 57 58 59 60 61 62 62a 62b 63 64 65 66 70 71 72 73 74 75 76 77 78 "
    "80 81 82 83 84 85 86 86a 87 88 89 90 91 92 93 94 100 101 102 103 104 105 106 107"
)
RULES = _NUMBERS.split()

NOT_OF_A_FILE = {
    "2": "compares with what was imported before",
    "9": "how the engine's reader stops early; everything is told here",
    "28": "about what the Game Master writes at the table",
    "36": "says only where else to look",
    "65": "about characters that are refreshed at run time",
}


def _tested() -> set[str]:
    named: set[str] = set()
    for file in _HERE.glob("test_*.py"):
        if file != Path(__file__):
            for found in _NAMED.finditer(file.read_text(encoding="utf-8")):
                named.add(found[1] or found[2])
    return named


def test_every_rule_has_a_test() -> None:
    missing = [f"R{rule}" for rule in RULES if rule not in _tested() and rule not in NOT_OF_A_FILE]

    assert not missing, f"no test names {', '.join(missing)}"

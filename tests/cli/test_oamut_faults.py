"""Packages with a fault of every kind, and what `modwright check` says about them, to the letter.

They stand in tests/data/oamut-faults/. What no repository should hold (names that other file
systems refuse, bytes that editors mend) is added here. After a change of words, look at the
difference, then write the new output down:

    MODWRIGHT_WRITE_GOLDEN=1 pytest tests/cli/test_oamut_faults.py
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from modwright.findings.messages import all_specs

DATA = Path(__file__).resolve().parents[1] / "data"
GOLDEN = DATA / "oamut-faults.txt"

# specs/oamut.md, Findings: the whole table.
YAML = """
    yaml/syntax yaml/byte-order-mark yaml/invalid-utf8 yaml/control-character yaml/too-large
    yaml/too-deep yaml/string-too-long yaml/multi-line-scalar yaml/duplicate-key yaml/merge-key
    yaml/not-mapping yaml/tab-indentation yaml/anchor yaml/alias yaml/tag yaml/block-scalar
    yaml/directive yaml/complex-key yaml/several-documents yaml/number-out-of-range
    yaml/key-not-string
"""
MANIFEST = """
    oamut/unquoted-range oamut/unquoted-star oamut/unquoted-version oamut/first-key
    oamut/unsupported-version oamut/missing-key oamut/unknown-key oamut/wrong-type oamut/bad-length
    oamut/bad-identifier oamut/bad-choice oamut/repeated-entry oamut/bad-value oamut/curly-quotes
    oamut/bad-range oamut/empty-range oamut/unknown-tag oamut/self-reference
    oamut/requires-conflict oamut/missing-mutator oamut/requires-cycle oamut/option-reserved-word
    oamut/option-duplicate oamut/option-default oamut/option-range oamut/option-mixed-values
    oamut/option-label oamut/missing-file oamut/misplaced-entry oamut/not-png
"""
PACKAGE = "oamut/refused-file oamut/case-clash oamut/bad-file-name"
SCRIPTS = """
    lua/syntax oamut/no-mutate oamut/unknown-plan-key oamut/undeclared-layer oamut/unused-layer
    oamut/unknown-option oamut/unused-option oamut/closed-library oamut/missing-module
    oamut/missing-path oamut/float-arithmetic
"""
CODES = frozenset(f"{YAML} {MANIFEST} {PACKAGE} {SCRIPTS}".split())

SCRIPT = b"function mutate(ctx)\n  return {}\nend\n"
UNCOMMITTED = {
    "yaml-bytes/oamut.yaml": (
        '\ufeffoamut: 1\nid: yaml-bytes\nversion: "1.0.0"\nname: 鉄の\a雨\n'
        f"homepage: https://example.org/{'雨' * 1400}\n"
    ).encode(),
    "yaml-bytes/mutator.lua": SCRIPT,
    "yaml-encoding/oamut.yaml": (
        'oamut: 1\nid: yaml-encoding\nversion: "1.0.0"\nname: 鉄の雨\n'.encode("shift_jis")
    ),
    "yaml-encoding/mutator.lua": SCRIPT,
    "yaml-large/oamut.yaml": (
        'oamut: 1\nid: yaml-large\nversion: "1.0.0"\n' + "# 鉄の雨\n" * 25_000
    ).encode(),
    "yaml-large/mutator.lua": SCRIPT,
    "names/oamut.yaml": b'oamut: 1\nid: names\nversion: "1.0.0"\n',
    "names/mutator.lua": SCRIPT,
    "names/files/Rain.tdf": b"",
    "names/files/rain.tdf": b"",
    "names/files/iron|rain.tdf": b"",
}

pytestmark = pytest.mark.skipif(
    sys.platform in ("win32", "darwin"), reason="its file systems refuse some of the names"
)


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What is printed about all of them, checked in a folder that holds nothing else."""
    folder = tmp_path_factory.mktemp("faults")
    shutil.copytree(DATA / "oamut-faults", folder / "mutators")
    for name, data in UNCOMMITTED.items():
        path = folder / "mutators" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    checked = subprocess.run(
        [sys.executable, "-m", "modwright", "check", "mutators", "--locale", "en"],
        cwd=folder,
        env={**os.environ, "LC_ALL": "C.UTF-8", "NO_COLOR": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert checked.stderr == ""
    assert checked.returncode == 1
    return checked.stdout


def codes_in(output: str) -> set[str]:
    return set(re.findall(r"^\S.*?: \w+\[([a-z]+/[a-z0-9-]+)\]", output, re.MULTILINE))


def test_the_table_is_that_of_the_catalogue() -> None:
    families = {code.partition("/")[0] for code in CODES}
    known = {page.code for page in all_specs() if page.code.partition("/")[0] in families}

    assert known == CODES


def test_every_kind_of_fault_is_found(said: str) -> None:
    assert codes_in(said) == CODES


def test_the_output_is_that_of_the_golden_file(said: str) -> None:
    if os.environ.get("MODWRIGHT_WRITE_GOLDEN"):
        GOLDEN.write_bytes(said.encode())

    assert said == GOLDEN.read_bytes().decode()


def test_the_golden_file_shows_every_kind_of_fault() -> None:
    # Were it written from a run that found less, the comparison alone would not see it.
    assert codes_in(GOLDEN.read_bytes().decode()) == CODES

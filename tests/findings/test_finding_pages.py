"""docs/findings/ is made from the catalogue; what is committed must be what would be made."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from modwright.findings.messages import DOCS_URL, all_specs

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "make_finding_pages.py"
PAGES = ROOT / "docs" / "findings"


def test_the_committed_pages_are_up_to_date() -> None:
    checked = subprocess.run(
        [sys.executable, str(SCRIPT), "--check"], capture_output=True, encoding="utf-8", check=False
    )

    assert checked.stdout + checked.stderr == ""
    assert checked.returncode == 0


def test_the_link_of_every_finding_leads_to_its_page() -> None:
    for page in all_specs():
        path = page.url.removeprefix(f"{DOCS_URL}/findings/")
        assert (PAGES / path).read_text(encoding="utf-8").count(f"`{page.code}`") > 0


def test_the_index_lists_every_code_once() -> None:
    index = (PAGES / "README.md").read_text(encoding="utf-8")

    for page in all_specs():
        assert index.count(f"[`{page.code}`]") == 1

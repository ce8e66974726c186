"""Emacs with eglot, in batch, set up by editors/emacs: findings, hover, completion, quick fixes.

Runs where Emacs has eglot: from version 29 on, or with it from ELPA.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from modwright.grammars import JsonValue

ROOT = Path(__file__).resolve().parents[2]
QUESTIONS = Path(__file__).with_name("emacs.el")
PATIENCE_SECONDS = 120
# Where Debian puts packages, which `-Q` leaves out.
PACKAGES = """\
(progn
  (require 'package)
  (add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa")
  (package-activate-all))"""

SPEC = """\
{
  "specVersion": 1,
  "name": "広場のルール 🏰",
  "rules": [
    {
      "id": "welcome",
      "name": "👋 いらっしゃい",
      "trigger": { "type": "player.join" },
      "actions": [
        { "type": "broadcast", "params": { "message": "😋 {plyer} が来た 🎉 {player}" } }
      ]
    }
  ]
}
"""
MANIFEST = """\
oamut: 1
id: water-city
name: 水の都 🌊
version: 1.10
works-with: ["*"]
"""
SCRIPT = 'function mutate(ctx)\n  print("🌊🌊", ctx.options.tied)\n  return {}\nend\n'
OPTION = "layers: [files]\noptions:\n  - id: tide\n    type: toggle\n    default: true\n"


def run(folder: Path, *forms: str) -> list[JsonValue]:
    """Evaluate the forms in an Emacs of their own; each `(asked-say …)` answers a list."""
    program = shutil.which("emacs")
    if program is None:
        pytest.skip("no Emacs here")
    environment = {
        **os.environ,
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "PATH": os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", "")]),
    }

    def emacs(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [program, "-Q", "--batch", "--eval", PACKAGES, *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE_SECONDS,
            check=False,
        )

    if emacs("--eval", "(require 'eglot)").returncode != 0:
        pytest.skip("this Emacs has no eglot")
    script = folder / "script.el"
    script.write_text(
        ";; -*- lexical-binding: t -*-\n" + "\n".join((*forms, "(asked-leave)")), encoding="utf-8"
    )
    done = emacs("-L", str(ROOT / "editors" / "emacs"), "-l", str(QUESTIONS), "-l", str(script))
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]


def visit(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return f'(asked-open "{path}")'


def test_a_spec_is_looked_after(tmp_path: Path) -> None:
    mode, findings, hover, offered, completed = run(
        tmp_path,
        visit(tmp_path / "a.nimblock.json", SPEC),
        "(asked-say (symbol-name major-mode))",
        "(apply #'asked-say (asked-findings))",
        '(asked-go "broadcast") (asked-say (asked-hover))',
        '(asked-go " が来た") (insert "{pl")',
        '(apply #\'asked-say (asked-complete "{player}"))',
        "(asked-say (asked-text))",
    )
    assert mode == ["nimblock-mode"]
    assert isinstance(findings, list)
    ((message, text),) = [each for each in findings if isinstance(each, list)]
    assert text == "{plyer}"
    assert "plyer" in str(message)
    assert "Announce to everyone" in str(hover)
    assert offered == ["{player}"]
    assert completed == [SPEC.replace("{plyer} が", "{plyer}{player} が")]


def test_an_entry_is_completed_inside_its_quotes(tmp_path: Path) -> None:
    (completed,) = run(
        tmp_path,
        visit(tmp_path / "a.nimblock.json", SPEC.replace("broadcast", "player.send_ac")),
        '(asked-go "player.send_ac") (forward-char 14)',
        '(asked-complete "player.send_actionbar")',
        "(asked-say (asked-text))",
    )
    assert completed == [SPEC.replace("broadcast", "player.send_actionbar")]


def test_a_quick_fix_behind_emoji_hits_its_place(tmp_path: Path) -> None:
    (fixed,) = run(
        tmp_path,
        visit(tmp_path / "a.nimblock.json", SPEC),
        '(asked-go "{plyer}") (asked-fix "{player}")',
        "(asked-say (asked-text))",
    )
    assert fixed == [SPEC.replace("{plyer}", "{player}")]


def test_a_rule_is_played_through(tmp_path: Path) -> None:
    (answer,) = run(
        tmp_path,
        visit(tmp_path / "a.nimblock.json", SPEC),
        '(asked-go "{plyer}") (delete-region (point) (+ 7 (point)))',
        '(asked-go "broadcast") (modwright-trace "player=ゆき❄")',
        '(asked-say (with-current-buffer "*modwright*" (asked-text)))',
    )
    assert "が来た 🎉 ゆき❄" in str(answer)


def test_a_manifest_is_mended(tmp_path: Path) -> None:
    mode, findings, fixed = run(
        tmp_path,
        visit(tmp_path / "oamut.yaml", MANIFEST),
        "(asked-say (symbol-name major-mode))",
        "(apply #'asked-say (mapcar (lambda (each) (aref each 1)) (asked-findings)))",
        '(asked-go "1.10") (asked-fix "\\"1.10\\"")',
        "(asked-say (asked-text))",
    )
    assert mode == ["oamut-mode"]
    assert isinstance(findings, list)
    assert "1.10" in findings
    assert fixed == [MANIFEST.replace("1.10", '"1.10"')]


def test_one_server_reads_manifest_and_script(tmp_path: Path) -> None:
    package = tmp_path / "mutators" / "water-city"
    package.mkdir(parents=True)
    (package / "mutator.lua").write_text(SCRIPT, encoding="utf-8")
    servers, findings = run(
        tmp_path,
        visit(package / "oamut.yaml", MANIFEST.replace("1.10", '"1.10"') + OPTION),
        f'(asked-open "{package / "mutator.lua"}")',
        "(asked-say (hash-table-count eglot--servers-by-project))",
        "(apply #'asked-say (mapcar (lambda (each) (aref each 1)) (asked-findings)))",
    )
    assert servers == [1]
    assert findings == ["tied"]


def test_a_ruleset_is_looked_after(tmp_path: Path) -> None:
    text = '{\n  "schemaVersion": 1,\n  "id": "灰の潮",\n  "sheet": { "version": 1 }\n}\n'
    mode, findings = run(
        tmp_path,
        visit(tmp_path / "ruleset.json", text),
        "(asked-say (symbol-name major-mode))",
        "(apply #'asked-say (mapcar (lambda (each) (aref each 1)) (asked-findings)))",
    )
    assert mode == ["ruleset-mode"]
    assert isinstance(findings, list)
    assert '"灰の潮"' in findings

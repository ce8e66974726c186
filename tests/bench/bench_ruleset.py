"""How fast a ruleset of 250 KB feels, beside VS Code's JSON server with our schema.

    python tests/bench/bench_ruleset.py RULESET.json [--peer] [--quick]

Prints a Markdown table. `--peer` fetches the JSON server from npm into the user's cache folder
(Node is needed) and measures it in the same run, in turns with modwright. The peer checks the
structure only: no names, no rules.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from subjects import RULESET, Session, Subject, ours, peer

Samples = dict[str, list[float]]
Place = tuple[int, int]
"""Line and column (code points)."""

_WORDS = re.compile(r'^ +"(?:label|summary|name|text)": "([^"\\]+)",?$')
_ID = re.compile(r'^ +"id": "([a-z0-9_-]+)",?$')
_USE = re.compile(
    r'^ +"(?:list|budget|pool|save|condition|skill|ability|field|column|tier)": "([a-z0-9_]+)",?$'
)
_NUMBER = re.compile(r'^ +"[a-zA-Z]+": ([0-9]+),?$')


class Places:
    """Where the text is edited and asked about, a statement a line."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.words: list[Place] = []
        self.ids: list[Place] = []
        self.uses: list[Place] = []
        self.numbers: list[Place] = []
        self.names: Counter[str] = Counter()
        for number, line in enumerate(lines):
            for pattern, places in (
                (_WORDS, self.words),
                (_ID, self.ids),
                (_USE, self.uses),
                (_NUMBER, self.numbers),
            ):
                if found := pattern.match(line):
                    places.append((number, found.end(1)))
                    if pattern is _USE:
                        self.names[found[1]] += 1

    @property
    def anywhere(self) -> list[Place]:
        return [*self.words, *self.ids, *self.uses, *self.numbers]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("file", type=Path)
    parser.add_argument("--peer", action="store_true", help="also measure VS Code's JSON server")
    parser.add_argument("--quick", action="store_true", help="a fifth of the samples")
    options = parser.parse_args()
    document = json.loads(options.file.read_text(encoding="utf-8"))
    text = json.dumps(document, ensure_ascii=False, indent=2)
    text = options.file.read_text(encoding="utf-8") if len(text) > 300_000 else text
    subjects = [ours(), *([peer()] if options.peer else [])]
    rounds = 20 if options.quick else 100
    names = [subject.name for subject in subjects]
    print(f"{len(text.encode()) / 1000:.0f} KB, {text.count(chr(10)) + 1} lines\n")
    print(f"| | {' | '.join(names)} |\n|---|{'---:|' * len(names)}")
    for what, samples in _measured(subjects, text, rounds):
        print(f"| {what} | {' | '.join(_cell(samples.get(name, ())) for name in names)} |")
        sys.stdout.flush()


def _measured(subjects: Sequence[Subject], text: str, rounds: int) -> Iterator[tuple[str, Samples]]:
    yield "opening to findings, ms", _opening(subjects, text, max(4, rounds // 12))
    sessions = [Session(subject, flavour=RULESET) for subject in subjects]
    for session in sessions:
        session.settle()
        session.open(text, "large")
    places = Places(text.split("\n"))
    for what, where, typed in (
        ("keystroke in a text to findings, ms", places.words, "あ"),
        ("keystroke in an id to findings, ms", places.ids, "x"),
        ("keystroke in a reference to findings, ms", places.uses, "x"),
        ("keystroke in a number to findings, ms", places.numbers, "1"),
        ("keystroke anywhere to findings, ms", places.anywhere, "1"),
    ):
        yield what, _keystrokes(sessions, where, typed, rounds)
    yield (
        "hover right after a keystroke, ms",
        _asked(sessions, places, "textDocument/hover", rounds),
    )
    yield (
        "completion right after a keystroke, ms",
        _asked(sessions, places, "textDocument/completion", rounds),
    )
    for session in sessions:
        if not session.subject.is_peer:
            name, count = places.names.most_common(1)[0]
            yield (
                f"rename of an id ({name}, {count} lines), ms",
                _renamed(session, places, rounds // 5),
            )
        session.close()
    for subject in subjects:
        for what, megabytes in _memory(subject, text, places, rounds * 20):
            yield what, {subject.name: [megabytes]}


def _opening(subjects: Sequence[Subject], text: str, rounds: int) -> Samples:
    found: Samples = {subject.name: [] for subject in subjects}
    for _ in range(rounds):
        for subject in subjects:
            session = Session(subject, flavour=RULESET)
            session.settle()
            found[subject.name].append(session.open(text, "large")[1])
            session.close()
    return found


def _keystrokes(
    sessions: Sequence[Session], places: Sequence[Place], typed: str, rounds: int
) -> Samples:
    rng = random.Random(1)
    found: Samples = {session.subject.name: [] for session in sessions}
    for _ in range(rounds):
        place = rng.choice(places)
        for session in sessions:
            samples = found[session.subject.name]
            samples.append(session.findings(session.type(*place, typed))[1])
            samples.append(session.findings(session.type(*place, "", len(typed)))[1])
    return found


def _asked(sessions: Sequence[Session], places: Places, method: str, rounds: int) -> Samples:
    rng = random.Random(2)
    found: Samples = {session.subject.name: [] for session in sessions}
    for _ in range(rounds):
        edit, target = rng.choice(places.words), rng.choice(places.uses)
        for session in sessions:
            began = session.type(*edit, "あ")
            _, took = session.ask(method, target[0], target[1] - 1, began)
            found[session.subject.name].append(took)
            session.findings(session.type(*edit, "", 1))
    return found


def _renamed(session: Session, places: Places, rounds: int) -> Samples:
    rng = random.Random(3)
    name = places.names.most_common(1)[0][0]
    lines = session.lines
    uses = [place for place in places.uses if f'"{name}"' in lines[place[0]]]
    samples: list[float] = []
    for _ in range(rounds):
        line, column = rng.choice(uses)
        _, took = session.client.request(
            "textDocument/rename",
            {
                "textDocument": {"uri": session.uri},
                "position": session.position(line, column - 1),
                "newName": f"{name}_new",
            },
        )
        samples.append(took)
    return {session.subject.name: samples}


def _memory(subject: Subject, text: str, places: Places, edits: int) -> list[tuple[str, float]]:
    session = Session(subject, flavour=RULESET)
    session.settle()
    session.open(text, "large")
    time.sleep(1)
    found = [("memory, open, MB", session.client.memory())]
    rng = random.Random(4)
    for part in range(1, 5):
        for _ in range(edits // 8):
            place = rng.choice(places.anywhere)
            session.findings(session.type(*place, "1"))
            session.findings(session.type(*place, "", 1))
        time.sleep(1)
        found.append((f"memory, after {edits * part // 4:,} edits, MB", session.client.memory()))
    session.close()
    return found


def _cell(samples: Sequence[float]) -> str:
    if not samples:
        return ""
    if len(samples) == 1:
        return f"{samples[0]:.0f}"
    p95 = sorted(samples)[min(len(samples) - 1, int(len(samples) * 0.95))]
    return f"{statistics.median(samples):.1f} / {p95:.1f}"


if __name__ == "__main__":
    main()

"""What is measured, one function a row. Servers take turns: a busy moment hits all of them."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from spec_maker import make_faulty_spec, make_spec
from subjects import Session, Subject, ours

Samples = dict[str, list[float]]
"""Milliseconds (or MB) by the name of the server."""
Place = tuple[int, int]
"""Line and column (code points) of a text."""

_TEXT = re.compile(r'^ +"[a-z]+": "(.* .*)",?$')
_TYPE = re.compile(r'^ +"type": "([a-z._]+)",?$')


class Places:
    """Where a text can be edited and asked about."""

    def __init__(self, text: str) -> None:
        self.in_texts: list[Place] = []
        """At a blank inside a string that holds words."""
        self.in_types: list[Place] = []
        """Behind the first letter of an entry's id."""
        self.between: list[Place] = []
        """Behind the comma at the end of a line."""
        for line, content in enumerate(text.split("\n")):
            if found := _TEXT.match(content):
                words = found[1].split(" ")
                self.in_texts.append((line, found.start(1) + len(words[0])))
            elif found := _TYPE.match(content):
                self.in_types.append((line, found.start(1) + 1))
            if content.endswith(","):
                self.between.append((line, len(content)))


def startup(subjects: Sequence[Subject], rounds: int) -> Samples:
    """From starting the process to the answer to `initialize`."""
    found: Samples = {subject.name: [] for subject in subjects}
    for number in range(rounds + 1):
        for subject in subjects:
            session = Session(subject)
            if number:  # The first start fills the caches of the system.
                found[subject.name].append(session.startup)
            session.close()
    return found


def first_findings(subjects: Sequence[Subject], rounds: int) -> Samples:
    """From starting the process to the findings of a small spec."""
    text = make_spec(rules=3, size=3_000)
    found: Samples = {subject.name: [] for subject in subjects}
    for _ in range(rounds):
        for subject in subjects:
            session = Session(subject)
            session.open(text, "small")
            found[subject.name].append((time.perf_counter() - session.client.started) * 1000)
            session.close()
    return found


def opening(subjects: Sequence[Subject], rounds: int) -> Samples:
    """From opening the large spec, in a server that has not seen it, to its findings."""
    found: Samples = {subject.name: [] for subject in subjects}
    for number in range(rounds):
        text = make_spec(seed=number)
        for subject in subjects:
            session = Session(subject)
            session.settle()
            found[subject.name].append(session.open(text, "large")[1])
            session.close()
    return found


def keystrokes(
    sessions: Sequence[Session], places: Sequence[Place], typed: str, rounds: int
) -> Samples:
    """From typing `typed`, and from taking it back, to the findings."""

    def type_and_take_back(session: Session, place: Place) -> list[float]:
        there = session.findings(session.type(*place, typed))
        back = session.findings(session.type(*place, "", len(typed)))
        return [there[1], back[1]]

    return _in_turn(sessions, places, rounds, type_and_take_back)


def hover_after_keystroke(
    sessions: Sequence[Session], places: Places, rounds: int
) -> tuple[Samples, Samples]:
    """Hover on an entry's id, straight after a keystroke elsewhere, and with nothing going on."""
    rng = random.Random(3)
    after: Samples = {session.subject.name: [] for session in sessions}
    idle: Samples = {session.subject.name: [] for session in sessions}
    for _ in range(rounds):
        edit, target = rng.choice(places.in_texts), rng.choice(places.in_types)
        for session in sessions:
            name = session.subject.name
            began = session.type(*edit, "あ")
            answer, took = session.ask("textDocument/hover", *target, began)
            assert answer is not None, name
            after[name].append(took)
            session.findings(began)
            idle[name].append(session.ask("textDocument/hover", *target)[1])
            session.findings(session.type(*edit, "", 1))
    return after, idle


def completion(
    sessions: Sequence[Session], places: Sequence[Place], typed: str, rounds: int
) -> Samples:
    """From typing `typed` to the completions there."""

    def type_and_complete(session: Session, place: Place) -> list[float]:
        line, column = place
        began = session.type(line, column, typed)
        _, took = session.ask("textDocument/completion", line, column + len(typed), began)
        session.findings(began)
        session.findings(session.type(line, column, "", len(typed)))
        return [took]

    return _in_turn(sessions, places, rounds, type_and_complete)


def memory(subject: Subject, text: str, edits: int) -> list[float]:
    """MB: started, opened, and after each quarter of the edits, each followed by its findings."""
    session = Session(subject)
    session.settle()
    found = [session.client.memory()]
    session.open(text, "large")
    session.settle()
    found.append(session.client.memory())
    rng = random.Random(4)
    places = Places(text)
    for _ in range(4):
        for _ in range(edits // 8):
            place = rng.choice(places.in_texts)
            session.findings(session.type(*place, "あ"))
            session.findings(session.type(*place, "", 1))
        session.settle()
        found.append(session.client.memory())
    session.close()
    return found


def checks(rounds: int) -> Samples:
    """`modwright check` on a small file, as a whole process, beside a Python that does nothing."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "small.nimblock.json"
        file.write_text(make_spec(rules=2, size=2_000), encoding="utf-8")
        check = [*ours().command[:-1], "check", str(file)]
        nothing = [sys.executable, "-c", "pass"]
        found: Samples = {"modwright": [], "python": []}
        for number in range(rounds + 1):
            for name, command in (("modwright", check), ("python", nothing)):
                began = time.perf_counter()
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
                if number:
                    found[name].append((time.perf_counter() - began) * 1000)
    return found


def open_all(subjects: Sequence[Subject], text: str, *, pulls: bool = True) -> list[Session]:
    """A session of each server with this text open."""
    sessions = [Session(subject, pulls=pulls) for subject in subjects]
    for session in sessions:
        session.settle()
        session.open(text, "large")
    return sessions


def close_all(sessions: Sequence[Session]) -> None:
    for session in sessions:
        session.close()


def finding_counts(subjects: Sequence[Subject]) -> dict[str, int]:
    """How many faults of the faulty spec each server finds: that all of them do look."""
    text, _ = make_faulty_spec()
    sessions = [Session(subject) for subject in subjects]
    counts = {session.subject.name: session.open(text, "faulty")[0] for session in sessions}
    close_all(sessions)
    return counts


def _in_turn(
    sessions: Sequence[Session],
    places: Sequence[Place],
    rounds: int,
    once: Callable[[Session, Place], list[float]],
) -> Samples:
    rng = random.Random(2)
    found: Samples = {session.subject.name: [] for session in sessions}
    for number in range(rounds + 3):
        place = rng.choice(places)
        for session in sessions:
            times = once(session, place)
            if number >= 3:  # What runs for the first time says little about the hundredth.
                found[session.subject.name] += times
    return found

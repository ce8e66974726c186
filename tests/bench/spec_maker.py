"""A large NimBlock spec without a fault, and the same with some: seeded, so that runs compare."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import TypeVar

from modwright.grammars import JsonValue
from modwright.languages.nimblock import names
from modwright.languages.nimblock.catalogue import Action, Condition, Param, Trigger, catalogue

T = TypeVar("T")

_WORDS = (
    "ようこそ", "こんにちは", "冒険者", "さん", "広場", "夜", "建築", "鉱石を", "見つけた",
    "お祭り", "おめでとう", "気をつけて", "拠点", "村", "&6金", "&aみどり", "&lだいじ", "&r",
    "😋", "🎉", "🏰", "🌸", "👨\u200d👩\u200d👧", "⚔️", "server", "hello", "{{", "}}",
    "次は", "もう一度", "どうぞ",
)  # fmt: skip


def make_spec(rules: int = 200, size: int = 250_000, seed: int = 20_260_101) -> str:
    """A spec of `rules` rules and about `size` bytes of UTF-8 that has nothing to find."""
    maker = _Maker(random.Random(seed))
    made: list[JsonValue] = []
    written = 60
    for number in range(rules):
        rule, length = maker.rule(number, (size - written) // (rules - number))
        made.append(rule)
        written += length
    plugin = {"specVersion": 1, "name": "大きな広場 🏰", "rules": made}
    return json.dumps(plugin, ensure_ascii=False, indent=2) + "\n"


def make_faulty_spec(faults: int = 70, **how: int) -> tuple[str, int]:
    """The spec with that many faults which a JSON Schema sees, too; and their number."""
    text = make_spec(**how)
    plugin = json.loads(text)
    rng = random.Random(how.get("seed", 7))
    rules: list[dict[str, JsonValue]] = plugin["rules"]
    chosen = rng.sample(rules, faults)
    for number, rule in enumerate(chosen):
        _spoil(rule, number)
    return json.dumps(plugin, ensure_ascii=False, indent=2) + "\n", faults


def _spoil(rule: dict[str, JsonValue], number: int) -> None:
    """One fault; the kinds take turns."""
    match number % 5:
        case 0:
            rule["nmae"] = "つづりまちがい"
        case 1:
            del rule["name"]
        case 2:
            rule["match"] = "some"
        case 3:
            rule["enabled"] = "はい"
        case _:
            rule["id"] = f"広場{number}"


class _Maker:
    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._catalogue = catalogue()

    def rule(self, number: int, size: int) -> tuple[JsonValue, int]:
        """A rule of about `size` bytes as it will be written, and its length."""
        rng = self._rng
        trigger = rng.choice(self._catalogue.triggers)
        conditions: list[JsonValue] = [
            self._entry(entry, trigger, number)
            for entry in self._fitting(self._catalogue.conditions, trigger, rng.randrange(3))
        ]
        actions: list[JsonValue] = []
        rule: JsonValue = {
            "id": f"rule-{number}",
            "name": f"{rng.choice(_WORDS[:14])} {number} 🎉",
            "trigger": self._entry(trigger, trigger, number),
            "conditions": conditions,
            "actions": actions,
        }
        allowed = [action for action in self._catalogue.actions if _may_stand(action, trigger)]
        length = 0
        while length < size or not actions:
            actions.append(self._entry(rng.choice(allowed), trigger, number))
            length = _written(rule)
        return rule, length

    def _fitting(
        self, entries: Sequence[Condition], trigger: Trigger, count: int
    ) -> list[Condition]:
        fitting = [entry for entry in entries if all(map(trigger.meets, entry.needs))]
        return self._rng.sample(fitting, min(count, len(fitting)))

    def _entry(
        self, entry: Trigger | Condition | Action, trigger: Trigger, number: int
    ) -> JsonValue:
        params: JsonValue = {
            param.name: self._value(param, None if entry is trigger else trigger, number)
            for param in entry.params
            if param.required or self._rng.random() < 0.5
        }
        return {"type": entry.id, "params": params} if params else {"type": entry.id}

    def _value(self, param: Param, trigger: Trigger | None, number: int) -> JsonValue:
        rng = self._rng
        if param.type == "boolean":
            return rng.random() < 0.5
        if param.type == "choice":
            return rng.choice(param.choices).value
        if param.type == "identifier":
            return rng.choice(names.names(param.names or "items"))
        if param.type in ("integer", "number"):
            low = max(param.minimum or 0, -1000)
            high = min(param.maximum or 0, 1000)
            if param.type == "integer":
                return rng.randint(int(low), int(high))
            return round(rng.uniform(low, high), 2)
        if param.role == "command-name":
            return f"hiroba{number}"
        if param.role == "number":
            return str(rng.randrange(100))
        return self._text(param, trigger)

    def _text(self, param: Param, trigger: Trigger | None) -> str:
        words = [self._rng.choice(_WORDS) for _ in range(self._rng.randrange(2, 12))]
        if trigger is None:
            words = [word for word in words if word not in ("{{", "}}")]
        else:
            safe = param.role == "console-command"
            words += [
                f"{{{variable.name}}}"
                for variable in trigger.provides
                if not (safe and variable.typed) and self._rng.random() < 0.4
            ]
            self._rng.shuffle(words)
        return " ".join(words) or "空"


def _may_stand(action: Action, trigger: Trigger) -> bool:
    """Without any finding: an action that cancels is left out, since a pause may stand above."""
    return (
        all(map(trigger.meets, action.needs))
        and not action.cancels
        and not (trigger.leaving and action.audience is not None)
    )


def _written(rule: JsonValue) -> int:
    """Bytes of the rule in the file, indented twice."""
    lines = json.dumps(rule, ensure_ascii=False, indent=2).split("\n")
    return sum(len(line.encode()) + 5 for line in lines) + 1

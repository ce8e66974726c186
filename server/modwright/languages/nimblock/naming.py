"""The names of a spec: rule ids, commands, and the variables that a rule's trigger provides."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

from modwright.languages.nimblock.across import Named, ascii_lower
from modwright.languages.nimblock.catalogue import Trigger, catalogue
from modwright.languages.nimblock.pieces import placed_pieces
from modwright.languages.nimblock.template import PieceKind
from modwright.languages.nimblock.view import EntryView, RuleView, Value, rules_of
from modwright.symbols.names import Name
from modwright.syntax.json_document import JsonDocument

_SLASH = "/"

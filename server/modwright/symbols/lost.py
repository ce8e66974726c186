"""Which kinds of names may be declared where nobody can read it.

What is written in the wrong place or the wrong form (a list that is no list, an object whose
opening brace is missing) declares nothing. That is a fault of its own; that its names are then
nowhere to be found is none of theirs who use them.
"""

from __future__ import annotations

from modwright.symbols.shapes import Place, Shape
from modwright.syntax.node import Array, Container, Kind, Node, Object

_NONE: frozenset[str] = frozenset()


def lost_kinds(node: Container, shape: Shape) -> frozenset[str]:
    """The kinds some of whose names may be lost in `node`, which stands in a place of `shape`."""
    concrete = shape.of(node)
    if not concrete.has_names:
        return _NONE
    return node.remember(("symbols.lost", concrete), lambda: _lost_in(node, concrete))


def _lost_in(node: Container, shape: Shape) -> frozenset[str]:
    lost: set[str] = set()
    if node.is_damaged:
        lost |= declared_below(shape)
    elif shape.branches:
        # Of a union the kind of whose member is not said, the members have that in common which
        # the shape has places for.
        common = [_declared_at(place) for place in shape.places.values()]
        lost |= declared_below(shape).difference(*common)
    if isinstance(node, Object):
        for name, entry in node.by_name.items():
            place = shape.named.get(name) or (None if name in shape.places else shape.values)
            if place is not None and entry.value is not None:
                lost |= _lost_at(entry.value, place)
    elif isinstance(node, Array) and shape.items is not None:
        for item in node.items:
            lost |= _lost_at(item, shape.items)
    return frozenset(lost) if lost else _NONE


def _lost_at(node: Node, place: Place) -> frozenset[str]:
    shape = place.shape
    if shape is None:
        return _NONE if node.kind is Kind.STRING else _declared_at(place)
    if not shape.has_names:
        return _NONE
    if isinstance(node, Container) and shape.of(node).holds(node.kind):
        return lost_kinds(node, shape)
    # A scalar may be another way to write it, where there are several.
    is_other = bool(shape.alternatives) and not isinstance(node, Container)
    return _NONE if is_other else declared_below(shape)


def declared_below(shape: Shape) -> frozenset[str]:
    """The kinds that something of `shape` may declare, itself or in its parts."""
    known = shape.declares
    if known is None:
        shape.declares = _NONE  # Should it be inside of itself.
        places = (*shape.places.values(), shape.items, shape.values)
        found = {role.kinds[0] for role in shape.key_roles if role.is_definition}
        found.update(*(_declared_at(place) for place in places if place is not None))
        found.update(*(declared_below(each) for each in shape.branches.values()))
        found.update(*(declared_below(each) for each in shape.alternatives))
        known = shape.declares = frozenset(found)
    return known


def _declared_at(place: Place) -> frozenset[str]:
    own = frozenset(role.kinds[0] for role in place.roles if role.is_definition)
    return own | declared_below(place.shape) if place.shape is not None else own

"""The tree of headings: each with its path, its kind and the disorder that it belongs to."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from rag.documents.codes import without_codes
from rag.documents.headings import Heading
from rag.documents.kinds import DISORDER, PLURAL, is_clinical, kind_of, plain
from rag.documents.values import SectionKind

_WRAPPER = re.compile(r"^(?:section|part|volume|book)\s+(?:[ivx]+|\d+|one|two|three|four)\b", re.IGNORECASE)
_DESCRIBES = frozenset({SectionKind.CRITERIA, SectionKind.FEATURES, SectionKind.PREVALENCE, SectionKind.DIFFERENTIAL})


@dataclass(eq=False)
class Node:
    """One heading in the tree. `text` has no codes in it; the root above all has none at all."""

    heading: Heading | None
    text: str
    above: "Node | None" = None
    below: list["Node"] = field(default_factory=list)

    @property
    def own_kind(self) -> SectionKind | None:
        """What its own heading says."""
        return kind_of(self.text) if self.text else None

    @property
    def kind(self) -> SectionKind | None:
        """What it or the nearest heading above says."""
        return next((kind for node in self.upwards() if (kind := node.own_kind)), None)

    def upwards(self) -> list["Node"]:
        """Itself, then the headings above, without the root."""
        node, nodes = self, []
        while node.above is not None:
            nodes.append(node)
            node = node.above
        return nodes

    @property
    def path(self) -> tuple[str, ...]:
        """From the chapter down; wrappers ("Section II") are left out."""
        nodes = [node for node in reversed(self.upwards()) if not (node.below and _WRAPPER.match(node.text))]
        return tuple(_title(node) for node in nodes)

    @property
    def disorder(self) -> str | None:
        """The disorder that it belongs to: the highest heading that is described in sections of its own, or that is
        named like one."""
        return next((node.text for node in reversed(self.upwards()) if node.names_disorder), None)

    @property
    def names_disorder(self) -> bool:
        """Does the heading name a disorder, not a chapter of them?"""
        if self.own_kind or not self.text or any(node.described for node in self.below):
            return False
        return self.described or bool(DISORDER.search(self.text) and not PLURAL.search(self.text))

    @property
    def described(self) -> bool:
        """Do sections that describe a disorder lie right below it?"""
        return self.own_kind is None and any(node.own_kind in _DESCRIBES for node in self.below)


def tree_of(headings: Sequence[Heading]) -> tuple[Node, list[Node]]:
    """The root and one node a heading, in order. A single heading above all others is the book's title: it becomes the
    root's text."""
    root = Node(None, "")
    nodes: list[Node] = []
    title = _title_of(headings)
    open_nodes = [root]
    for heading in headings:
        if heading is title:
            root.text = heading.text
        while open_nodes[-1].heading and open_nodes[-1].heading.level >= heading.level:
            open_nodes.pop()
        _close_siblings(open_nodes, heading)
        above = open_nodes[-1]
        node = root if heading is title else Node(heading, without_codes(heading.text), above)
        if node is not root:
            above.below.append(node)
            open_nodes.append(node)
        nodes.append(node)
    return root, nodes


def _close_siblings(open_nodes: list[Node], heading: Heading) -> None:
    """The sections of one disorder stand side by side, even where criteria are set in larger type than prevalence."""
    if is_clinical(heading.text):
        while is_clinical(open_nodes[-1].text) and open_nodes[-1].above is not None:
            open_nodes.pop()


def _title_of(headings: Sequence[Heading]) -> Heading | None:
    """The heading that alone stands above all others; only in a document with more than one level below it."""
    if len(headings) < 3:
        return None
    first, others = headings[0], headings[1:]
    levels = {int(heading.level) for heading in others}
    alone = first.level < min(heading.level for heading in others) and len(levels) > 1
    named = kind_of(first.text) or DISORDER.search(first.text) or PLURAL.search(first.text)
    return first if alone and not named else None


def _title(node: Node) -> str:
    """The heading as it stands in a path; "Diagnostic Criteria" of a disorder are its "Criteria"."""
    owner = node.above.text if node.above else ""
    if plain(node.text) in ("criteria", "diagnostic criteria", f"diagnostic criteria for {plain(owner)}"):
        return "Criteria"
    return node.text

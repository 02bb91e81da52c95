"""The tree of headings: each with its path, its kind and the disorder that it belongs to."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from rag.documents.structure.heading_roles import DESCRIBES
from rag.documents.structure.headings import Heading
from rag.documents.structure.icd_codes import without_codes
from rag.documents.structure.section_kinds import DISORDER, PLURAL, is_clinical, names_disorder, plain
from rag.documents.values import SectionKind

_WRAPPER = re.compile(r"^(?:section|part|volume|book)\s+(?:[ivx]+|\d+|one|two|three|four)\b", re.IGNORECASE)


@dataclass(eq=False)
class Node:
    """One heading in the tree. `text` is without codes; the root above all others has no text."""

    heading: Heading | None
    text: str
    above: "Node | None" = None
    below: list["Node"] = field(default_factory=list)

    @property
    def own_kind(self) -> SectionKind | None:
        """The kind given by its own heading."""
        return self.heading.kind if self.heading else None

    @property
    def kind(self) -> SectionKind | None:
        """The kind given by it or the nearest heading above, no further up than the disorder that it belongs to."""
        for node in self.upwards():
            if node.own_kind or node.is_title:
                return node.own_kind
        return None

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
        """The disorder that it belongs to: the nearest heading that is a disorder's title, else the highest one that is
        named like one."""
        above = self.upwards()
        nearest = next((node.text for node in above if node.is_title), None)
        return nearest or next((node.text for node in reversed(above) if node.names_disorder), None)

    @property
    def is_title(self) -> bool:
        """Whether it is a disorder's title: by its place, or by sections right below it that describe a disorder."""
        if self.heading is None or self.own_kind:
            return False
        return self.heading.title or (self.described and not PLURAL.search(self.text))

    @property
    def names_disorder(self) -> bool:
        """Whether its words name one disorder, not a group of several."""
        return not self.own_kind and names_disorder(self.text) and not any(node.is_title for node in self.below)

    @property
    def described(self) -> bool:
        """Whether sections that describe a disorder lie right below it."""
        return any(node.own_kind in DESCRIBES for node in self.below)


def tree_of(headings: Sequence[Heading]) -> tuple[Node, list[Node]]:
    """The root and one node per heading, in order. A single heading above all others is the book's title: it becomes
    the root's text."""
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
    """Puts the sections of one disorder side by side, even where criteria are set in larger type than prevalence."""
    if is_clinical(heading.text):
        while is_clinical(open_nodes[-1].text) and open_nodes[-1].above is not None:
            open_nodes.pop()


def _title_of(headings: Sequence[Heading]) -> Heading | None:
    """The single heading above all others; only in a document with more than one level below it."""
    if len(headings) < 3:
        return None
    first, others = headings[0], headings[1:]
    levels = {int(heading.level) for heading in others}
    alone = first.level < min(heading.level for heading in others) and len(levels) > 1
    named = first.kind or first.title or DISORDER.search(first.text) or PLURAL.search(first.text)
    return first if alone and not named else None


def _title(node: Node) -> str:
    """The heading as it appears in a path; "Diagnostic Criteria" of a disorder are its "Criteria"."""
    owner = node.above.text if node.above else ""
    if plain(node.text) in ("criteria", "diagnostic criteria", f"diagnostic criteria for {plain(owner)}"):
        return "Criteria"
    return node.text

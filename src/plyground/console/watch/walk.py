"""Steps through the events of a search, ahead and back, one at a time or to the next thing that happens."""

from __future__ import annotations

from collections.abc import Callable

from plyground.board import Backup, Cut, Event, Leave
from plyground.console.terminal import Glyphs
from plyground.console.words import thought, value_text
from plyground.learn import Captions, EventStream, Node, Tree
from plyground.texts import _, say

__all__ = ["Walk"]

# Steps that can be taken back: going back replays all events before.
_MEMORY = 20_000


class Walk:
    """The tree as far as it was shown."""

    def __init__(self, stream: EventStream, glyphs: Glyphs) -> None:
        self._stream = stream
        self._glyphs = glyphs
        self._seen: list[Event] = []
        self._ahead: Event | None = None
        self._begin()

    def _begin(self) -> None:
        self.tree = Tree()
        self.step = 0
        self.event: Event | None = None
        self.is_over = False
        self.has_improved = False
        """The last step changed what the search would choose."""
        self._leader: Node | None = None
        self._captions = Captions(self.tree, self._glyphs)
        self._remark: str | None = None

    @property
    def caption(self) -> str:
        """What the last step means."""
        if self._remark is not None:
            return self._remark
        if self.is_over and (text := self._result()):
            return text
        return "" if self.event is None else self._captions.explain(self.event)

    def _result(self) -> str:
        decision, root = self._stream.decision, self.tree.root
        if decision is None or root is None:
            return ""
        value = value_text(decision, self._glyphs.infinity)
        return say(
            "The search is over and plays {move} ({thought}).",
            move=root.board.move_name(decision.move),
            thought=thought(root.board, decision, decision.seconds, value),
        )

    # Ahead

    def forward(self) -> Event | None:
        """One event further; None at the end."""
        self._remark = None
        event = self._peek()
        if event is None:
            self.is_over = True
            return None
        if self.step >= len(self._seen):
            self._ahead = None
            if self.step == len(self._seen) < _MEMORY:
                self._seen.append(event)
        self._take(event)
        return event

    def _peek(self) -> Event | None:
        """The event that comes next, without taking it."""
        if self.step < len(self._seen):
            return self._seen[self.step]
        if self._ahead is None:
            self._ahead = self._stream.next()
        return self._ahead

    def _take(self, event: Event) -> None:
        self.tree.feed(event)
        self.step += 1
        self.event = event
        self.has_improved = False
        node, root = self.tree.current, self.tree.root
        if node is None or root is None or node.parent is not root:
            return
        if isinstance(event, Leave):
            self.has_improved = root.best_move == node.move
        elif isinstance(event, Backup):
            leader = max(
                (child for child in root.children if child.mean is not None),
                key=lambda child: (child.mean or 0.0, -child.number),
            )
            self.has_improved = leader is not self._leader
            self._leader = leader

    def _until(self, found: Callable[[Event], bool]) -> None:
        while (event := self.forward()) is not None and not found(event):
            pass

    @property
    def can_cut(self) -> bool:
        """Whether the search has alpha and beta, as far as is known."""
        root = self.tree.root
        return root is None or root.entered_alpha is not None

    def next_cut(self) -> None:
        """To the next cut; a search that never cuts stays where it is."""
        if not self.can_cut:
            self._remark = _("This search cuts nothing: it has no alpha and no beta.")
            return
        self._until(lambda event: isinstance(event, Cut))

    def next_improvement(self) -> None:
        """To the next step at which the search would choose another move than before."""
        self._until(lambda event: self.has_improved)

    def skip(self) -> None:
        """To the end of what is going on: until the node is left, or a playout is counted up to the root."""
        event = self.forward()
        if event is None:
            return
        if self.tree.is_monte_carlo:
            # A result is counted node by node up to the root.
            while event is not None and not (isinstance(event, Backup) and not isinstance(self._peek(), Backup)):
                event = self.forward()
            return
        target = event.node
        # Just left: then it is its parent that we want to leave.
        if isinstance(event, Leave) and (parent := self.tree.nodes[target].parent) is not None:
            target = parent.number
        elif isinstance(event, Leave):
            return
        self._until(lambda event: isinstance(event, Leave) and event.node == target)

    def to_the_end(self) -> None:
        while self.forward() is not None:
            pass

    # Back

    def back(self) -> None:
        """One event back; from the end, to the last event."""
        self.go_to(self.step - (0 if self.is_over else 1))

    def go_to(self, step: int) -> None:
        """So many steps from the beginning; to the end if there are not as many. Going back makes the tree again."""
        step = max(0, step)
        self._remark = None
        if step < self.step or self.is_over:
            if self.step > len(self._seen):
                self._remark = _("Too many steps have passed to go back.")
                return
            self._begin()
            for event in self._seen[:step]:
                self._take(event)
        while self.step < step and self.forward() is not None:
            pass

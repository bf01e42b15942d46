"""A proof in words: one to three short sentences about the position. What is drawn on the board says `marks`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from plyground.board import Move, Side
from plyground.errors import N_
from plyground.explanations.certificates import Answer, Certificate, Cover, FollowUp, Forced, Plan, Replies, Table
from plyground.explanations.checker import Checked
from plyground.explanations.marks import cells_that_spoil, open_lines, pairs_of, squeeze_below
from plyground.explanations.strategy import longest_line
from plyground.grid import Cell, GridBoard, cell_text, move_text, moves_text
from plyground.texts import _, fill, ngettext, say

__all__ = ["Names", "sentences_of"]

Names = Mapping[Side, str]
"""What the sides are called: by their stones in the terminal, by their colours on the page."""

_MOST_NAMED = 4
"""Cells that a sentence names."""
_MOST_SENTENCES = 3
_MOST_DEFENCES = 8
"""Replies that a sentence names; of more it says how many there are."""


def sentences_of(certificate: Certificate, checked: Checked, names: Names) -> list[str]:
    """Why the certificate holds, in the reader's language."""
    return _Story(certificate, checked, names).sentences()


class _Story:
    """A certificate being told. The sentences speak of its position; what lies below its first replies stays untold."""

    def __init__(self, certificate: Certificate, checked: Checked, names: Names) -> None:
        self.certificate = certificate
        self.checked = checked
        self.board = certificate.board
        self.holder = names[certificate.holder]
        self.other = names[certificate.holder.opposite]

    def sentences(self) -> list[str]:
        node, board = self.certificate.root, self.board
        if isinstance(node, Forced):
            return self._forced(node, board)
        if not isinstance(node, Answer):
            return self._replies(node, board, None)
        move = _move(board, node.move)
        if node.then is None:
            return [self._say(N_("{holder} plays {move}."), move=move)]
        return self._replies(node.then, board.move(node.move), move)

    def _say(self, template: str, **values: object) -> str:
        return say(template, holder=self.holder, other=self.other, **values)

    def _replies(self, node: Replies, board: GridBoard, move: str | None) -> list[str]:
        """What the opponent can do after the holder's `move`, or at once if that is None."""
        if isinstance(node.otherwise, Forced):
            return self._threatened(node, node.otherwise, board, move)
        if isinstance(node.otherwise, FollowUp):
            return self._follow_up(node.otherwise.plan, node, board, move)
        found = [] if move is None else [self._say(N_("{holder} plays {move}."), move=move)]
        if isinstance(node.otherwise, Cover):
            found.append(self._cover(node.otherwise, board))
        elif isinstance(node.otherwise, Table):
            found.append(self._table(node.otherwise, board))
        elif len(node.answers) < len(board.legal_moves):
            found.append(self._threats(node, board))
        return found + self._exceptions(node, board, _MOST_SENTENCES - len(found))

    def _exceptions(self, node: Replies, board: GridBoard, most: int) -> list[str]:
        """The answers to replies that need one of their own, in at most so many sentences."""
        forced = {reply: answer for reply, answer in node.answers.items() if isinstance(answer, Forced)}
        if forced and (most > 1 or len(forced) == len(node.answers)):
            others = {reply: answer for reply, answer in node.answers.items() if reply not in forced}
            template = (
                N_("Whatever {other} plays, {holder} wins with threats alone.")
                if len(forced) == len(board.legal_moves) > 1
                else N_("After {replies} {holder} wins with threats alone.")
            )
            sentence = self._say(template, replies=_moves(board, forced))
            return [sentence, *self._answers(others, board, node.otherwise is not None)]
        return self._answers(node.answers, board, node.otherwise is not None)

    def _answers(self, answers: Mapping[Move, Answer | Forced], board: GridBoard, is_exception: bool) -> list[str]:
        replies: dict[str, list[Move]] = {}
        for reply, answer in answers.items():
            first = answer.line[0] if isinstance(answer, Forced) else answer.move
            replies.setdefault(_move(board.move(reply), first), []).append(reply)
        parts = [
            say("{move} after {replies}", move=move, replies=_moves(board, after)) for move, after in replies.items()
        ]
        if not parts:
            return []
        template = (
            N_("{holder} first answers otherwise: {answers}.") if is_exception else N_("{holder} answers {answers}.")
        )
        return [self._say(template, answers=_("; ").join(parts))]

    # Leaves

    def _threatened(self, node: Replies, leaf: Forced, board: GridBoard, move: str | None) -> list[str]:
        """A chain of threats that the holder is about to play, and the replies that may stop it."""
        line = moves_text(board.rules, leaf.line)
        found = [
            self._say(N_("{holder} threatens {line}."), line=line)
            if move is None
            else self._say(N_("{holder} plays {move} and threatens {line}."), move=move, line=line)
        ]
        count = len(node.answers)
        if not count:
            return [*found, self._say(N_("{other} cannot stop that."))]
        replies = (
            _moves(board, node.answers)
            if count <= _MOST_DEFENCES
            else fill(
                ngettext("a stone on one of {count} cells", "a stone on one of {count} cells", count), count=count
            )
        )
        found.append(self._say(N_("Only {replies} can stop that."), replies=replies))
        if all(isinstance(answer, Forced) for answer in node.answers.values()):
            found.append(self._say(N_("After each of these replies {holder} wins with threats alone.")))
        else:
            moves = (len(longest_line(self.certificate)) + 1) // 2
            found.append(
                self._say(
                    N_("{holder} answers each of them with more threats, and wins in {moves} moves at most."),
                    moves=moves,
                )
            )
        return found

    def _forced(self, node: Forced, board: GridBoard) -> list[str]:
        layout, line = board.rules.layout, node.line
        after = board
        for move in line:
            after = after.move(move)
        first = _move(board, line[0])
        if len(line) == 1 and after.is_win:
            return [self._say(N_("{holder} completes a line with {move}."), move=first)]
        fork = _cells(layout.cells(after.wins_in_one(board.turn)))
        if len(line) == 1:
            return [
                self._say(
                    N_("{holder} plays {move} and threatens to win at {cells}; {other} can take only one of them."),
                    move=first,
                    cells=fork,
                )
            ]
        pile = self._pile(board, line)
        if pile is not None:
            return [
                self._say(
                    N_("{move} gives {holder} {lower} and {upper}, on top of each other: {other} can take only one."),
                    move=_sentence_start(first),
                    lower=cell_text(pile[0]),
                    upper=cell_text(pile[1]),
                )
            ]
        found = [
            self._say(
                N_("Every move of {holder} threatens to win, and {other} has one reply each time: {line}."),
                line=moves_text(board.rules, line),
            )
        ]
        if not after.is_win:
            found.append(
                self._say(
                    N_("At the end {holder} threatens to win at {cells}, and {other} can take only one of them."),
                    cells=fork,
                )
            )
        return found

    def _pile(self, board: GridBoard, line: tuple[Move, ...]) -> tuple[Cell, Cell] | None:
        """Two winning cells of the holder on top of each other, if its first move makes them and that is all."""
        if len(line) != 3 or not board.rules.gravity or line[1] != line[2]:
            return None
        after = board.move(line[0])
        lower, upper = after.cell_of(line[1]), after.move(line[1]).cell_of(line[2])
        wins, layout = after.threat_mask(board.turn), board.rules.layout
        return (lower, upper) if wins & layout.bit(*lower) and wins & layout.bit(*upper) else None

    def _threats(self, node: Replies, board: GridBoard) -> str:
        """Replies after which the holder wins at once."""
        holder, layout = self.certificate.holder, board.rules.layout
        threats = layout.cells(board.wins_in_one(holder))
        if len(threats) > 1:
            return self._say(
                N_("{holder} threatens to win at {cells}; {other} can take only one of them."), cells=_cells(threats)
            )
        if len(threats) == 1:
            cell = next(iter(threats))
            after = board.move(board.rules.move_into(cell))
            if node.answers or not after.legal_moves:
                return self._say(
                    N_("{other} has to take {cell}, where {holder} threatens to win."), cell=cell_text(cell)
                )
            return self._say(
                N_("{holder} threatens to win at {cell}; if {other} takes it, {holder} wins at {next}."),
                cell=cell_text(cell),
                next=_cells([min(layout.cells(after.wins_in_one(holder)))]),
            )
        if node.answers:
            lost = [move for move in board.legal_moves if move not in node.answers]
            return self._say(N_("After {replies} {holder} wins at once."), replies=_moves(board, lost))
        return self._say(N_("Whatever {other} plays, {holder} wins at once."))

    def _table(self, leaf: Table, board: GridBoard) -> str:
        count = len(leaf.answers)
        return fill(
            ngettext(
                "Few cells are left: {count} continuation was looked at, and {holder} has an answer to it.",
                "Few cells are left: {count} continuations were looked at, and {holder} has an answer to each.",
                count,
            ),
            count=count,
            holder=self.holder,
        )

    def _follow_up(self, plan: Plan, node: Replies, board: GridBoard, move: str | None) -> list[str]:
        result = self._win(board) if self.certificate.wins else self._no_loss(board)
        pairs = [
            say("{one} and {another}", one=cell_text(one), another=cell_text(other))
            for one, other in pairs_of(plan.pairs)
        ]
        has_room = not node.answers
        found = [self._habit(move, is_strict=has_room or not pairs)]
        if pairs and has_room:
            found.append(say("Only {pairs} answer each other.", pairs=_(", ").join(pairs)))
        found.append(result)
        return found + self._exceptions(node, board, _MOST_SENTENCES - len(found))

    def _habit(self, move: str | None, is_strict: bool) -> str:
        """How the holder answers in general. It is called strict only if the replay has seen no other answers."""
        if not is_strict or self.checked.spares:
            if move is None:
                return self._say(N_("{holder} answers in the same column where it can."))
            return self._say(N_("{holder} plays {move}, and then answers in the same column where it can."), move=move)
        if self.checked.blocks:
            if move is None:
                return self._say(N_("{holder} answers every stone in the same column, unless it has to block."))
            return self._say(
                N_("{holder} plays {move}, and then answers every stone in the same column, unless it has to block."),
                move=move,
            )
        if move is None:
            return self._say(N_("{holder} answers every stone in the same column."))
        return self._say(N_("{holder} plays {move}, and then answers every stone in the same column."), move=move)

    def _win(self, board: GridBoard) -> str:
        """Where the plan wins, by the lines of play that the replay has seen."""
        ends = sorted(self.checked.ends)
        below = squeeze_below(board, ends)
        if below is not None:
            return self._say(
                N_("In the end {other} has to play {below}, and {holder} wins above it, at {cell}."),
                below=cell_text(below),
                cell=cell_text(ends[0]),
            )
        if len(ends) == 1:
            return self._say(N_("That wins at {cell}, whatever {other} plays."), cell=cell_text(ends[0]))
        rows = {row for _column, row in ends}
        if len(rows) == 1 and rows <= self._sure_rows(board):
            return self._say(N_("So {holder} gets all of row {row} that is left, and wins there."), row=rows.pop() + 1)
        if len(ends) <= _MOST_NAMED:
            return self._say(N_("That wins at one of {cells}, whatever {other} plays."), cells=_cells(ends))
        if len(rows) == 1:
            return self._say(N_("That wins in row {row}, whatever {other} plays."), row=rows.pop() + 1)
        return self._say(N_("That wins in the end, whatever {other} plays."))

    def _no_loss(self, board: GridBoard) -> str:
        """Why the opponent completes no line: it never gets some cells, and needs one for every line."""
        if not open_lines(board, self.certificate.holder):
            return self._say(N_("{other} can make no line any more."))
        spoiling = cells_that_spoil(board, self.certificate.holder, self.checked.opponent)
        if spoiling is None:
            return self._say(N_("So {other} never completes a line."))
        if len(spoiling) == 1:
            return self._say(
                N_("So {other} never gets {cell}, and every line that {other} can still make needs it."),
                cell=cell_text(spoiling[0]),
            )
        rows = {row for _column, row in spoiling}
        if len(spoiling) > _MOST_NAMED and rows <= self._sure_rows(board):
            return self._say(
                N_(
                    "So {other} gets no more cells in row {rows}, and every line that {other} can still make needs one."
                ),
                rows=_rows(rows),
            )
        template = (
            N_("So {other} never gets {cells}, and every line that {other} can still make needs one of them.")
            if len(spoiling) <= _MOST_NAMED
            else N_("So {other} never gets the marked cells, and every line that {other} can still make needs one.")
        )
        return self._say(template, cells=_cells(spoiling))

    def _sure_rows(self, board: GridBoard) -> set[int]:
        """The rows of which the opponent gets no cell that is still free."""
        reached = board.rules.layout.cells(board.free) & self.checked.opponent
        return set(range(board.rules.rows)) - {row for _column, row in reached}

    def _cover(self, leaf: Cover, board: GridBoard) -> str:
        own = board.stones(self.certificate.holder)
        count = sum(not segment & own for segment in board.rules.layout.segments)
        named = ["-".join(cell_text(cell) for cell in rule.cells) for rule in leaf.rules[:_MOST_NAMED]]
        cells = _(", ").join([*named, *(["…"] if len(leaf.rules) > _MOST_NAMED else [])])
        if all(len(rule.cells) == 2 for rule in leaf.rules):
            text = ngettext(
                "{holder} shares out the cells in pairs ({cells}) and answers a stone on one with a stone on the "
                "other, so that {other}'s {count} remaining line dies.",
                "{holder} shares out the cells in pairs ({cells}) and answers a stone on one with a stone on the "
                "other, so that {other}'s {count} remaining lines all die.",
                count,
            )
        else:
            text = ngettext(
                "{holder} shares out the cells in small groups ({cells}) and answers every stone within its group, so "
                "that {other}'s {count} remaining line dies.",
                "{holder} shares out the cells in small groups ({cells}) and answers every stone within its group, so "
                "that {other}'s {count} remaining lines all die.",
                count,
            )
        return fill(text, holder=self.holder, other=self.other, cells=cells, count=count)


def _cells(cells: Iterable[Cell]) -> str:
    return _(", ").join(cell_text(cell) for cell in sorted(cells))


def _rows(rows: Iterable[int]) -> str:
    return _(", ").join(str(row + 1) for row in sorted(rows))


def _moves(board: GridBoard, moves: Iterable[Move]) -> str:
    names = _(", ").join(move_text(board.rules, move) for move in sorted(moves))
    return say("column {column}", column=names) if board.rules.gravity else names


def _move(board: GridBoard, move: Move) -> str:
    name = move_text(board.rules, move)
    return say("column {column}", column=name) if board.rules.gravity else name


def _sentence_start(text: str) -> str:
    return text[:1].upper() + text[1:]

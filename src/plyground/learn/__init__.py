"""Learning how searches think: the tree of a search with a sentence for every step, and lessons that ask.

Nothing here starts a thread or loads compiled code when it is imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground._lazy import lazy

if TYPE_CHECKING:
    from plyground.learn.captions import Captions, Signs, counts_text, moved_into
    from plyground.learn.drawn_tree import tree_picture
    from plyground.learn.exercises import EXERCISES, Exercise, Marking, exercise, figure_text
    from plyground.learn.games import (
        Nim,
        NumberTree,
        board_text,
        load_game,
        named_bugs,
        read_board,
        read_teaching_board,
    )
    from plyground.learn.lessons import (
        LESSONS,
        Ask,
        Guess,
        Lesson,
        Say,
        ShowBoard,
        ShowTree,
        Step,
        find_lesson,
        lesson_exercises,
    )
    from plyground.learn.orders import ORDERS, best_first
    from plyground.learn.searches import SEARCHES, ChosenSearch, choose_search
    from plyground.learn.stream import EventStream
    from plyground.learn.tree import ChildBound, Counts, Node, Tree

__all__ = [
    "EXERCISES",
    "LESSONS",
    "ORDERS",
    "SEARCHES",
    "Ask",
    "Captions",
    "ChildBound",
    "ChosenSearch",
    "Counts",
    "EventStream",
    "Exercise",
    "Guess",
    "Lesson",
    "Marking",
    "Nim",
    "Node",
    "NumberTree",
    "Say",
    "ShowBoard",
    "ShowTree",
    "Signs",
    "Step",
    "Tree",
    "best_first",
    "board_text",
    "choose_search",
    "counts_text",
    "exercise",
    "figure_text",
    "find_lesson",
    "lesson_exercises",
    "load_game",
    "moved_into",
    "named_bugs",
    "read_board",
    "read_teaching_board",
    "tree_picture",
]

__getattr__ = lazy(
    __name__,
    captions="Captions Signs counts_text moved_into",
    drawn_tree="tree_picture",
    exercises="EXERCISES Exercise Marking exercise figure_text",
    games="Nim NumberTree board_text load_game named_bugs read_board read_teaching_board",
    orders="ORDERS best_first",
    lessons="LESSONS Ask Guess Lesson Say ShowBoard ShowTree Step find_lesson lesson_exercises",
    searches="SEARCHES ChosenSearch choose_search",
    stream="EventStream",
    tree="ChildBound Counts Node Tree",
)

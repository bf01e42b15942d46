"""The options of the players that come with Plyground: how each is read, what it allows, what people call it."""

from __future__ import annotations

import dataclasses

from plyground.errors import N_
from plyground.grid import EVALUATORS
from plyground.players.levels import LEVELS
from plyground.players.options import Choice, Flag, Number, Span, Whole
from plyground.players.staged import STRENGTHS
from plyground.search import DEEPEST, EXPLORATION, FINAL_CHOICES
from plyground.solver import DEFAULT_TABLE_MB

OWN = "own"

TIME = Number(
    "time",
    None,
    N_("seconds a move"),
    least=0.001,
    most=86400,
    label=N_("Thinking time"),
    phrase=N_("{value} s a move"),
)
TIME_OR_ONE = dataclasses.replace(TIME, description=N_("seconds a move; 1 if no limit is named"))
NODES = Whole(
    "nodes", None, N_("positions a move"), least=1, label=N_("Positions"), phrase=N_("{value} positions a move")
)
PLAYOUTS = Whole(
    "playouts", None, N_("random games a move"), least=1, label=N_("Random games"), phrase=N_("{value} random games")
)
SEED = Whole("seed", 0, N_("start of the random numbers"), label=N_("Seed"), phrase=N_("seed {value}"))
THREADS = Whole(
    "threads",
    None,
    N_("threads; as many as there are cores if none are named"),
    least=1,
    most=1024,
    label=N_("Threads"),
    phrase=N_("{value} threads"),
)
COMPILED = Flag(
    "compiled",
    False,
    N_("the compiled twin: the same moves much faster, on grids only"),
    label=N_("Compiled"),
    phrase=N_("compiled"),
)
EVALUATOR = Choice(
    "evaluator",
    OWN,
    N_("how a position is judged, by default in the game's own way"),
    choices=(OWN, *EVALUATORS),
    label=N_("Judgement"),
    phrase=N_("judges by {value}"),
    value_labels={
        OWN: N_("the game's own way"),
        "outcome": N_("the result alone"),
        "segments": N_("segments"),
        "segments1000": N_("segments, nearly full ones count more"),
        "position": N_("stones in windows of four"),
        "openlines": N_("open lines"),
        "openlines2": N_("open lines, weighted"),
    },
)
DEPTH = Whole(
    "depth",
    None,
    N_("plies to look ahead"),
    least=1,
    most=DEEPEST,
    label=N_("Depth"),
    phrase=N_("depth {value}"),
)
SEARCH = Choice(
    "search",
    "alphabeta",
    N_("which search it uses; both find the same move"),
    ("minimax", "alphabeta"),
    label=N_("Search"),
    phrase=N_("searches by {value}"),
    value_labels={"minimax": N_("Minimax"), "alphabeta": N_("Alpha-beta")},
)
STRENGTH = dataclasses.replace(
    DEPTH,
    default=6,
    names=STRENGTHS,
    label=N_("Strength"),
    value_labels={
        "weak": N_("weak"),
        "medium": N_("medium"),
        "strong": N_("strong"),
        "verystrong": N_("very strong"),
    },
)
CENTRE = Flag(
    "centre",
    True,
    N_("the first stone goes to the centre"),
    label=N_("Begins in the centre"),
    phrase=N_("begins anywhere"),
)
FORKS = Flag(
    "forks",
    False,
    N_("makes two threats at once where it can"),
    label=N_("Double threats"),
    phrase=N_("double threats"),
)
PARITY = Flag("parity", False, N_("prefers the odd rows"), label=N_("Odd rows"), phrase=N_("prefers odd rows"))
PAUSE = Span(
    "think",
    None,
    N_("a natural pause before the move, in seconds"),
    label=N_("Pause before a move"),
    phrase=N_("pauses {value} s"),
)
WORKERS = Whole(
    "workers",
    1,
    N_("processes that share the random games"),
    least=1,
    most=256,
    label=N_("Processes"),
    phrase=N_("{value} processes"),
)
EXPLORES = Number(
    "c",
    EXPLORATION,
    N_("how much it explores"),
    least=0,
    most=1000,
    label=N_("Exploration"),
    phrase=N_("exploration {value}"),
)
FINAL = Choice(
    "final",
    "value",
    N_("how it chooses in the end"),
    FINAL_CHOICES,
    label=N_("Final choice"),
    phrase=N_("chooses by {value}"),
    value_labels={
        "value": N_("mean result"),
        "visits": N_("number of visits"),
        "bound": N_("upper bound"),
    },
)
EXACT = Flag(
    "exact",
    True,
    N_("asks the opening book and the solver first"),
    label=N_("Book and solver"),
    phrase=N_("without book and solver"),
)
PRIORS = Flag(
    "priors",
    True,
    N_("tries first what looks good by what it has learnt"),
    label=N_("Learnt moves first"),
    phrase=N_("without what it has learnt"),
)
TABLE = Number(
    "table",
    DEFAULT_TABLE_MB,
    N_("memory for learnt positions, in MB"),
    least=1,
    most=2**20,
    label=N_("Memory"),
    phrase=N_("{value} MB of memory"),
)
EACH_PLAYOUTS = dataclasses.replace(PLAYOUTS, default=200, description=N_("random games for each move"))
PLAYOUTS_OR_THOUSAND = dataclasses.replace(PLAYOUTS, description=N_("random games a move; 1000 if no limit is named"))
LEVEL_SEED = dataclasses.replace(
    SEED, default=None, description=N_("start of the random numbers; drawn anew if none is named")
)
NUMBER = Whole("number", 5, N_("which of the ten"), least=1, most=len(LEVELS), label=N_("Level"))

"""The public surface is what it was, and importing it costs little."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import plyground

ROOT = Path(__file__).resolve().parents[2]

# Versioning promises these names: see the README. A change here is a change for users, and belongs in the changelog.
EXPORTED = {
    "plyground": """
        Board CFOUR Clock Decision Entrant Evaluator Explanation GOMOKU Game GridBoard Hint Limit MatchResult Move
        Outcome Played Player PlygroundError Puzzle Review Rules Side Solver Standings TICTACTOE Termination __version__
        analyse animate_svg as_player draw_svg explain hint learn make_player match play puzzles random_rules review
        solve tournament
    """,
    "plyground.arena": """
        BOARDS Entrant FINISHED ForfeitCount Forfeits GameTask Ladder MatchResult Openings RUNNING Rating Ratings Result
        Results Rung SERVED SPRT STOPPED Standing Standings TournamentSettings Verdict capacity_of check_match
        check_name check_players elo_of elo_text extend_tournament extended failing_bots forfeit_lines game_count match
        match_facts play_game
        rate ratings_plot ratings_summary ratings_table read_settings result_of run_tournament score_of
        settings_of standing standings_of standings_summary tournament unmet_groups
    """,
    "plyground.atlas": """
        ASK_FROM Atlas AtlasProgress Entry FIELDS MOST_BLOCKED Placement Proof SecondSolver TABLE_MB atlas_rules
        draw_map expected_nodes expected_seconds make_atlas map_text placement_text placements proof_path prove_atlas
        proved_boards read_atlas read_proof saved_boards shipped_atlas shipped_rules write_parquet
    """,
    "plyground.board": """
        Backup Board Bound Cancel Cut DEFAULT_PLAYOUTS DEFAULT_TIME Deadline Decision Deepen Enter Evaluate Evaluator
        Event Expand Leave Limit Listener Lookup Move Onlooker Order Outcome Playout Select Side SplitMix check_limit
        is_number is_whole limit_or_default require_board require_function require_limit require_open tightest
    """,
    "plyground.classroom": """
        Assignment ClassLadder Grade KINDS Place RoundReport TITLES assignment_text grade places read_assignment
        standings_page starter_text
    """,
    "plyground.benchmark": """
        BenchmarkSet Mean Policy PolicyScore SETS benchmark_set score_policy score_table uniform_score
    """,
    "plyground.dataset": """
        Card DatasetProgress DatasetSettings Drawn PLAYS SolvedPosition TABLE_MB card_paths draw file_sha256
        make_dataset parse_plies read_dataset require_pyarrow saved_positions write_json write_whole
    """,
    "plyground.chapter": "Board C4Board C4Piece Move Piece TTTBoard TTTPiece alphabeta find_best_move minimax",
    "plyground.environments": """
        AGENTS BatchStep BoardBatch GymnasiumEnv PettingZooEnv SEATS move_mask openspiel_game planes
    """,
    "plyground.errors": """
        BookError ClosedInputError ConflictError IllegalMoveError InputError LimitError MissingError
        MissingExtraError N_ NotationError PlayerError PlygroundError PositionError RecordError RulesError
        StoreError UnknownNameError UnsupportedError nearest
    """,
    "plyground.explanations": """
        Answer Certificate Checked Cover CoverRule Explanation FollowUp Forced Leaf Mark MarkKind Node Plan Proof
        Refuted Replies Table ThreatEnd ThreatKind ThreatProver check dead_note explain has_threats leaves
        prove_by_threats
    """,
    "plyground.game": """
        Clock Forfeit GRACE Game Observer Played Player Termination Turn crash_of play seat_player step
        take_turn
    """,
    "plyground.grid": """
        CFOUR Cell EVALUATORS GOMOKU GameLine GridBoard OPEN_LINES OPEN_LINES_WEIGHTED OUTCOME OpenLines OutcomeValue
        POSITION PRESETS Part Position PositionWindows Rules SEGMENTS SEGMENTS_THOUSAND Segments Symmetry
        TICTACTOE animate_svg bits board_of canonical cell_text column_label column_text draw_svg draw_text
        has_letters images
        is_rows
        move_text moves_text parse_board parse_cell parse_move parse_moves parse_position parse_rules parts
        play_moves position_text random_rules read_position rules_name rules_of rules_text rules_title
        step_html symmetries winning_lines
    """,
    "plyground.learn": """
        Ask Captions ChildBound ChosenSearch Counts EXERCISES EventStream Exercise Guess LESSONS Lesson Marking Nim Node
        NumberTree ORDERS SEARCHES Say ShowBoard ShowTree Signs Step Tree best_first board_text choose_search
        counts_text exercise figure_text find_lesson lesson_exercises load_game moved_into named_bugs read_board
        read_teaching_board tree_picture
    """,
    "plyground.players": """
        ALIKE AnyPlayer Build Choice Flag FunctionPlayer Humans LEVELS Level Number OddRows Option
        PlayerFunction
        PlayerKind RandomPlayer STRENGTHS SearchPlayer SolverPlayer Span StagedPlayer TextbookSearch
        UCTPlayer Whole Words allowed_text as_player is_built_in levels_for located_text make_player measured
        measured_board play
        player_kinds player_name player_text plays_by_lines public_text
        register seat text_or_player value_name
    """,
    "plyground.puzzlebook": """
        BOARDS Collection MakerProgress MakerSettings Puzzle PuzzleKind card_path check_puzzles daily_puzzle find_puzzle
        level_tries make_puzzles next_puzzle puzzle_at puzzles puzzles_from read_collection saved_games
    """,
    "plyground.reviews": """
        EstimatedAnalysis Hint HintSource Judgement NotJudged PositionValues Review ReviewProgress SolverPool
        StandingThreat StoredGame
        Tally ThreatStage ValueSource ValuedPosition Verdict analyse analyse_in_time at_sight estimate estimate_moves
        expected_result find_values has_enough_playouts hint is_hopeless judge_moves line_note percent_text review
        standing_threats
        too_large_note value_words verdict_of
    """,
    "plyground.search": """
        Algorithm DEEPEST EXPLORATION FINAL_CHOICES FLAT_LIMITS Table UCT alphabeta deepening find_best_move
        flat_monte_carlo minimax play_out uct
    """,
    "plyground.solver": """
        Analysis BOOK Book BuildProgress Counts DEFAULT_TABLE_MB JSON_VERSION LayerCheck Progress SEARCH
        Solution Solver UNREACHED Value analyse announced_to balance_remark book_folders book_name build_book
        check_rules check_size find_book is_balanced is_solvable on_compiling score_at_end solve verify_book
        worst_and_best
    """,
    "plyground.store": """
        BadGame Changes Database GameFilter GameRecord GameSummary HeldGame LiveGame MoveRecord Seat Tournament
        add_games backup change_settings count_games delete_games delete_tournament find_games forget_games game_text
        games_against_people get_game get_tournament held_games
        keep_tournament known_ids last_game list_tournaments live notify now read_games
        restore served set_state summaries
    """,
    "plyground.widget": "BoardWidget ThinkWidget",
}

HEAVY = {"numpy", "numba", "llvmlite", "rich", "fastapi", "uvicorn", "sqlalchemy", "dask", "distributed", "asyncio"}


def imported(code: str) -> set[str]:
    """The top-level modules that a fresh interpreter has loaded after running the code."""
    report = "import sys, json; print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"
    result = subprocess.run([sys.executable, "-c", f"{code}\n{report}"], capture_output=True, text=True, check=True)
    return set(json.loads(result.stdout.splitlines()[-1]))


@pytest.mark.parametrize("module", EXPORTED)
def test_the_exported_names(module):
    room = importlib.import_module(module)
    assert sorted(room.__all__) == EXPORTED[module].split()
    assert all(hasattr(room, name) for name in room.__all__)


EVERY_MODULE = """
import importlib, pkgutil, types, plyground
for found in pkgutil.walk_packages(plyground.__path__, "plyground."):
    if not found.name.endswith("__main__") and ".migrations" not in found.name:
        importlib.import_module(found.name)
for room, names in {exported!r}.items():
    for name in names.split():
        if isinstance(getattr(importlib.import_module(room), name), types.ModuleType):
            print(room, name)
"""


def test_no_module_hides_an_exported_name():
    # A submodule is put into its package under its own name when it is imported, whatever stood there.
    code = EVERY_MODULE.format(exported=EXPORTED)
    ended = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.splitlines() == ["plyground learn", "plyground.store live"], "modules on purpose"


def test_the_readme_promises_just_these():
    promise = (ROOT / "README.md").read_text("utf-8").partition("## What versioning promises")[2].partition("\n## ")[0]
    assert set(re.findall(r"`(plyground[.a-z]*?)(?:\.__all__)?`", promise)) == set(EXPORTED)


def test_dir_shows_what_is_exported():
    assert set(plyground.__all__) <= set(dir(plyground))


def test_the_solver_comes_when_it_is_asked_for():
    # A loaded room is an attribute of its package, so ask a fresh interpreter.
    code = "import plyground, sys; before = 'plyground.solver' in sys.modules; from plyground import Solver\n"
    code += "assert not before and Solver is sys.modules['plyground.solver'].Solver"
    assert not imported(code) & HEAVY
    with pytest.raises(AttributeError, match="Slover"):
        plyground.Slover  # noqa: B018


def test_the_package_is_typed():
    from importlib.resources import files

    assert files("plyground").joinpath("py.typed").is_file()


def test_importing_the_package_is_light():
    loaded = imported("import plyground")
    assert "plyground" in loaded
    assert not loaded & (HEAVY | {"click"})


HELP = """
import sys
from plyground.cli import main
sys.argv = ["plyground", *{arguments!r}]
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
"""


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["--lang", "ko", "--help"]], ids=" ".join)
def test_help_is_light(arguments):
    loaded = imported(HELP.format(arguments=arguments))
    assert "click" in loaded
    assert not loaded & {"numpy", "numba", "llvmlite"}


HELP_OF_ALL = """
import sys
from plyground.cli import main
from plyground.cli.program import COMMANDS
for command in COMMANDS:
    assert main([command, "--help"], standalone_mode=False) == 0, command
    assert not {"numpy", "numba", "llvmlite"} & set(sys.modules), command
"""


def test_help_of_every_command_is_light():
    assert "click" in imported(HELP_OF_ALL)


def test_the_heavy_modules_are_noticed():
    assert {"numpy"} <= imported("import numpy")

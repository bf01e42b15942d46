"""Games by link: two terminals, or a terminal and a WebSocket, through the server that the first one starts."""

from __future__ import annotations

import re
import signal
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground import Outcome, Termination
from plyground.console.link.invitation import Invitation
from plyground.errors import InputError
from plyground.store import Database, GameRecord, find_games
from tests.cli.running import run
from tests.cli.terminal import Terminal
from tests.console.linked import IMPATIENT, WATCHFUL, Play, Player, guest, players, seen
from tests.waiting import wait_until
from tests.web.people import Person, running

TURN = "Your move (a1-c3"
THEIRS = "Your opponent is to move"
HOST = ("--rules", "tictactoe", "--second", "link")


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    with players(tmp_path) as play:
        yield play


def kept(home: Path) -> list[GameRecord]:
    with Database.open(str(home / "data" / "games.sqlite")) as opened:
        return list(find_games(opened))


def played(anna: Player, bert: Player, moves: str) -> None:
    """Both play their first moves in turn; Anna begins."""
    bert.says(THEIRS)
    for ply, move in enumerate(moves.split()):
        mover = bert if ply % 2 else anna
        mover.says(TURN, times=ply // 2 + 1)
        mover.type(move)


def test_two_terminals_play_a_whole_game(play, tmp_path):
    """Of one user, whose database they share."""
    anna = play(*HOST)
    bert = play("--join", anna.link)
    anna.says("Your opponent is here; the game begins.")
    played(anna, bert, "a1 b1 a2 b2 a3")
    anna.says("You win!")
    bert.says("You lose.")
    bert.says("What now (rematch, quit)?")
    for player, line in ((anna, ""), (bert, "quit")):
        player.type(line)
        player.says("The game is kept; 'plyground review last' judges its moves.")
    assert (bert.ends(), anna.ends()) == (0, 0)
    assert "Your opponent plays a3" in bert.shown
    assert bert.shown.count("Your opponent plays") == 3
    (record,) = kept(tmp_path / "anna")  # both terminals name the game alike, so that one database has it once
    assert (record.players, record.moves_text) == (("human", "link"), "a1 b1 a2 b2 a3")
    assert (record.outcome, record.termination) == (Outcome.FIRST_WINS, Termination.WIN)


def test_the_link_may_be_the_first_seat_and_the_start_any_position(play):
    anna = play("--first", "link", "--second", "human name=Anna", "--position", "445", "--rules", "cfour")
    with guest(anna.link) as bert:
        assert bert.state["players"]["second"]["name"] == "Anna"
        assert bert.state["you"] == ["first"]
        anna.says("Your move (1-7")  # the position has three stones
        anna.type("5")
        bert.at(1)
        bert.play("6")
        anna.says("Your opponent plays 6")


def test_what_one_asks_for_the_other_agrees_to_or_declines(play):
    anna = play(*HOST)
    with guest(anna.link) as bert:
        anna.says(TURN)
        anna.type("b2")
        bert.at(1)
        bert.play("a1")
        anna.says(TURN, times=2)
        anna.type("undo")
        anna.says("Your opponent is asked whether you may take your last move back.")
        bert.send(type="undo", ply=2)
        anna.says("2 moves were taken back.")
        anna.says(TURN, times=4)
        anna.type("c3")
        bert.at(1)
        bert.play("a1")
        bert.send(type="undo", ply=2)
        anna.says("Your opponent asks to take a move back: 'undo' agrees, 'decline' declines.")
        anna.type("undo")
        anna.says("1 move was taken back.")
        bert.at(1)
        # The same again, and declined.
        bert.play("a1")
        bert.send(type="undo", ply=2)
        anna.says("Your opponent asks to take a move back: 'undo' agrees, 'decline' declines.", times=2)
        anna.type("decline")
        seen(bert, lambda state: state["undo_offer"] == "second")
        seen(bert, lambda state: state["undo_offer"] is None)
        anna.type("undo")
        anna.says("Your opponent is asked whether you may take your last move back.", times=2)
        bert.send(type="decline")
        anna.says("Your opponent does not agree to take the move back.")
        bert.send(type="name", name="Bert")  # is shown from now on
        bert.send(type="resign")
        anna.says("Bert resigned.")
        anna.type("rematch")
        anna.says("Bert is asked for a rematch.")
        bert.send(type="decline")
        anna.says("Bert declined.")


def test_a_move_that_cannot_be_played_is_explained(play):
    anna = play(*HOST)
    with guest(anna.link) as bert:
        anna.type("b2")  # before it is asked for
        bert.at(1)
        bert.play("a1")
        for line, answer in (
            ("a1", "a1"),
            ("z9", "'z9' is no move"),
            ("help", "give the game up"),
            ("rematch", "after"),
        ):
            anna.type(line)
            anna.says(answer)
        anna.says("A rematch is possible once the game is over")
        anna.type("c3")
        bert.at(3)


def test_a_resignation_ends_the_game_for_both_and_a_rematch_swaps_the_seats(play, tmp_path):
    anna = play(*HOST)
    bert = play("--join", anna.link, "--name", "Bert", home="bert")
    anna.says("Bert is here; the game begins.")
    played(anna, bert, "a1 resign")
    bert.says("You resigned.")
    bert.says("You lose.")
    anna.says("Bert resigned.")
    anna.says("You win!")
    anna.says("What now")
    anna.type("rematch")
    bert.says("Your opponent asks for a rematch: 'rematch' agrees, 'decline' declines.")
    bert.type("rematch")
    for player in (anna, bert):
        player.says("A new game.")
    bert.says(TURN, times=2)
    bert.type("c3")
    anna.says("Bert plays c3")
    anna.says(TURN, times=2)
    anna.type("quit")
    assert anna.ends() == 0
    assert "plyground play --rules tictactoe --first link --second human --position c3" in anna.shown
    for home in ("anna", "bert"):
        records = {record.moves_text: record for record in kept(tmp_path / home)}
        resigned = records.pop("a1")
        assert (resigned.outcome, resigned.termination) == (Outcome.FIRST_WINS, Termination.RESIGNATION)
        assert home == "bert" or set(records) == {"c3"}


@pytest.mark.needs("tmux")
def test_a_game_is_claimed_from_somebody_who_has_left(tmp_path):
    settings = {"claim_seconds": 0.1}
    with running(tmp_path, str(tmp_path / "games.sqlite"), settings=settings) as server, Person(server) as anna:
        made = anna.new_game("human", "link", rules="tictactoe")
        link = server.url + made["links"]["second"]
        with Terminal(f"play --join '{link}'", 120, 40, env={"PLYGROUND_HOME": str(tmp_path / "bert")}) as bert:
            with anna.sit(made["id"]) as a:
                a.first()
                a.until(lambda message: message["type"] == "state" and message["players"]["second"]["connected"])
                bert.wait(THEIRS)
                bert.line("claim")
                bert.wait("You can claim the win when it is the other's turn and they are away for")
            bert.wait("'claim' wins the game if nobody is back in 0 s.")

            def claimed() -> bool:
                bert.line("claim")
                return "You claimed the game." in bert.history()

            assert wait_until(claimed)
            bert.wait("You win!")


def test_whoever_left_comes_back_by_the_same_link_and_nobody_else(play, tmp_path):
    anna = play(*HOST)
    link = anna.link
    bert = play("--join", link, home="bert")
    played(anna, bert, "b2 quit")
    assert bert.ends() == 0
    assert f'To come back to this game:\n  plyground play --join "{link}"' in bert.shown
    anna.says("Your opponent has left.")
    thief = run("play", "--join", link, env={"PLYGROUND_HOME": str(tmp_path / "thief")})
    assert thief.exit_code == 2
    assert "Somebody has taken this seat already" in thief.stderr
    bert = play("--join", link, home="bert")
    anna.says("Your opponent is back.")
    bert.says("Your opponent plays b2")
    bert.says(TURN)
    bert.type("a1")
    anna.says("Your opponent plays a1")


def test_a_wrong_link_is_refused_and_waiting_for_nobody_ends_cleanly(play, tmp_path):
    anna = play(*HOST)
    anna.says("The link works on this computer alone; --second link --host 0.0.0.0 opens the game to your network.")
    link = anna.link
    for wrong, reason in (
        (link[:-1] + ("b" if link.endswith("a") else "a"), "This link is not for this game"),
        (re.sub(r"/game/\w+", "/game/0000", link), "There is no game '0000'"),
        (link.partition("#")[0], "is no link to a seat"),
    ):
        result = run("play", "--join", wrong)
        assert result.exit_code == 2
        assert reason in result.stderr
    anna.interrupt()
    assert anna.ends() == 130
    assert anna.shown.splitlines()[-1] == "plyground: interrupted"
    assert not (tmp_path / "anna" / "data" / "games.sqlite").exists(), "nothing was played, so nothing is kept"
    result = run("play", "--join", link)
    assert result.exit_code == 3
    assert "no server answers at http://127.0.0.1:" in result.stderr


def test_a_server_that_is_gone_leaves_the_game_to_go_on_with(play, tmp_path):
    anna = play(*HOST)
    bert = play("--join", anna.link, home="bert", program=IMPATIENT)
    played(anna, bert, "b2 a1")
    bert.says(THEIRS, times=2)
    anna.process.kill()
    assert bert.ends() == 3
    bert.says("Connection lost. Trying again…")
    bert.says('plyground play --rules tictactoe --first link --second human --position "b2 a1"')
    bert.says("no server answers at http://127.0.0.1:")
    (record,) = kept(tmp_path / "bert")
    assert (record.moves_text, record.outcome) == ("b2 a1", Outcome.OPEN)


def test_a_lost_connection_comes_back_with_the_server(play, tmp_path):
    """The server of this game is `plyground serve`: a link made on a page can be joined at a terminal, too."""
    tmp_path.joinpath("server").mkdir()
    with running(tmp_path / "server", str(tmp_path / "served.sqlite"), light=True) as server, Person(server) as anna:
        made = anna.new_game("human", "link", rules="tictactoe", clock={"seconds": 3600, "increment": 0})
        bert = play("--join", f"{server.url}{made['links']['second']}", home="bert")
        bert.says(THEIRS)
        assert "you 60:00" in bert.shown
        server.kill()
        bert.says("Connection lost. Trying again…")
        server.start()
        bert.says("Connected again.")
        with anna.sit(made["id"]) as chair:
            chair.first()
            chair.play("b2")
            bert.says(TURN)
            bert.type("a1")
            chair.at(2)
            assert chair.state["players"]["second"]["connected"]


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be stopped here")
def test_a_server_that_falls_silent_counts_as_lost(play):
    anna = play(*HOST)
    bert = play("--join", anna.link, home="bert", program=WATCHFUL)
    bert.says(THEIRS)
    anna.process.send_signal(signal.SIGSTOP)
    bert.says("Connection lost. Trying again…")
    anna.process.send_signal(signal.SIGCONT)
    bert.says("Connected again.")
    anna.says(TURN)
    anna.type("b2")
    bert.says("Your opponent plays b2")


@pytest.mark.parametrize(
    "answer", ["HTTP/1.0 200 OK\r\n\r\n<html>", "HTTP/1.0 404 Not Found\r\n\r\nNo", "220 smtp\r\n"]
)
def test_another_kind_of_server_is_none_of_ours(answer):
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            caller, _address = listening.accept()
            with caller:
                caller.recv(10_000)
                caller.sendall(answer.encode())
                caller.shutdown(socket.SHUT_WR)
                while caller.recv(10_000):  # closing it with something unread would reset the connection
                    pass

        thread = threading.Thread(target=serve)
        thread.start()
        result = run("play", "--join", f"http://127.0.0.1:{listening.getsockname()[1]}/game/a#join=b")
        thread.join()
    assert result.exit_code == 3
    assert "is no server of Plyground" in result.stderr


@pytest.mark.parametrize("language", ["ko", pytest.param("zh_CN", marks=pytest.mark.soak)])
def test_everything_is_said_in_the_users_language(play, language):
    anna = play(*HOST, language=language)
    with guest(anna.link) as bert:
        anna.type("b2")
        bert.at(1)
        bert.play("a1")
        anna.says("a1", times=1)
        bert.send(type="undo", ply=2)
        seen(bert, lambda state: state["undo_offer"] == "second")
        bert.send(type="resign")
        seen(bert, lambda state: state["outcome"] == "first wins")
    anna.type("quit")
    assert anna.ends() == 0
    words = set(re.findall(r"[A-Za-z]{4,}", re.sub(r"http\S+|--second link --host", "", anna.shown)))
    assert words <= {"Plyground", "plyground", "play", "join", "tictactoe", "Ctrl", "review", "last", "quit"}, (
        anna.shown
    )


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--join", "http://127.0.0.1:1/game/a#join=b", "--rules", "cfour"), "--rules cannot be given with --join"),
        (("--join", "http://127.0.0.1:1/game/a#join=b", "--second", "human"), "--second cannot be given with --join"),
        (("--name", "Ada"), "--name is for a seat taken with --join"),
        (("--host", "0.0.0.0"), "add --second link"),
        (("--port", "8000", "--second", "random"), "add --second link"),
        (("--second", "link", "--port", "70000"), "the port is 70000"),
        (("--first", "link", "--second", "link"), "both seats are a link"),
        (("--first", "level3", "--second", "link"), "'level3' cannot play against a link"),
        (("--second", "link", "--position", "99"), "99"),
    ],
)
def test_options_that_do_not_go_together_are_refused(options, reason):
    result = run("play", *options)
    assert result.exit_code == 2, result.output
    assert reason in result.stderr


@pytest.mark.parametrize(
    "link",
    [
        "",
        "abc",
        "http://host/game/a",
        "http://host/game/a#join=",
        "http://host/#join=b",
        "ftp://host/game/a#join=b",
        "http://[host/game/a#join=b",
        "http://host:99999/game/a#join=b",
        "http:///game/a#join=b",
        "http://host/game/a/../b#join=b c",
    ],
)
def test_what_is_no_link_is_refused(link):
    with pytest.raises(InputError):
        Invitation.parse(link)


def test_a_link_is_read_and_leads_the_same_user_to_the_same_seat(tmp_path, monkeypatch):
    link = "https://example.org:8443/game/a_-9#join=s3cret"
    invitation = Invitation.parse(f" {link}\n")
    assert (invitation.server, invitation.game, invitation.secret) == ("https://example.org:8443", "a_-9", "s3cret")
    assert invitation.link == link
    visitors = []
    for home in ("anna", "anna", "bert"):
        monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path / home))
        visitors.append(invitation.visitor())
        assert re.fullmatch(r"[A-Za-z0-9_-]{43}", visitors[-1]), "the server takes no other cookie"
    assert visitors[0] == visitors[1] != visitors[2]
    assert Invitation.parse(link[:-1]).visitor() != visitors[2], "another link, another visitor"
    tmp_path.joinpath("file").touch()
    monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path / "file"))
    assert invitation.visitor() != invitation.visitor(), "without a place for the key there is no way back"


@pytest.mark.needs("tmux")
def test_at_a_terminal_one_may_speak_out_of_turn(tmp_path):
    env = {"PLYGROUND_HOME": str(tmp_path)}
    with Terminal("play --rules tictactoe --second link", 120, 40, env=env) as anna:
        anna.wait("Waiting for your opponent")
        anna.line("b2")
        anna.wait("Nobody has opened the link yet")
        found = re.search(r"http\S+#join=[\w-]+", anna.history())
        assert found is not None
        with Terminal(f"play --join '{found[0]}'", 120, 40, env=env) as bert:
            anna.wait("Your opponent is here; the game begins.")
            anna.wait(TURN)
            anna.line("b2")
            bert.wait(TURN)
            anna.line("a1")
            anna.wait("It is not your turn")
            anna.line("undo")
            bert.wait("Your opponent asks to take a move back")
            bert.line("a1")
            anna.wait("Your opponent does not agree to take the move back.")
            bert.wait(THEIRS)
            bert.line("undo")
            anna.wait("Your opponent asks to take a move back")
            anna.line("undo")
            bert.wait("1 move was taken back.")
            # The one behind which "undo" was typed; the first was cleared when the other moved.
            assert bert.history().count(THEIRS) == 1
            bert.line("quit")
            bert.wait("code=0")
            anna.wait("Your opponent has left.")
            anna.keys("C-c")
            anna.wait("code=130")
    assert wait_until(lambda: len(kept(tmp_path)) == 1)

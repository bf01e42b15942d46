"""Two workers that serve the same games."""

from __future__ import annotations

from tests.web.people import Person, running


def test_players_at_different_workers(two):
    one, other = two
    with Person(one) as anna, Person(other) as bert:
        made = anna.new_game("human", "link")
        with anna.sit(made["id"]) as a:
            assert not a.first()["players"]["second"]["taken"]
            assert bert.join(made["links"]["second"]).json()["you"] == ["second"]
            a.until(lambda message: message["type"] == "state" and message["players"]["second"]["taken"])
            with bert.sit(made["id"]) as b:
                b.first()
                a.until(lambda message: message["type"] == "state" and message["players"]["second"]["connected"])
                for ply, move in enumerate("4453"):
                    (b if ply % 2 else a).play(move)
                    (a if ply % 2 else b).at(ply + 1)
                a.send(type="undo", ply=4)
                b.until(lambda message: message["type"] == "state" and message["undo_offer"] == "first")
                b.send(type="undo", ply=4)
                assert a.at(2)["undo_offer"] is None
                b.at(2)
                b.send(type="resign")
                a.until(lambda message: message["type"] == "state" and message["termination"] == "resignation")
                a.send(type="rematch")
                b.until(lambda message: message["type"] == "state" and message["rematch_offer"] == "first")
                b.send(type="rematch")
                again = a.until(lambda message: message["type"] == "state" and message["rematch"])["rematch"]
                assert b.until(lambda message: message["type"] == "state" and message["rematch"])["rematch"] == again
            a.until(lambda message: message["type"] == "state" and not message["players"]["second"]["connected"])
        with anna.sit(again) as a, bert.sit(again) as b:
            assert a.first()["you"] == ["second"]
            assert b.first()["you"] == ["first"]
            b.play("4")
            a.at(1)


def test_one_worker_thinks_for_a_computer_that_is_watched_at_both(two):
    one, other = two
    with Person(one) as anna, Person(other) as bert:
        game = anna.new_game("human", "winblock")["id"]
        with anna.sit(game) as a, bert.sit(game) as b:
            a.first(), b.first()
            for ply in (0, 2, 4):
                a.play(a.state["legal"][0]["move"])
                a.at(ply + 2), b.at(ply + 2)

            def searched() -> list[int]:
                return [message["ply"] for message in b.heard if message["type"] == "thinking" and message["done"]]

            while len(searched()) < 3:
                b.next()  # at the other worker, what a computer thought may come after its move
            assert searched() == [1, 3, 5]  # one search for each turn, shown at both workers


def test_the_other_worker_goes_on_with_the_computers_turn(two, tmp_path):
    _one, other = two

    def went_on() -> bool:
        """Whether the worker was killed in time: a move takes a second, in which a busy machine may be late."""
        with running(tmp_path, other.database, light=True) as one, Person(one) as anna:
            game = anna.new_game("human", "winblock")["id"]
            with anna.sit(game, natural=True) as a:
                a.first()
                a.play("4")
                a.until(lambda message: message["type"] == "thinking" and message["done"])
                one.kill()
            with Person(other) as again:
                again.http.cookies = anna.http.cookies
                with again.sit(game) as chair:
                    killed_in_time = bool(chair.first()["ply"] == 1)
                    assert chair.at(2)["you"] == ["first"]
        return killed_in_time

    assert any(went_on() for _game in range(20))

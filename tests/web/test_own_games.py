"""The list of a visitor's games, and the names that the server sends, in the language of whoever asks."""

from __future__ import annotations

from tests.web.people import Person


def test_a_visitor_sees_own_games_only(server, anna, bert):
    made = anna.new_game("human", "level2")["id"]
    assert anna.http.get("/api/games").json() == [], "there is nothing to go on with before the first move"
    with anna.sit(made) as chair:
        chair.first()
        chair.play("4")
        chair.at(2)
    (game,) = anna.http.get("/api/games").json()
    assert game["id"] == made
    assert (game["title"], game["names"]) == ("Connect Four", ["You", "Level 2"])
    assert (game["you"], game["turn"], game["plies"], game["outcome"]) == (["first"], "first", 2, "open")
    assert bert.http.get("/api/games").json() == []
    stranger = server.get("/api/games", headers={"origin": server.url})
    assert stranger.status_code == 403 or stranger.json() == []
    assert anna.http.get("/api/games", params={"limit": 0}).status_code == 422


def test_a_game_by_link_is_in_both_lists(anna, bert):
    made = anna.new_game({"kind": "human", "name": "Ann"}, "link", rules="tictactoe")
    (waiting,) = anna.http.get("/api/games").json()
    assert (waiting["names"], waiting["plies"]) == (["You", "Your friend"], 0)
    assert bert.join(made["links"]["second"], "Bert").status_code == 200
    assert anna.http.get("/api/games").json()[0]["names"] == ["You", "Bert"]
    assert bert.http.get("/api/games").json()[0]["names"] == ["Ann", "You"]


def test_names_are_in_the_readers_language(server, anna):
    made = anna.new_game("human", "uct playouts=20 compiled=yes")["id"]
    with Person(server, "ko") as korean, Person(server, "zh-CN") as chinese:
        names = {}
        for person in (anna, korean, chinese, anna):
            with person.sit(made) as chair:
                names[person] = chair.first()["players"]["second"]
        assert {each["player"] for each in names.values()} == {"uct playouts=20 compiled=yes"}
        assert [each["name"] for each in names.values()] == [
            "Monte Carlo (UCT), 20 random games, compiled",
            "몬테카를로(UCT), 무작위 게임 20판, 컴파일됨",
            "蒙特卡洛（UCT），20 盘随机对局，编译版",
        ]


def test_a_record_names_its_players_and_leads_to_its_game(anna, bert):
    made = anna.new_game("human", "level2")["id"]
    record = anna.http.get(f"/api/records/{made}").json()
    assert (record["names"], record["address"]) == (["You", "Level 2"], f"/game/{made}")
    assert bert.http.get(f"/api/records/{made}").json()["names"] == ["", "Level 2"]


def test_a_player_is_read_and_named(anna):
    answer = anna.http.get("/api/player", params={"text": "Staged  depth=weak"})
    assert answer.json() == {"player": "staged depth=2", "name": "Staged player, weak"}
    for text in ("cmd:/bin/true", "staged depth=0", "human", ""):
        assert anna.http.get("/api/player", params={"text": text}).status_code == 422, text

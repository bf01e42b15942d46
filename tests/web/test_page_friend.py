"""A friend by link on the page, in two browsers: the link and its QR code, names, answers, claims, and no solver."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from plyground.cli.serve import PORT
from plyground.web.serving.page_files import PAGE
from plyground.web.serving.server import addresses
from tests.waiting import PATIENCE
from tests.web.browsing import Window
from tests.web.people import Person, Server, running
from tests.web.qr_reader import read_qr

pytestmark = pytest.mark.needs("chromium")

Opener = Callable[..., Window]


def two(window: Opener, **more: object) -> tuple[Window, Window, str]:
    """Anna, who begins, and Bert, who has opened her link."""
    anna, bert = window(**more), window(**more)
    anna.play(game="cfour", against="link", starts="you")
    link = anna.page.locator(".invite input").input_value()
    bert.open(link)
    expect(anna.page.locator(".invite")).to_be_hidden()
    return anna, bert, link


def code_of(window: Window) -> str:
    """What a phone reads from the QR code on the page."""
    path = window.page.locator(".invite .qr path.dark").get_attribute("d") or ""
    box = window.page.locator(".invite .qr svg").get_attribute("viewBox") or ""
    size = int(box.split()[2])
    dark = {(int(y), int(x)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", path)}
    assert all(4 <= place < size - 4 for cell in dark for place in cell), "no border"
    return read_qr([[(row, column) in dark for column in range(4, size - 4)] for row in range(4, size - 4)])


def test_a_link_that_works_on_this_computer_only_says_so(window):
    here = window()
    here.play(game="cfour", against="link", starts="you")
    invite = here.page.locator(".invite")
    expect(invite).to_contain_text("This link works on this computer only.")
    port = here.page.evaluate("location.port")
    expect(invite.locator("code")).to_have_text(f"plyground serve --host 0.0.0.0 --port {port}")
    expect(invite.locator(".qr")).to_have_count(0)
    assert f'USUAL_PORT = "{PORT}"' in (PAGE / "play" / "invitation.js").read_text("utf-8")
    assert here.serious() == []


@pytest.fixture(scope="module")
def open_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the network, at which a game can be claimed almost at once."""
    home = tmp_path_factory.mktemp("open")
    settings = {"host": "0.0.0.0", "claim_seconds": 0.1}
    with running(home, str(home / "games.sqlite"), settings=settings) as started:
        yield started
        assert started.faults == ""


@pytest.mark.parametrize("phone", [False, True])
def test_on_a_network_the_link_names_this_machine_and_is_a_qr_code(window, open_server, phone):
    network = addresses("0.0.0.0", open_server.port)[1]
    here = window(at=open_server, phone=phone)
    here.play(game="cfour", against="link", starts="you")
    field = here.page.locator(".invite input")
    expect(field).to_have_value(re.compile(rf"^{re.escape(network or '')}game/[0-9a-f]+#join="))
    expect(here.page.locator(".invite")).not_to_contain_text("this computer only")
    here.page.locator(".invite .qr svg").wait_for()
    assert code_of(here) == field.input_value()
    assert here.sideways() <= 0
    assert here.serious() == []
    with Person(open_server) as bert:
        assert bert.join("/game/" + field.input_value().partition("/game/")[2]).status_code == 200
    expect(here.page.locator(".invite")).to_be_hidden()


def test_names_are_shown_to_the_other_and_remembered(window):
    anna, bert, _link = two(window)
    for each, name in ((anna, "Anna <b>"), (bert, "Bert")):
        each.page.locator(".own-name input").fill(name)
        each.page.locator(".own-name button").click()
        expect(each.page.locator(".own-name")).to_be_hidden()
    expect(bert.page.locator(".player.top .who")).to_have_text("Anna <b> · Yellow")
    expect(anna.page.locator(".player.top .who")).to_have_text("Bert · Red")
    expect(anna.page.locator(".player.bottom .who")).to_have_text("You · Yellow")
    # The next game has the names from the start, the host's and the guest's.
    anna.play(game="cfour", against="link", starts="you")
    bert.open(anna.page.locator(".invite input").input_value())
    expect(bert.page.locator(".player.top .who")).to_have_text("Anna <b> · Yellow")
    expect(anna.page.locator(".player.top .who")).to_have_text("Bert · Red")
    expect(anna.page.locator(".own-name")).to_be_hidden()
    # They can be changed.
    anna.page.locator(".more > summary").click()
    anna.page.get_by_role("button", name="Your name").click()
    anna.page.locator(".own-name input").fill("Ann")
    anna.page.keyboard.press("Enter")
    expect(bert.page.locator(".player.top .who")).to_have_text("Ann · Yellow")


def test_offers_are_declined(window):
    anna, bert, _link = two(window)
    anna.columns.nth(3).click()
    expect(bert.stones).to_have_count(1)
    anna.page.locator(".actions button", has_text="Undo").click()
    expect(bert.page.locator(".notices")).to_contain_text("Your friend asks to take back a move.")
    expect(bert.page).to_have_title(re.compile("^● "))
    bert.page.locator(".notices button", has_text="Decline").click()
    expect(anna.page.locator(".notices")).to_have_text("Your friend declined.")
    expect(bert.page.locator(".notices button")).to_have_count(0)
    expect(anna.stones).to_have_count(1)
    bert.columns.nth(3).click()
    expect(anna.stones).to_have_count(2)
    expect(anna.page.locator(".notices")).to_be_empty()
    anna.resign()
    bert.page.locator(".actions button.main").click()
    expect(anna.page.locator(".notices")).to_contain_text("Your friend asks for a rematch.")
    anna.page.locator(".notices button", has_text="Decline").click()
    expect(bert.page.locator(".notices")).to_contain_text("Your friend declined.")
    bert.page.locator(".actions button.main").click()
    before = anna.page.url
    anna.page.locator(".notices button", has_text="Agree").click()
    for each in (anna, bert):
        each.page.wait_for_url(lambda url: "/game/" in url and url != before)


def test_the_title_says_whose_turn_it_is(window):
    anna, bert, _link = two(window)
    expect(anna.page).to_have_title(re.compile("^● Your move"))
    expect(bert.page).to_have_title(re.compile("^Yellow to move"))
    anna.columns.nth(3).click()
    expect(bert.page).to_have_title(re.compile("^● Your move"))
    expect(anna.page).to_have_title(re.compile("^Red to move"))


def test_a_game_is_claimed_from_a_friend_who_is_away(window, open_server):
    anna, bert, _link = two(window, at=open_server)
    claim = anna.page.get_by_role("button", name="Claim the win")
    anna.columns.nth(3).click()
    expect(bert.stones).to_have_count(1)
    expect(claim).to_be_hidden()
    address = bert.page.url
    bert.page.goto(f"{open_server.url}/help")
    expect(anna.page.locator(".player.top .activity").first).to_have_text("away; the game is waiting")
    claim.click()
    expect(anna.result).to_have_text("You win")
    expect(anna.page.locator(".notices")).to_contain_text("Red left the game")
    expect(claim).to_be_hidden()
    bert.open(address)
    expect(bert.result).to_have_text("You lose")
    # Bert opened the link by the address of the machine, without encryption; the browser notes what it ignores there.
    bert.errors = [error for error in bert.errors if "Cross-Origin-Opener-Policy" not in error]


def test_until_a_game_can_be_claimed_the_page_counts_down(window, tmp_path):
    settings = {"claim_seconds": 10 * PATIENCE}
    with running(tmp_path, str(tmp_path / "games.sqlite"), settings=settings) as slow:
        anna, bert, _link = two(window, at=slow)
        anna.columns.nth(3).click()
        expect(bert.stones).to_have_count(1)
        address = bert.page.url
        bert.page.goto(f"{slow.url}/help")
        away = anna.page.locator(".friend > p")
        expect(away).to_have_text(re.compile(r"^Your friend is away\. You can claim the win in \d+ s\.$"))
        bert.open(address)
        expect(away).to_be_hidden()
        expect(anna.page.get_by_role("button", name="Claim the win")).to_be_hidden()
        for each in (anna, bert):
            each.page.goto("about:blank")


def test_players_get_no_solver_while_the_game_runs(window):
    anna, bert, _link = two(window)
    anna.columns.nth(3).click()
    expect(bert.stones).to_have_count(1)
    sheet = anna.page.locator(".more .sheet")
    anna.page.locator(".more > summary").click()
    expect(sheet.get_by_role("button", name="Copy the moves")).to_be_visible()
    expect(sheet.get_by_role("link", name="Analyse")).to_be_hidden()
    anna.page.keyboard.press("Escape")
    game = anna.page.url
    for key in "ah":
        anna.page.keyboard.press(key)
    anna.page.keyboard.press("?")
    expect(anna.page.locator(".help")).to_be_visible()
    expect(anna.page.locator(".help")).not_to_contain_text("analyse")
    assert anna.page.url == game
    # The analysis itself draws the position and gives no value.
    anna.open("/analyse?rules=cfour&position=4")
    expect(anna.stones).to_have_count(1)
    expect(anna.page.locator(".note:visible")).to_contain_text("against another person")
    expect(anna.board.locator(".value")).to_have_count(0)
    # After the end it does.
    bert.resign()
    expect(bert.result).to_have_text("You lose")
    anna.open(game)
    expect(anna.result).to_have_text("You win")
    anna.page.keyboard.press("a")
    anna.page.wait_for_url("**/analyse?rules=cfour&position=4")

"""What is counted for whom: visitors, addresses and networks."""

from __future__ import annotations

import asyncio

import pytest

from plyground.web.play.computers import ComputerLimits, Computers
from plyground.web.serving.callers import Caller, CallerCounts
from plyground.web.serving.places import Places
from plyground.web.serving.rates import CallerRates, Rate
from plyground.web.serving.settings import ServerSettings


@pytest.mark.parametrize(
    ("host", "address", "network"),
    [
        ("192.0.2.7", "192.0.2.7", "192.0.2.0/24"),
        ("::ffff:192.0.2.7", "192.0.2.7", "192.0.2.0/24"),
        ("2001:db8:1:2:3::7", "2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("fe80::1%eth0", "fe80::/64", "fe80::/48"),
        ("?", "?", "?"),
    ],
)
def test_an_address_and_its_network(host, address, network):
    assert Caller.at(host, "anna") == ("anna", address, network)
    assert Caller.at(host).visitor == address


def test_made_up_visitors_share_the_limit_of_their_address():
    rates = CallerRates(Rate(1e-9, 2), Rate(1e-9, 5), Rate(1e-9, 8))
    assert sum(rates.take(Caller.at("192.0.2.7")) for _time in range(9)) == 2, "without a cookie they are one visitor"
    assert sum(rates.take(Caller.at("192.0.2.7", str(number))) for number in range(9)) == 3
    assert sum(rates.take(Caller.at(f"192.0.2.{number}")) for number in range(8, 20)) == 3
    assert rates.take(Caller.at("198.51.100.7"))


def test_what_is_open_is_counted_until_it_is_closed():
    counts = CallerCounts(2, 3, 4, 5)
    anna, bert, carla = Caller.at("192.0.2.7", "a"), Caller.at("192.0.2.7", "b"), Caller.at("192.0.2.8", "c")
    other = Caller.at("198.51.100.7", "d")
    with counts.one_more(anna) as one, counts.one_more(anna) as two:
        assert one
        assert two
        with counts.one_more(anna) as three:
            assert not three
        with counts.one_more(bert) as three, counts.one_more(bert) as four:
            assert three
            assert not four, "the address has three"
        with counts.one_more(carla) as three, counts.one_more(carla) as four, counts.one_more(other) as five:
            assert three
            assert four
            assert five
            with counts.one_more(other) as six:
                assert not six
    assert counts.total == 0


def test_places_are_left_for_another_address():
    async def check() -> None:
        places = Places(4, per_visitor=2)
        own = [places.of(Caller.at("192.0.2.7", visitor)) for visitor in "aab"]
        other = places.of(Caller.at("198.51.100.7", "c"))
        async with own[0].take(), own[1].take():
            assert own[0].are_taken
            async with own[2].take():
                assert own[2].are_taken, "an address has three of four"
                assert not other.are_taken

    asyncio.run(check())


@pytest.mark.parametrize(
    ("player", "megabytes"),
    [
        ("random", 4),
        ("level3", 32.004),
        ("level10", 160),
        ("champion time=10", 160),
        ("champion playouts=1000000000", 160),
        ("solver", 64),
        ("solver table=128", 128),
        ("uct time=5", 160),
        ("alphabeta depth=20", 4),
    ],
)
def test_what_a_computer_may_take(player, megabytes):
    assert Computers(ComputerLimits.of(ServerSettings())).megabytes(player) == pytest.approx(megabytes)


def test_workers_share_what_an_address_may_do():
    whole = ServerSettings(workers=4, search_mb=4096.0, search_processes=6)
    share = whole.for_worker()
    for name in (
        "requests_per_second",
        "request_burst",
        "address_messages_per_second",
        "address_state_bytes",
        "address_games_per_minute",
        "address_game_burst",
        "address_searches",
        "address_connections",
        "address_sockets",
        "search_mb",
    ):
        assert 4 * getattr(share, name) == getattr(whole, name), name
    assert share.search_processes == 1
    assert (share.connections, share.searches) == (whole.connections, whole.searches)
    many = ServerSettings(workers=1000).for_worker()
    assert many.address_connections == many.connections, "an address has no less than one visitor has"
    assert many.address_searches == many.searches
    alone = ServerSettings()
    assert alone.for_worker() is alone

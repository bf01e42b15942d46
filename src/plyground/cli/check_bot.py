"""`plyground check-bot`: a bot through its conformance run."""

from __future__ import annotations

import click

from plyground.cli.command import Command, Number, option
from plyground.cli.scoreboard import shown
from plyground.errors import N_, PlayerError, PlygroundError
from plyground.texts import _, clauses, fill, ngettext, say, tell

__all__ = ["command"]


@click.command(
    cls=Command,
    help=N_(
        "Play a bot through a conformance run and say what is wrong with it: board sizes, blocked cells, other rules, "
        "long games, set-ups, time limits, both seats. BOT is a player's text, like cmd:./mybot, so:./strategy.so, "
        "text:./strategy, python:mybot.py:choose, kaggle:submission.py or gomocup:./pbrain-mine. Strategies like so: "
        "and text: play boards of 9 to 12 rows and columns, and engines like gomocup: five in a row, for which they "
        "were written, unless --rules asks for others. Boards that the bot declines are listed and are no fault. The "
        "exit code is 1 if anything is wrong."
    ),
)
@click.argument("bot", metavar="BOT")
@option("--rules", metavar="RULES", help=N_("Play under these rules alone: a preset or a size, such as 9x7 connect=5."))
@option("--quick", is_flag=True, help=N_("One game of each kind."))
@option(
    "--time",
    "seconds",
    type=Number(),
    metavar="SECONDS",
    default=0.2,
    show_default=True,
    help=N_("Seconds a move that the bot is told where the game is not about time."),
)
@option(
    "--seed",
    type=Number(whole=True),
    metavar="N",
    default=0,
    show_default=True,
    help=N_("Start of the random numbers."),
)
@click.pass_context
def command(ctx: click.Context, bot: str, rules: str | None, quick: bool, seconds: float, seed: int) -> None:
    from plyground.board import Limit
    from plyground.bots import BotPlayer, GomocupPlayer, end_of, run_trial, trials
    from plyground.console import make_console
    from plyground.grid import parse_rules
    from plyground.players import make_player

    Limit(time=seconds)  # refuses what is no time before anything starts
    if rules is not None:
        parse_rules(rules)
    player = make_player(bot, seed=seed)
    console = make_console()
    wrong = played = 0
    line, move = "", 1
    complaints: set[str] = set()

    def complain(fault: PlygroundError) -> None:
        nonlocal wrong
        wrong += 1
        first, *lines = tell(fault).splitlines()
        console.say(f"    {_('WRONG')}: {first}", "red")
        if "\n".join(lines) not in complaints:  # a traceback is shown once
            complaints.add("\n".join(lines))
            for line in lines:
                console.print(f"      {line}", style="red", soft_wrap=True)

    def lines() -> list[str]:
        return [say("{game}: move {move}", game=line, move=move)]

    def watch(number: int) -> None:
        nonlocal move
        move = number

    for number, trial in enumerate(trials(quick, player, rules)):
        seat = _("moves first") if trial.side.value == 0 else _("moves second")
        line, move = say("{label}: {words}", label=_(trial.aim), words=clauses([str(trial.rules), seat])), 1
        with shown(lines):
            report = run_trial(player, trial, seconds, seed + number, watch)
        if report.declined is not None:
            words = say("not played: {reason}", reason=report.declined)
            console.say("  - " + say("{label}: {words}", label=line, words=words), "dim")
            continue
        played += 1
        moves = fill(ngettext("{count} move", "{count} moves", report.moves), count=report.moves)
        slowest = say("slowest answer {seconds:.3f} s", seconds=report.slowest)
        words = say("{label}: {words}", label=line, words=clauses([moves, slowest]))
        console.say(f"  {'!' if report.fault else '+'} {words}")
        if report.fault is not None:
            complain(report.fault)
            never = isinstance(player, BotPlayer) and not player.was_ready
            if never and isinstance(report.fault, PlayerError) and report.fault.termination == "timeout":
                console.say(_("It was never ready for a game, so the others are left out."), "red")
                break
    if isinstance(player, GomocupPlayer):
        try:
            if about := player.about():
                console.say("  " + say("{label}: {words}", label=_("it says of itself"), words=about))
        except PlayerError as error:
            complain(error)
    fault = end_of(player)
    if fault is not None:
        complain(fault)
    if not played:
        console.say(_("It declined every game."), "red")
    elif wrong:
        console.say(
            fill(
                ngettext("{count} fault in {games} games.", "{count} faults in {games} games.", wrong),
                count=wrong,
                games=played,
            ),
            "red",
        )
    else:
        console.say(
            fill(ngettext("Nothing wrong in {count} game.", "Nothing wrong in {count} games.", played), count=played),
            "green",
        )
    ctx.exit(1 if wrong or not played else 0)

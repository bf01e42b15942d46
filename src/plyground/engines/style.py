"""How the champion searches, as options that can be compared: `benchmarks/champion.py` and `benchmarks/styles.py`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from plyground.engines.evaluation import has_network
from plyground.grid import Rules
from plyground.kernels.playouts import graph_search as kernel
from plyground.kernels.playouts import policy as policies

__all__ = ["UNLEARNT", "Style"]

RULES = {"ucb1": kernel.UCB1, "puct": kernel.PUCT}


@dataclass(frozen=True)
class Style:
    """How the champion searches. The defaults are what won; `docs/champion.md` has the games."""

    policy: int = policies.SEES_NOW | policies.NOT_UNDER | policies.TWO_STEPS | policies.RESERVE | policies.HABITS
    """The rules of a playout: a sum of constants of `kernels.playouts.policy`."""
    rule: str = "puct"
    exploration: float = 2.5
    first_play: float = 0.0
    """A move without visits is worth what its position is worth, less this."""
    length_term: float = 0.1
    """How much of a win's worth depends on its speed."""
    batch: int = 1
    """Playouts for a new position."""
    merge: bool = True
    """Positions that are reached in several ways share a node."""
    priors: bool = True
    """Moves are tried the more, the better they look by what was learnt: see `kernels.playouts.priors`."""
    look_ahead: bool = True
    """What a move leads to at sight is known before it is tried."""
    final_share: float = 0.25
    """The best value is played among the moves with at least this share of the most visits; 1: the most visits."""
    value_weight: float = 0.5
    """What a new position is worth: so much of it is learnt (see `kernels.playouts.evaluation`), the rest comes from
    playouts. At 1 there are none."""
    value_priors: bool = True
    """The learnt network says how good moves look, too, in place of `priors`."""
    value_file: str = ""
    """Where the network is read from; without a name it is the package's."""
    early_stop: bool = False
    """Stops where the move that was visited most can no longer be overtaken. More search could still prove it lost, and
    leaves more for the next move, so this is for time that is worth something elsewhere."""

    @property
    def network(self) -> str | None:
        """The file of the network, if it is asked for."""
        return self.value_file if self.value_weight or self.value_priors else None

    def on(self, rules: Rules) -> Style:
        """Without what was not learnt for a board."""
        if self.network is None or has_network(rules, self.network):
            return self
        return replace(self, value_weight=0.0, value_priors=False)

    def options(self, threads: int) -> kernel.Options:
        """As the kernels read it."""
        # Another type than declared would compile the kernels anew.
        return kernel.Options(
            policy=int(self.policy),
            rule=RULES[self.rule],
            exploration=float(self.exploration),
            first_play=float(self.first_play),
            length_term=float(self.length_term),
            batch=int(self.batch),
            merge=bool(self.merge),
            look_ahead=bool(self.look_ahead),
            value_weight=float(self.value_weight),
            value_priors=bool(self.value_priors),
            shared=threads > 1,
        )


UNLEARNT = Style(
    priors=False,
    value_weight=0.0,
    value_priors=False,
    exploration=4.0,
    first_play=0.0,
    final_share=1.0,
    early_stop=False,
)
"""How it searches with nothing learnt. Levels are measured with it, so it stays as it is when the defaults change."""

"""The page's games: committed move by move, with seats and clocks."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "live",
        sa.Column("game", sa.Text, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("clock_seconds", sa.Double),
        sa.Column("clock_increment", sa.Double),
        sa.Column("rematch", sa.Text),
        sa.Column("holder", sa.Text),
        sa.Column("held_until", sa.DateTime(timezone=True)),
    )
    op.create_index("live_changed", "live", ["changed"])
    op.create_table(
        "seats",
        sa.Column("game", sa.Text, sa.ForeignKey("live.game", ondelete="CASCADE"), primary_key=True),
        sa.Column("side", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("invitation", sa.Text),
        sa.Column("token", sa.Text),
    )

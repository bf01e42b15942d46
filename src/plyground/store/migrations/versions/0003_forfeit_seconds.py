"""How long the turn took that ended a forfeited game."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("games", sa.Column("forfeit_seconds", sa.Double))

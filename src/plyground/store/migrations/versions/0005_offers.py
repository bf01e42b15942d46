"""Which side asks to take a move back, or to play again."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("live", sa.Column("undo_offer", sa.Integer))
    op.add_column("live", sa.Column("rematch_offer", sa.Integer))

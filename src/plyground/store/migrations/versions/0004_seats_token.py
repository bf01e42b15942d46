"""An index that finds the games of one visitor."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_index("seats_token", "seats", ["token"])

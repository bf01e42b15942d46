"""Run by Alembic. The connection, and the transaction around it, are the caller's (`store.database`)."""

from alembic import context

from plyground.store.database import VERSION_TABLE

context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
with context.begin_transaction():
    context.run_migrations()

"""Deletes old games of the page that are unfinished or have no names, if the server is set to do so."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta

from plyground.errors import StoreError
from plyground.store import forget_games, now
from plyground.web.serving.services import Services

__all__ = ["keep_forgetting"]

log = logging.getLogger(__name__)

_PAUSE = 3600.0


async def keep_forgetting(services: Services) -> None:
    """Looks once an hour, until it is cancelled."""
    days = services.settings.forget_days
    while days is not None:
        try:
            count = await services.stored(forget_games, services.database, now() - timedelta(days=days))
            if count:
                log.info("%d old games were deleted", count)  # not shown
        except StoreError as error:
            log.warning("old games could not be deleted: %s", error)  # not shown
        await asyncio.sleep(_PAUSE)

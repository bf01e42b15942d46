"""`json_answer`: an answer that is written where it is made.

FastAPI checks and writes what a route returns in the event loop, where everybody waits. A long list or a long game is
written in the thread that has read it instead.
"""

from __future__ import annotations

from collections.abc import Sequence

from starlette.responses import Response

from plyground.web.messages.base import Sent

__all__ = ["json_answer"]


def json_answer(content: Sent | Sequence[Sent]) -> Response:
    """These models as JSON, in the form that FastAPI would give them."""
    if isinstance(content, Sent):
        text = content.model_dump_json(by_alias=True)
    else:
        text = f"[{','.join(each.model_dump_json(by_alias=True) for each in content)}]"
    return Response(text, media_type="application/json")

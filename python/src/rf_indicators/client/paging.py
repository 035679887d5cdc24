"""How the iterators follow the pages of a list."""

from typing import Any, Optional, TypeVar

from ..errors import ServerError
from ..models.base import Page
from .wire import Call

AnyPage = TypeVar("AnyPage", bound=Page[Any])


def rows_per_page(limit: Optional[int], page_size: int) -> int:
    """How many rows a request asks for: no more than the caller wants in total."""
    if limit is not None and limit < 1:
        raise ValueError("limit must be at least 1.")
    return page_size if limit is None else min(limit, page_size)


def next_call(call: Call[AnyPage], page: AnyPage) -> Optional[Call[AnyPage]]:
    """The call for the page after this one; None after the last page."""
    if page.next_cursor is None:
        return None
    if page.next_cursor == call.query.get("cursor"):
        detail = "A page names itself as the next page, so the list would never end."
        raise ServerError(200, {"title": "Invalid answer", "code": "invalid_answer", "detail": detail})
    return call.with_cursor(page.next_cursor)

"""Requests and answers as they go over the wire, and how addresses are written. No input or output happens here."""

from datetime import date, datetime, timezone
from typing import Any, Callable, Dict, Generic, List, Mapping, NamedTuple, Optional, Tuple, TypeVar, Union
from urllib.parse import quote, urlencode, urlsplit

Answer_co = TypeVar("Answer_co", covariant=True)

Moment = Union[str, date, datetime]
"""An instant or a date; a text goes as it is."""

QueryValue = Union[Moment, int, None]


class WireRequest(NamedTuple):
    method: str
    url: str
    headers: Dict[str, str]
    content: Optional[bytes]


class WireAnswer(NamedTuple):
    """``headers`` has lower-case names."""

    status: int
    headers: Mapping[str, str]
    content: bytes


class NoAnswer(NamedTuple):
    """The request was sent, or was not, and no answer came."""

    error: Exception
    timed_out: bool


class Call(Generic[Answer_co]):
    """One operation of the service, ready to be sent, and how its answer is read."""

    def __init__(
        self,
        method: str,
        path: str,
        read: Callable[[Dict[str, Any]], Answer_co],
        *,
        query: Optional[Dict[str, QueryValue]] = None,
        body: Optional[Dict[str, Any]] = None,
        headers: Optional[Dict[str, str]] = None,
        takes_key: bool = False,
        repeatable: bool = True,
    ) -> None:
        self.method = method
        self.path = path
        self.read = read
        self.query = query or {}
        self.body = body
        self.headers = headers or {}
        self.takes_key = takes_key
        """Whether the key is sent: operations without one never see it."""
        self.repeatable = repeatable
        """Whether sending it twice does no more than sending it once."""

    def with_cursor(self, cursor: str) -> "Call[Answer_co]":
        """The same call for the next page of its list."""
        return Call(
            self.method,
            self.path,
            self.read,
            query={**self.query, "cursor": cursor},
            headers=self.headers,
            takes_key=self.takes_key,
            repeatable=self.repeatable,
        )

    def address(self, base_url: str) -> str:
        pairs: List[Tuple[str, str]] = [
            (name, query_text(value)) for name, value in self.query.items() if value is not None
        ]
        question = "?" + urlencode(pairs, quote_via=quote, safe="") if pairs else ""
        return base_url + self.path + question


def path_segment(text: str, what: str) -> str:
    """A text as one segment of a path, whatever it holds."""
    if not text or text in (".", ".."):
        raise ValueError(f"{text!r} is no {what}.")
    return quote(text, safe="")


def query_text(value: Union[Moment, int]) -> str:
    """A parameter as the service reads it: instants in UTC with Z, dates as they are."""
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError("Give a datetime with a time zone: the service asks about instants.")
        return value.astimezone(timezone.utc).replace(tzinfo=None).isoformat() + "Z"
    if isinstance(value, date):
        return value.isoformat()
    return str(value)


def checked_base_url(base_url: str) -> str:
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise ValueError(f"{base_url!r} is no base URL, such as https://indicators.example.")
    return base_url.rstrip("/")

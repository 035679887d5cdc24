"""Requests and responses as plain data, and how addresses are written. Nothing is sent here."""

import uuid
from datetime import date, datetime, timezone
from typing import Any, Callable, Dict, Generic, List, Mapping, NamedTuple, Optional, Tuple, TypeVar, Union
from urllib.parse import quote, urlencode, urlsplit

Answer_co = TypeVar("Answer_co", covariant=True)

Moment = Union[str, date, datetime]
"""An instant or a date. A string is sent unchanged."""

QueryValue = Union[Moment, bool, int, float, None]


class WireRequest(NamedTuple):
    method: str
    url: str
    headers: Dict[str, str]
    content: Optional[bytes]


class WireAnswer(NamedTuple):
    """A response. Header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    content: bytes


class UnreadableAnswer(NamedTuple):
    """A response whose body was given up. It cannot be one of the service."""

    status: int
    headers: Mapping[str, str]


class NoAnswer(NamedTuple):
    """No response arrived. The request may have been sent or not."""

    error: Exception
    timed_out: bool


class Reader(Generic[Answer_co]):
    """How a successful response is read, and the media type to ask for."""

    def __init__(self, media_type: str, read: Callable[[WireAnswer], Answer_co]) -> None:
        self.media_type = media_type
        self.read = read


class Call(Generic[Answer_co]):
    """One request to the service, and how its response is read."""

    def __init__(
        self,
        method: str,
        path: str,
        reader: Reader[Answer_co],
        *,
        query: Optional[Dict[str, QueryValue]] = None,
        body: Optional[Dict[str, Any]] = None,
        headers: Optional[Dict[str, str]] = None,
        takes_key: bool = False,
        repeatable: bool = True,
    ) -> None:
        self.method = method
        self.path = path
        self.reader = reader
        self.query = query or {}
        self.body = body
        self.headers = headers or {}
        self.takes_key = takes_key
        """Whether the API key is sent. Public operations never receive it."""
        self.repeatable = repeatable
        """Whether sending it twice has the same effect as sending it once."""

    def with_cursor(self, cursor: str) -> "Call[Answer_co]":
        """The same call for the next page of its list."""
        return Call(
            self.method,
            self.path,
            self.reader,
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


def path_segment(text: str, parameter: str) -> str:
    """A string as one segment of a path, with every reserved character escaped."""
    if not text or text in (".", ".."):
        raise ValueError(f"{parameter} must not be {text!r}.")
    return quote(text, safe="")


def path_segments(text: str, parameter: str) -> str:
    """A string as several segments of a path. Its slashes separate them."""
    return "/".join(path_segment(segment, parameter) for segment in text.split("/"))


def present_members(members: Dict[str, Any]) -> Dict[str, Any]:
    """A request body without the members that were not given."""
    return {name: value for name, value in members.items() if value is not None}


def new_idempotency_key() -> str:
    return str(uuid.uuid4())


def query_text(value: Union[Moment, bool, int, float]) -> str:
    """A query parameter as the service reads it: instants in UTC with Z, dates as they are."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError("The datetime has no time zone. Pass one with tzinfo, such as timezone.utc.")
        return value.astimezone(timezone.utc).replace(tzinfo=None).isoformat() + "Z"
    if isinstance(value, date):
        return value.isoformat()
    return str(value)


def checked_base_url(base_url: str) -> str:
    if not base_url:
        raise ValueError(
            "base_url is missing. Give the URL of the service: RfClient(base_url='https://indicators.example'). "
            "If it comes from an environment variable, check that the variable is set."
        )
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise ValueError(f"{base_url!r} is not a valid base URL. Use a URL such as https://indicators.example.")
    return base_url.rstrip("/")

"""The base classes of all models: JSON objects with their members as attributes."""

from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Dict,
    FrozenSet,
    Generic,
    ItemsView,
    Iterator,
    KeysView,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Type,
    TypeVar,
    Union,
)

from ..rate_limit import RateLimit


class Model:
    """A JSON object with its members as attributes. Two models are equal if their JSON is equal.

    Members can also be read as in a dict: ``model["name"]`` and ``model.get("name")`` return plain JSON.
    """

    __slots__ = ("rate_limit", "raw")

    raw: Dict[str, Any]
    """The JSON object as it was received, including members that this version does not know."""

    rate_limit: Optional[RateLimit]
    """The rate limit as the response that carried this object reported it. None if it reported none."""

    _nested: ClassVar[Mapping[str, "Wrapper"]] = {}
    _may_be_absent: ClassVar[FrozenSet[str]] = frozenset()

    def __init__(self, raw: Dict[str, Any], rate_limit: Optional[RateLimit] = None) -> None:
        self.raw = raw
        self.rate_limit = rate_limit

    if not TYPE_CHECKING:  # type checkers should accept declared members only

        def __getattr__(self, name: str) -> Any:
            # Copying and unpickling ask for attributes before the slots are filled.
            if name.startswith("__") or name in Model.__slots__:
                raise AttributeError(name)
            member = name[:-1] if name.endswith("_") else name
            if member in self.raw:
                return wrapped(self.raw[member], self._nested.get(member), self.rate_limit)
            if member in self._may_be_absent:
                return None
            raise AttributeError(f"{type(self).__name__} has no member {member!r}.")

    def __getitem__(self, name: str) -> Any:
        return self.raw[name]

    def __contains__(self, name: object) -> bool:
        return name in self.raw

    def __iter__(self) -> Iterator[Any]:
        return iter(self.raw)

    def get(self, name: str, default: Any = None) -> Any:
        """The plain JSON of a member, or the default if the member is absent."""
        return self.raw.get(name, default)

    def keys(self) -> KeysView[str]:
        """The names of all members that were received."""
        return self.raw.keys()

    def items(self) -> ItemsView[str, Any]:
        """The names and the plain JSON of all members that were received."""
        return self.raw.items()

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Model) and other.raw == self.raw

    def __hash__(self) -> int:
        raise TypeError(f"{type(self).__name__} is not hashable, because it holds a dict.")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.raw!r})"


class MapOf(NamedTuple):
    """A JSON object whose members have arbitrary names and all the same model."""

    values: Type[Model]


Wrapper = Union[Type[Model], MapOf]


def wrapped(value: Any, wrapper: Optional[Wrapper], rate_limit: Optional[RateLimit]) -> Any:
    """A JSON value as models, as far as it has the expected form; anything else stays as it is."""
    if wrapper is None:
        return value
    if isinstance(value, list):
        return [wrapped(each, wrapper, rate_limit) for each in value]
    if not isinstance(value, dict):
        return value
    if isinstance(wrapper, MapOf):
        return {name: wrapped(each, wrapper.values, rate_limit) for name, each in value.items()}
    return wrapper(value, rate_limit)


Row = TypeVar("Row", bound=Model)


class Page(Model, Generic[Row]):
    """One page of a list. Iterating over it yields its rows."""

    __slots__ = ()
    _may_be_absent = frozenset({"next_cursor"})

    data: List[Row]
    next_cursor: Optional[str]
    """The cursor of the next page; None on the last page and in lists that have no pages."""

    def __iter__(self) -> Iterator[Row]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.raw["data"])

    def __contains__(self, row: object) -> bool:
        return any(row == each for each in self)

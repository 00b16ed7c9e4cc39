"""What recipes name and packages bring: tasks, metrics, languages, each kind in one registry."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from inspect import isabstract
from typing import TYPE_CHECKING, TypeVar

from lvbuild.errors import UsageError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")


class Registry(Mapping[str, T]):
    """The things of a kind, such as tasks, by their names.

    Those that come with lvbuild are known by the modules that register them, which are imported
    when a name is looked up. An installed package brings one by an entry point of `group` with its
    name and its module, in every process alike; a program may register one for its own process.
    What a package brings has to be of the class `base`, named as `module:Class`.
    """

    def __init__(self, kind: str, base: str, shipped: Mapping[str, str]) -> None:
        self.shipped = shipped
        self._base = base
        self.group = f"lvbuild.{kind}s"
        self._kind = kind
        self._registered: dict[str, T] = {}

    def register(self, name: str, thing: T) -> None:
        """Make a thing known by a name; one that is registered already is taken over."""
        self._registered[name] = thing

    def registered(self) -> Collection[T]:
        """Return those that were registered: of what comes with lvbuild, what was asked for."""
        return self._registered.values()

    def __getitem__(self, name: str) -> T:
        """Return the thing of a name.

        Raises KeyError where there is none, and UsageError where a package promises it and does
        not keep that.
        """
        if name not in self._registered:
            if name in self.shipped:
                import_module(self.shipped[name])
            else:
                self._load(self._installed[name])
        return self._registered[name]

    def __contains__(self, name: object) -> bool:
        """Tell whether there is one; other packages are looked through only for other names."""
        return name in self._registered or name in self.shipped or name in self._installed

    def __iter__(self) -> Iterator[str]:
        """Yield all names: those that come with lvbuild, then the others."""
        return iter(dict.fromkeys((*self.shipped, *sorted(self._installed), *self._registered)))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def check(self, name: str) -> str:
        """Return a name; raise ValueError, which says what there is, where it is none of these."""
        if name not in self:
            *names, last = map(repr, self)
            raise ValueError(
                f"must be {', '.join(names)} or {last}, not {name!r}; a {self._kind} of another"
                f" package is known where that is installed, by an entry point {self.group}"
            )
        return name

    @cached_property
    def _installed(self) -> dict[str, EntryPoint]:
        from importlib.metadata import entry_points

        found: dict[str, EntryPoint] = {}
        for point in entry_points(group=self.group):
            if point.name in self.shipped:
                raise UsageError(
                    f"{point.value} brings the {self._kind} {point.name!r}, which is lvbuild's own;"
                    " give it another name"
                )
            if found.setdefault(point.name, point).value != point.value:
                raise UsageError(
                    f"two packages bring the {self._kind} {point.name!r}:"
                    f" {found[point.name].value} and {point.value}; remove one of them"
                )
        return found

    def _load(self, point: EntryPoint) -> None:
        package = point.dist.name if point.dist else "?"
        what = f"the {self._kind} {point.name!r} of the package {package}"
        try:
            point.load()
        except (Exception, SystemExit) as error:
            raise UsageError(f"{what} cannot be imported ({error}); mend {point.value}") from error
        if point.name not in self._registered:
            raise UsageError(f"{what} is not registered by {point.value}; decorate it by register")
        module, _, name = self._base.partition(":")
        base, thing = getattr(import_module(module), name), self._registered[point.name]
        brought = thing if isinstance(thing, type) else type(thing)
        if not issubclass(brought, base) or isabstract(brought):
            lacking = ", ".join(sorted(getattr(brought, "__abstractmethods__", ()))) or "its base"
            raise UsageError(f"{what} is no whole {name}: {point.value} lacks {lacking}")

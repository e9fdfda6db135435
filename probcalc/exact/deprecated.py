"""A public name that will go, with a warning that names what to write instead."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import deprecated
elif sys.version_info >= (3, 13):
    from warnings import deprecated
else:
    import functools
    import warnings
    from collections.abc import Callable
    from typing import TypeVar

    T = TypeVar("T", bound=Callable[..., object])

    def deprecated(message: str) -> Callable[[T], T]:
        """Mark a function or a class that will go, as `warnings.deprecated` does from Python 3.13 on.

        >>> @deprecated("armor goes in 2.0; use armour")
        ... def armor():
        ...     return 24
        >>> armor.__deprecated__
        'armor goes in 2.0; use armour'
        >>> with warnings.catch_warnings(record=True, action="always") as said:
        ...     armor(), [str(warning.message) for warning in said]
        (24, ['armor goes in 2.0; use armour'])

        Args:
            message: what to use in its place, and with which version it goes.
        """

        def marked(found: T) -> T:
            if isinstance(found, type):
                made = found.__init__

                @functools.wraps(made)
                def begun(self: object, *given: object, **named: object) -> None:
                    if type(self) is found:
                        warnings.warn(message, DeprecationWarning, stacklevel=2)
                    made(self, *given, **named)

                found.__init__ = begun
                found.__deprecated__ = message
                return found

            @functools.wraps(found)
            def called(*given: object, **named: object) -> object:
                warnings.warn(message, DeprecationWarning, stacklevel=2)
                return found(*given, **named)

            called.__deprecated__ = message
            return called

        return marked


__all__ = ["deprecated"]

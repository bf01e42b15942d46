"""What lies where in a record: the types of `records`, for Numba and for NumPy."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
from numba import types

from .words import UInt128


class Atomic:
    """A number that several threads read and write."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind

    def __repr__(self) -> str:
        return f"atomic({self.kind})"


class Argument:
    """A record or an array as an argument of a kernel: memory of NumPy, and the type that the kernel sees in it."""

    __slots__ = ("_numba_type_", "address", "memory")

    def __init__(self, kind: types.Type, memory: np.ndarray[Any, Any]) -> None:
        self._numba_type_ = kind
        self.memory = memory
        self.address = int(memory.ctypes.data)


class Array(types.Type):
    """Elements of one kind side by side; the value is the address of the first."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        super().__init__(name=f"plyground.array({kind!r})")

    def at(self, memory: np.ndarray[Any, Any]) -> Argument:
        """This memory as an argument of a kernel."""
        return Argument(self, memory)


class Inline:
    """A field of so many elements."""

    def __init__(self, kind: Any, count: int) -> None:
        self.array = Array(kind)
        self.count = count

    def __repr__(self) -> str:
        return f"array({self.array.kind!r}, {self.count})"


class Pointer:
    """A field that holds the address of an array."""

    def __init__(self, kind: Any) -> None:
        self.array = Array(kind)

    def __repr__(self) -> str:
        return f"pointer({self.array.kind!r})"


class Reference:
    """A field that holds the address of one record."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind

    def __repr__(self) -> str:
        return f"reference({self.kind!r})"


class Record(types.Type):
    """Named fields at fixed distances from an address."""

    def __init__(self, name: str, **fields: Any) -> None:
        self.fields = fields
        self.offsets: dict[str, int] = {}
        size = 0
        for field, kind in fields.items():
            width = alignment_of(kind)
            size = -(-size // width) * width
            self.offsets[field] = size
            size += size_of(kind)
        width = max(alignment_of(kind) for kind in fields.values())
        self.size = -(-size // width) * width
        self.dtype: np.dtype[Any] = np.dtype(
            {
                "names": list(fields),
                "formats": [dtype_of(kind) for kind in fields.values()],
                "offsets": list(self.offsets.values()),
                "itemsize": self.size,
            }
        )
        """The same layout for NumPy."""
        super().__init__(name=_type_name(name, fields))

    def new(self, count: int = 1) -> np.ndarray[Any, Any]:
        """So many records, all zero."""
        return np.zeros(count, self.dtype)

    def at(self, memory: np.ndarray[Any, Any]) -> Argument:
        """This memory as an argument of a kernel."""
        return Argument(self, memory)


class Columns(types.Type):
    """Arrays of equal length, one behind the other: a table stored column by column, so that a sweep over one column
    compiles to vectors. The value is the address of the first column and the number of rows."""

    def __init__(self, name: str, **fields: Any) -> None:
        self.fields = fields
        widths = {size_of(kind) for kind in fields.values()}
        if len(widths) != 1:
            raise ValueError(f"the columns of {name} differ in width")
        (self.width,) = widths
        self.order = {field: number for number, field in enumerate(fields)}
        super().__init__(name=_type_name(name, fields))

    def place(self, field: str, rows: int, row: int) -> int:
        """The place of an element, counted from the first of the table."""
        return self.order[field] * rows + row

    def arrays(self, memory: np.ndarray[Any, Any], rows: int) -> dict[str, np.ndarray[Any, Any]]:
        """The columns of the table that an array starts with, for NumPy."""
        parts = memory[: len(self.fields) * rows].reshape(len(self.fields), rows)
        return {
            field: part.view(dtype_of(kind)) for (field, kind), part in zip(self.fields.items(), parts, strict=True)
        }


def _type_name(name: str, fields: dict[str, Any]) -> str:
    """Types are equal if their names are, so a name depends on the layout. It is short: it is part of every symbol."""
    layout = ", ".join(f"{field}: {kind!r}" for field, kind in fields.items())
    return f"plyground.{name}_{zlib.crc32(layout.encode()):08x}"


def array(kind: Any, count: int = 0) -> Inline:
    """A field of so many elements; 0: the last field, of a length that the kernel knows."""
    return Inline(kind, count)


def atomic(kind: Any) -> Atomic:
    return Atomic(kind)


def pointer(kind: Any) -> Pointer:
    return Pointer(kind)


def reference(kind: Any) -> Reference:
    return Reference(kind)


def plain_type(kind: Any) -> Any:
    """The type that reading a field or an element gives."""
    if isinstance(kind, Atomic | Reference):
        return kind.kind
    return kind.array if isinstance(kind, Inline | Pointer) else kind


def size_of(kind: Any) -> int:
    if isinstance(kind, Record):
        return kind.size
    if isinstance(kind, Inline):
        return kind.count * size_of(kind.array.kind)
    if isinstance(kind, Pointer | Reference):
        return 8
    if isinstance(kind, UInt128):
        return 16
    plain = plain_type(kind)
    return 1 if plain is types.boolean else int(plain.bitwidth) // 8


def alignment_of(kind: Any) -> int:
    if isinstance(kind, Record):
        return 8
    return alignment_of(kind.array.kind) if isinstance(kind, Inline) else min(size_of(kind), 8)


def dtype_of(kind: Any) -> Any:
    if isinstance(kind, Record):
        return kind.dtype
    if isinstance(kind, Inline):
        return np.dtype((dtype_of(kind.array.kind), (kind.count,)))
    if isinstance(kind, Pointer | Reference):
        return np.dtype(np.int64)
    if isinstance(kind, UInt128):
        return np.dtype((np.uint64, (2,)))
    return np.dtype(str(plain_type(kind)))

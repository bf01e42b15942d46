"""How kernels are compiled, announced, and kept between processes."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
from collections.abc import Callable, Iterator
from pickle import UnpicklingError
from typing import IO, Any, TypeVar

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, NullCache

from .cache import prepare
from .compilation import announce, announce_not_kept

F = TypeVar("F", bound=Callable[..., Any])

# Nobody calls the parts of a kernel from Python or C. Wrappers for that would take a quarter of the time to compile.
_PART = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def inner(function: F) -> F:
    """A part of a kernel: compiled into whoever calls it, never cached by itself."""
    compiled: F = numba.njit(**_PART)(function)
    return compiled


def inlined(function: F) -> F:
    """A part that LLVM has to put into its caller: calls would take a third of a playout's time."""
    compiled: F = numba.njit(forceinline=True, **_PART)(function)
    return compiled


def plain(part: F) -> F:
    """The Python function that a part was made from: what Python calls when it reads a kernel's memory."""
    function: F = part.py_func  # type: ignore[attr-defined]
    return function


def entry(function: F) -> F:
    """A kernel called from Python: runs without the interpreter's lock and is cached on disk."""
    compiled = numba.njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)
    compiled._cache = KernelCache(function)  # what `cache=True` does, with a cache of ours
    result: F = compiled
    return result


class _OurPlace(CompileResultCacheImpl):
    # Only `numba.config.CACHE_DIR`. The places that Numba tries next know nothing of our version and sources.
    _locator_classes = CompileResultCacheImpl._locator_classes[:1]


class _CheckedFiles(IndexDataCacheFile):
    """Numba's files with a checksum behind their content, which Numba does not read. Code that is not what was written
    could do anything, so a damaged file is deleted, and what it held is compiled again."""

    def _load_index(self) -> Any:
        return super()._load_index() if _is_whole(self._index_path) else {}

    def _load_data(self, name: str) -> Any:
        if not _is_whole(path := self._data_path(name)):
            raise FileNotFoundError(path)
        return super()._load_data(name)

    @contextlib.contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[IO[bytes]]:
        content = io.BytesIO()
        yield content
        with super()._open_for_write(filepath) as file:
            file.write(content.getvalue() + hashlib.sha256(content.getvalue()).digest())


def _is_whole(path: str) -> bool:
    """Whether the file is there with its checksum; it is deleted if that is wrong."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except FileNotFoundError:
        return False
    size = hashlib.sha256().digest_size
    if data[-size:] == hashlib.sha256(data[:-size]).digest():
        return True
    with contextlib.suppress(OSError):
        os.unlink(path)
    return False


class _DiskCache(FunctionCache):
    _impl_class = _OurPlace

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = _CheckedFiles(
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )


class KernelCache(NullCache):
    """Numba asks this for a kernel before it compiles one, and gives it what was compiled.

    So every compilation is announced, for whatever types, and a disk that is full or closed costs only time.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._disk: _DiskCache | None = None
        with contextlib.suppress(RuntimeError):  # there is nowhere to write
            self._disk = _DiskCache(function)

    @property
    def cache_path(self) -> str | None:
        return None if self._disk is None else self._disk.cache_path

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = None
        if self._disk is not None:
            with contextlib.suppress(OSError):
                try:
                    found = self._disk.load_overload(sig, target_context)
                except (EOFError, UnpicklingError):
                    self._disk.flush()  # a damaged file: forget what is there, and make it again
        if found is None:
            announce(self._function.__module__, self._function.__name__)
        return found

    def save_overload(self, sig: Any, cres: Any) -> None:
        if self._disk is None:
            announce_not_kept()
            return
        try:
            self._disk.save_overload(sig, cres)
        except OSError as error:
            announce_not_kept(str(numba.config.CACHE_DIR), error.strerror or str(error))


prepare()

"""Raw memory of any width, for kernels whose tables are read far more often than a 64-bit slot would allow.

`word` has the 64-bit slots; here are the narrow ones, and the atomic steps that threads on one tree need.
Addresses are `int64`; whoever calls a kernel keeps the arrays alive. Nothing checks a bound.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


def _pointer(builder: Any, address: Any, index: Any, kind: Any) -> Any:
    return builder.gep(builder.inttoptr(address, kind.as_pointer()), [index])


def _reader(kind: Any, result: Any) -> Any:
    @intrinsic
    def read(typingctx: Any, address: Any, index: Any) -> Any:
        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.load(_pointer(builder, args[0], args[1], kind))

        return result(types.int64, types.int64), codegen

    return read


def _writer(kind: Any, value_type: Any) -> Any:
    @intrinsic
    def write(typingctx: Any, address: Any, index: Any, value: Any) -> Any:
        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            builder.store(args[2], _pointer(builder, args[0], args[1], kind))
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, value_type), codegen

    return write


_I8, _I16, _I32, _I64 = (ir.IntType(bits) for bits in (8, 16, 32, 64))

load_u8, store_u8 = _reader(_I8, types.uint8), _writer(_I8, types.uint8)
load_u16, store_u16 = _reader(_I16, types.uint16), _writer(_I16, types.uint16)
load_u32, store_u32 = _reader(_I32, types.uint32), _writer(_I32, types.uint32)
load_i32, store_i32 = _reader(_I32, types.int32), _writer(_I32, types.int32)
load_i64, store_i64 = _reader(_I64, types.int64), _writer(_I64, types.int64)
load_u64, store_u64 = _reader(_I64, types.uint64), _writer(_I64, types.uint64)
load_f32, store_f32 = _reader(ir.FloatType(), types.float32), _writer(ir.FloatType(), types.float32)
load_f64, store_f64 = _reader(ir.DoubleType(), types.float64), _writer(ir.DoubleType(), types.float64)


@intrinsic
def look(typingctx: Any, address: Any, index: Any) -> Any:
    """The `int64` there now, read from memory every time: what another thread wrote is seen sooner or later."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.load_atomic(_pointer(builder, args[0], args[1], _I64), "acquire", 8)

    return types.int64(types.int64, types.int64), codegen


@intrinsic
def copy_bytes(typingctx: Any, target: Any, source: Any, count: Any) -> Any:
    """`count` bytes from one address to another; the two must not overlap."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = _I8.as_pointer()
        function = builder.module.declare_intrinsic("llvm.memcpy", [pointer, pointer, _I64])
        to, start = (builder.inttoptr(argument, pointer) for argument in args[:2])
        builder.call(function, [to, start, args[2], ir.Constant(ir.IntType(1), 0)])
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), codegen


def _adder(kind: Any, value_type: Any) -> Any:
    @intrinsic
    def add(typingctx: Any, address: Any, index: Any, value: Any) -> Any:
        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            pointer = _pointer(builder, args[0], args[1], kind)
            return builder.atomic_rmw("add", pointer, args[2], "monotonic")

        return value_type(types.int64, types.int64, value_type), codegen

    return add


# Atomic: adds and returns what was there before.
add_i32, add_i64 = _adder(_I32, types.int32), _adder(_I64, types.int64)


@intrinsic
def claim_i32(typingctx: Any, address: Any, index: Any, expected: Any, value: Any) -> Any:
    """Atomic: `value` replaces `expected`; True if it did, False if something else stood there."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = _pointer(builder, args[0], args[1], _I32)
        result = builder.cmpxchg(pointer, args[2], args[3], "acq_rel", "monotonic")
        return builder.extract_value(result, 1)

    return types.boolean(types.int64, types.int64, types.int32, types.int32), codegen


@intrinsic
def claim_i64(typingctx: Any, address: Any, index: Any, expected: Any, value: Any) -> Any:
    """`claim_i32` for 64 bits."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = _pointer(builder, args[0], args[1], _I64)
        result = builder.cmpxchg(pointer, args[2], args[3], "acq_rel", "monotonic")
        return builder.extract_value(result, 1)

    return types.boolean(types.int64, types.int64, types.uint64, types.uint64), codegen


@intrinsic
def publish_i32(typingctx: Any, address: Any, index: Any, value: Any) -> Any:
    """Writes so that whoever sees it sees everything written before it, too."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        builder.store_atomic(args[2], _pointer(builder, args[0], args[1], _I32), "release", 4)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int32), codegen


@intrinsic
def observe_i32(typingctx: Any, address: Any, index: Any) -> Any:
    """The other end of `publish_i32`."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.load_atomic(_pointer(builder, args[0], args[1], _I32), "acquire", 4)

    return types.int32(types.int64, types.int64), codegen


@intrinsic
def count_ones(typingctx: Any, word: Any) -> Any:
    """Bits set in a `uint64`."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


@intrinsic
def lowest_one(typingctx: Any, word: Any) -> Any:
    """The number of the lowest bit set; undefined for 0."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), codegen

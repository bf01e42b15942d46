"""Machine words for the kernels: a 128-bit unsigned integer beside Numba's own, bit counts, and halves.

The exact search is written once, over "a word". Numba compiles it for `uint64` (boards of up to 64 bits) and for
`uint128` (up to 128), chosen by the type of the arguments. LLVM has 128-bit integers of its own; this module only
gives them a name and the operators that the kernels use.
"""

from __future__ import annotations

import operator
from typing import Any, ClassVar

from llvmlite import ir
from numba import types
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

_I64 = ir.IntType(64)
_I128 = ir.IntType(128)


class UInt128(types.Type):
    """The Numba type of a 128-bit unsigned integer; values never leave compiled code."""

    def __init__(self) -> None:
        super().__init__(name="plyground.uint128")


uint128 = UInt128()


@register_model(UInt128)
class _UInt128Model(models.PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, _I128)


def _define(op: Any, result: Any, *arguments: Any) -> Any:
    """Register `op(*arguments) -> result` for typing and return the decorator for its lowering."""

    @infer_global(op)
    class _Template(ConcreteTemplate):
        cases: ClassVar[list[Any]] = [signature(result, *arguments)]

    return lower_builtin(op, *arguments)


@_define(operator.and_, uint128, uint128, uint128)
def _and(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.and_(*args)


@_define(operator.or_, uint128, uint128, uint128)
def _or(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.or_(*args)


@_define(operator.xor, uint128, uint128, uint128)
def _xor(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.xor(*args)


@_define(operator.add, uint128, uint128, uint128)
def _add(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.add(*args)


@_define(operator.sub, uint128, uint128, uint128)
def _sub(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.sub(*args)


@_define(operator.invert, uint128, uint128)
def _invert(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.not_(args[0])


@_define(operator.lshift, uint128, uint128, types.int64)
def _lshift(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.shl(args[0], builder.zext(args[1], _I128))


@_define(operator.rshift, uint128, uint128, types.int64)
def _rshift(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.lshr(args[0], builder.zext(args[1], _I128))


@_define(operator.eq, types.boolean, uint128, uint128)
def _eq(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.icmp_unsigned("==", *args)


@_define(operator.ne, types.boolean, uint128, uint128)
def _ne(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.icmp_unsigned("!=", *args)


@_define(operator.lt, types.boolean, uint128, uint128)
def _lt(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.icmp_unsigned("<", *args)


def _is_word(kind: Any) -> bool:
    return kind == types.uint64 or isinstance(kind, UInt128)


@intrinsic
def is_wide(typingctx: Any, word: Any) -> Any:
    """True for `uint128`: a constant to the compiler, which drops the branch not taken."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return ir.Constant(ir.IntType(1), 1 if isinstance(sig.args[0], UInt128) else 0)

    return types.boolean(word), codegen


@intrinsic
def lowest_bit(typingctx: Any, word: Any) -> Any:
    """The lowest set bit alone; zero for zero."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.and_(args[0], builder.neg(args[0]))

    return word(word), codegen


@intrinsic
def one_like(typingctx: Any, word: Any) -> Any:
    """The number one, as a word of the type of `word`."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return ir.Constant(args[0].type, 1)

    return word(word), codegen


@intrinsic
def zero_like(typingctx: Any, word: Any) -> Any:
    """Zero, as a word of the type of `word`."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return ir.Constant(args[0].type, 0)

    return word(word), codegen


@intrinsic
def make_word(typingctx: Any, like: Any, low: Any, high: Any) -> Any:
    """The word of the type of `like` with the given 64-bit halves (one-word boards ignore the high half)."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        if not isinstance(sig.args[0], UInt128):
            return args[1]
        low128 = builder.zext(args[1], _I128)
        high128 = builder.shl(builder.zext(args[2], _I128), ir.Constant(_I128, 64))
        return builder.or_(low128, high128)

    return like(like, types.uint64, types.uint64), codegen


@intrinsic
def low_half(typingctx: Any, word: Any) -> Any:
    """Bits 0 to 63."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.trunc(args[0], _I64) if isinstance(sig.args[0], UInt128) else args[0]

    return types.uint64(word), codegen


@intrinsic
def high_half(typingctx: Any, word: Any) -> Any:
    """Bits 64 to 127; zero for one-word boards."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        if not isinstance(sig.args[0], UInt128):
            return ir.Constant(_I64, 0)
        return builder.trunc(builder.lshr(args[0], ir.Constant(_I128, 64)), _I64)

    return types.uint64(word), codegen


@intrinsic
def count_bits(typingctx: Any, word: Any) -> Any:
    """The number of set bits."""
    if not _is_word(word):
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        count = builder.ctpop(args[0])
        return builder.trunc(count, _I64) if isinstance(sig.args[0], UInt128) else count

    return types.int64(word), codegen


@intrinsic
def lowest_bit_index(typingctx: Any, word: Any) -> Any:
    """The index of the lowest set bit; the word must not be zero."""
    if not _is_word(word):
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        index = builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))
        return builder.trunc(index, _I64) if isinstance(sig.args[0], UInt128) else index

    return types.int64(word), codegen

"""Vectors of 128 bytes or more, for loops that have to compile to vectors whatever the optimizer thinks of them.

A vector lives in registers, as many as the machine needs for it. It is read from memory and written there number by
number, side by side, and needs no alignment: `load(weights, 64)` takes the fractions 64 to 95.

    total = load(biases, 0)
    for k in range(count):
        total = add_times(total, numbers[k], load(rows, k * WIDTH))
    store(results, 0, positive(total))

Words of 64 bits can be shifted and joined like single ones: `(words >> 3) & mask`.
"""

from __future__ import annotations

import operator
from typing import Any, ClassVar

from llvmlite import ir
from numba import types
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

from .layout import Array, size_of

# The numbers of a vector: 64 whole ones of 16 bits, 32 of 32 bits or fractions, or 16 words of 64 bits.
SHORTS = 64
WIDTH = 32
WORDS = 16

_I32 = ir.IntType(32)
_I64 = ir.IntType(64)


class Vector(types.Type):
    """The Numba type of a vector; values never leave compiled code."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        self.width = {types.int16: SHORTS, types.uint64: WORDS}.get(kind, WIDTH)
        super().__init__(name=f"plyground.vector({kind})")


int16s = Vector(types.int16)
int32s = Vector(types.int32)
float32s = Vector(types.float32)
words = Vector(types.uint64)


@register_model(Vector)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, ir.VectorType(dmm[fe_type.kind].get_value_type(), fe_type.width))


def _all(builder: Any, number: Any, width: int = WIDTH) -> Any:
    """A vector of one number, again and again."""
    kind = ir.VectorType(number.type, width)
    single = builder.insert_element(ir.Constant(kind, ir.Undefined), number, ir.Constant(_I32, 0))
    return builder.shuffle_vector(single, single, ir.Constant(ir.VectorType(_I32, width), [0] * width))


def _call(builder: Any, name: str, result: Any, args: Any, fastmath: tuple[str, ...] = ()) -> Any:
    """Calls a function of LLVM."""
    function = builder.module.globals.get(name)
    if function is None:
        function = ir.Function(builder.module, ir.FunctionType(result, [value.type for value in args]), name)
    return builder.call(function, args, fastmath=fastmath)


def _place(context: Any, builder: Any, array: Any, args: Any, width: int = WIDTH) -> Any:
    """A pointer to the vector that starts at an element of an array."""
    kind = ir.VectorType(context.get_data_type(array.kind), width)
    first = builder.gep(args[0], [builder.mul(args[1], ir.Constant(_I64, size_of(array.kind)))])
    return builder.bitcast(first, kind.as_pointer())


@intrinsic
def load(typingctx: Any, array: Any, index: Any) -> Any:
    """The numbers of an array from `index` on; bytes become numbers of 16 bits."""
    if not isinstance(array, Array):
        return None
    result = int16s if array.kind == types.int8 else Vector(array.kind)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        value = builder.load(_place(context, builder, array, args, result.width), align=size_of(array.kind))
        return builder.sext(value, context.get_value_type(result)) if array.kind == types.int8 else value

    return result(array, types.int64), codegen


@intrinsic
def store(typingctx: Any, array: Any, index: Any, vector: Any) -> Any:
    """Writes a vector over the numbers of an array from `index` on."""
    if not (isinstance(vector, Vector) and array.kind == vector.kind):
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        builder.store(args[2], _place(context, builder, array, args, vector.width), align=size_of(array.kind))
        return context.get_dummy_value()

    return types.void(array, types.int64, vector), codegen


@intrinsic
def store_as_int32(typingctx: Any, array: Any, index: Any, vector: Any) -> Any:
    """Writes words over 16 numbers of 32 bits."""
    if vector != words or array.kind != types.int32:
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        value = builder.trunc(args[2], ir.VectorType(_I32, WORDS))
        builder.store(value, _place(context, builder, array, args, WORDS), align=4)
        return context.get_dummy_value()

    return types.void(array, types.int64, words), codegen


@intrinsic
def backwards(typingctx: Any, vector: Any) -> Any:
    """Words, the last one first."""
    if vector != words:
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        order = ir.Constant(ir.VectorType(_I32, WORDS), list(reversed(range(WORDS))))
        return builder.shuffle_vector(args[0], args[0], order)

    return words(words), codegen


@intrinsic
def shifted_by_place(typingctx: Any, word: Any) -> Any:
    """A word as it is, without its lowest bit, without its two lowest bits, and so on."""
    if word != types.uint64:
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        places = ir.Constant(context.get_value_type(words), list(range(WORDS)))
        return builder.lshr(_all(builder, args[0], WORDS), places)

    return words(types.uint64), codegen


@intrinsic
def zeros(typingctx: Any, kind: Any) -> Any:
    """`zeros(float32)`: a vector of nothing but 0."""
    result = Vector(kind.instance_type if isinstance(kind, types.TypeRef) else kind.dtype)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return ir.Constant(context.get_value_type(result), None)

    return result(kind), codegen


@intrinsic
def clipped(typingctx: Any, vector: Any, low: Any, high: Any) -> Any:
    """Whole numbers, none of them less than `low` or more than `high`."""
    if vector != int16s:
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        value = args[0]
        for sign, bound in ((">", args[1]), ("<", args[2])):
            bounds = _all(builder, bound, SHORTS)
            value = builder.select(builder.icmp_signed(sign, value, bounds), value, bounds)
        return value

    return int16s(int16s, types.int16, types.int16), codegen


@intrinsic
def times_power(typingctx: Any, vector: Any, power: Any) -> Any:
    """Whole numbers of 16 bits times 2 ** power."""
    if vector != int16s:
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.shl(args[0], _all(builder, args[1], SHORTS))

    return int16s(int16s, types.int16), codegen


@intrinsic
def by_power(typingctx: Any, vector: Any, power: Any) -> Any:
    """Whole numbers of 16 bits by 2 ** power, rounded down."""
    if vector != int16s:
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ashr(args[0], _all(builder, args[1], SHORTS))

    return int16s(int16s, types.int16), codegen


@intrinsic
def upper_product(typingctx: Any, one: Any, other: Any) -> Any:
    """Of each product of whole numbers the upper 16 of its 32 bits: the product by 65,536, rounded down."""
    if one != int16s or other != int16s:
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        wide = ir.VectorType(_I32, SHORTS)
        product = builder.mul(*(builder.sext(value, wide) for value in args))
        half = ir.Constant(wide, [16] * SHORTS)
        return builder.trunc(builder.ashr(product, half), args[0].type)

    return int16s(int16s, int16s), codegen


@intrinsic
def add_up_to_most(typingctx: Any, one: Any, other: Any) -> Any:
    """Sums of whole numbers of 16 bits; the largest or smallest one where they would exceed it."""
    if one != int16s or other != int16s:
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _call(builder, f"llvm.sadd.sat.v{SHORTS}i16", args[0].type, args)

    return int16s(int16s, int16s), codegen


@intrinsic
def add_pair(typingctx: Any, total: Any, numbers: Any, at: Any, rows: Any, index: Any) -> Any:
    """`total + numbers[at] * row + numbers[at + 1] * next row`, in whole numbers of 16 bits, added up in 32 bits.

    The two rows of 32 begin at `index`, number beside number: the first of both, the second of both, and so on.
    """
    if total != int32s or numbers.kind != types.int16 or rows.kind != types.int16:
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        narrow = context.get_value_type(int16s)
        wide = ir.VectorType(_I32, SHORTS)

        def place(number: Any, kind: Any) -> Any:
            first = builder.gep(args[number], [builder.mul(args[number + 1], ir.Constant(_I64, 2))])
            return builder.load(builder.bitcast(first, kind.as_pointer()), align=2)

        pair = builder.bitcast(_all(builder, place(1, _I32)), narrow)
        products = builder.mul(builder.sext(place(3, narrow), wide), builder.sext(pair, wide))

        def half(start: int) -> Any:
            order = ir.Constant(ir.VectorType(_I32, WIDTH), list(range(start, SHORTS, 2)))
            return builder.shuffle_vector(products, products, order)

        return builder.add(args[0], builder.add(half(0), half(1)))

    return int32s(int32s, numbers, types.int64, rows, types.int64), codegen


@intrinsic
def as_floats(typingctx: Any, vector: Any) -> Any:
    """Whole numbers as fractions."""
    if vector != int32s:
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.sitofp(args[0], context.get_value_type(float32s))

    return float32s(int32s), codegen


@intrinsic
def positive(typingctx: Any, vector: Any) -> Any:
    """The numbers, with 0 for those that are negative."""
    if vector not in (int16s, float32s):
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        zero = ir.Constant(args[0].type, None)
        compare = builder.fcmp_ordered if vector == float32s else builder.icmp_signed
        return builder.select(compare(">", args[0], zero), args[0], zero)

    return vector(vector), codegen


@intrinsic
def add_times(typingctx: Any, total: Any, factor: Any, vector: Any) -> Any:
    """`total + factor * vector`, in one step where the machine has one; the factor is a number or a vector."""
    if total != float32s or vector != float32s:
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        factors = args[1] if factor == float32s else _all(builder, args[1])
        return _call(builder, f"llvm.fmuladd.v{WIDTH}f32", args[0].type, [factors, args[2], args[0]])

    return float32s(float32s, factor if factor == float32s else types.float32, float32s), codegen


@intrinsic
def inner_product(typingctx: Any, one: Any, other: Any) -> Any:
    """The sum of the products of fractions, in whatever order is fast."""
    if one != float32s or other != float32s:
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        number = ir.FloatType()
        given = [ir.Constant(number, 0.0), builder.fmul(args[0], args[1])]
        return _call(builder, f"llvm.vector.reduce.fadd.v{WIDTH}f32", number, given, fastmath=("reassoc",))

    return types.float32(float32s, float32s), codegen


@infer_global(operator.add)
class _Add(ConcreteTemplate):
    cases: ClassVar[list[Any]] = [signature(kind, kind, kind) for kind in (int16s, int32s, float32s)]


@lower_builtin(operator.add, int16s, int16s)
@lower_builtin(operator.add, int32s, int32s)
def _add_whole(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.add(*args)


@infer_global(operator.sub)
class _Subtract(ConcreteTemplate):
    cases: ClassVar[list[Any]] = [signature(int16s, int16s, int16s)]


@lower_builtin(operator.sub, int16s, int16s)
def _subtract_whole(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.sub(*args)


@lower_builtin(operator.add, float32s, float32s)
def _add_fractions(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.fadd(*args)


def _of_words(name: str, operation: Any) -> None:
    """Words and words, or words and one word for all of them."""

    class Operation(ConcreteTemplate):
        cases: ClassVar[list[Any]] = [signature(words, words, other) for other in (words, types.uint64, types.int64)]

    infer_global(operation)(Operation)

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        other = args[1] if sig.args[1] == words else _all(builder, args[1], WORDS)
        return getattr(builder, name)(args[0], other)

    for kind in (words, types.uint64, types.int64):
        lower_builtin(operation, words, kind)(lower)


for _name, _operation in {
    "lshr": operator.rshift,
    "shl": operator.lshift,
    "and_": operator.and_,
    "or_": operator.or_,
}.items():
    _of_words(_name, _operation)

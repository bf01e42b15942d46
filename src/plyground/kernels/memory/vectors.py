"""Vectors of 32 numbers, for loops that have to compile to vectors whatever the optimizer thinks of them.

A vector lives in registers, as many as the machine needs for it. It is read from memory and written there number by
number, side by side, and needs no alignment: `load(weights, 64)` takes the numbers 64 to 95.

    total = load(biases, 0)
    for k in range(count):
        total = add_times(total, numbers[k], load(rows, k * WIDTH))
    store(results, 0, positive(total))
"""

from __future__ import annotations

import operator
from typing import Any, ClassVar

from llvmlite import ir
from numba import types
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

from .layout import Array, size_of

WIDTH = 32

_I32 = ir.IntType(32)
_I64 = ir.IntType(64)


class Vector(types.Type):
    """The Numba type of a vector; values never leave compiled code."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        super().__init__(name=f"plyground.vector({kind})")


int16s = Vector(types.int16)
float32s = Vector(types.float32)


@register_model(Vector)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, ir.VectorType(dmm[fe_type.kind].get_value_type(), WIDTH))


def _all(builder: Any, number: Any) -> Any:
    """A vector of one number, 32 times."""
    kind = ir.VectorType(number.type, WIDTH)
    single = builder.insert_element(ir.Constant(kind, ir.Undefined), number, ir.Constant(_I32, 0))
    return builder.shuffle_vector(single, single, ir.Constant(ir.VectorType(_I32, WIDTH), [0] * WIDTH))


def _place(context: Any, builder: Any, array: Any, args: Any) -> Any:
    """A pointer to the vector that starts at an element of an array."""
    kind = ir.VectorType(context.get_data_type(array.kind), WIDTH)
    first = builder.gep(args[0], [builder.mul(args[1], ir.Constant(_I64, size_of(array.kind)))])
    return builder.bitcast(first, kind.as_pointer())


@intrinsic
def load(typingctx: Any, array: Any, index: Any) -> Any:
    """The 32 numbers of an array from `index` on; bytes become numbers of 16 bits."""
    if not isinstance(array, Array):
        return None
    result = int16s if array.kind == types.int8 else Vector(array.kind)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        value = builder.load(_place(context, builder, array, args), align=size_of(array.kind))
        return builder.sext(value, context.get_value_type(result)) if array.kind == types.int8 else value

    return result(array, types.int64), codegen


@intrinsic
def store(typingctx: Any, array: Any, index: Any, vector: Any) -> Any:
    """Writes a vector over the 32 numbers of an array from `index` on."""
    if not (isinstance(vector, Vector) and array.kind == vector.kind):
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        builder.store(args[2], _place(context, builder, array, args), align=size_of(array.kind))
        return context.get_dummy_value()

    return types.void(array, types.int64, vector), codegen


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
            bounds = _all(builder, bound)
            value = builder.select(builder.icmp_signed(sign, value, bounds), value, bounds)
        return value

    return int16s(int16s, types.int16, types.int16), codegen


@intrinsic
def as_floats(typingctx: Any, vector: Any, factor: Any) -> Any:
    """Whole numbers as fractions, each times `factor`."""
    if vector != int16s:
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.fmul(builder.sitofp(args[0], context.get_value_type(float32s)), _all(builder, args[1]))

    return float32s(int16s, types.float32), codegen


@intrinsic
def positive(typingctx: Any, vector: Any) -> Any:
    """Fractions, with 0 for those that are negative."""
    if vector != float32s:
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        zero = ir.Constant(args[0].type, None)
        return builder.select(builder.fcmp_ordered(">", args[0], zero), args[0], zero)

    return float32s(float32s), codegen


@intrinsic
def add_times(typingctx: Any, total: Any, number: Any, vector: Any) -> Any:
    """`total + number * vector`, in one step where the machine has one."""
    if total != float32s or vector != float32s:
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = args[0].type
        name = f"llvm.fmuladd.v{WIDTH}f32"
        function = builder.module.globals.get(name)
        if function is None:
            function = ir.Function(builder.module, ir.FunctionType(kind, [kind] * 3), name)
        return builder.call(function, [_all(builder, args[1]), args[2], args[0]])

    return float32s(float32s, types.float32, float32s), codegen


@intrinsic
def inner_product(typingctx: Any, one: Any, other: Any) -> Any:
    """The sum of the products of fractions, in whatever order is fast."""
    if one != float32s or other != float32s:
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        number = ir.FloatType()
        name = f"llvm.vector.reduce.fadd.v{WIDTH}f32"
        function = builder.module.globals.get(name)
        if function is None:
            function = ir.Function(builder.module, ir.FunctionType(number, [number, args[0].type]), name)
        products = builder.fmul(args[0], args[1])
        return builder.call(function, [ir.Constant(number, 0.0), products], fastmath=("reassoc",))

    return types.float32(float32s, float32s), codegen


@infer_global(operator.add)
class _Add(ConcreteTemplate):
    cases: ClassVar[list[Any]] = [signature(kind, kind, kind) for kind in (int16s, float32s)]


@lower_builtin(operator.add, int16s, int16s)
def _add_whole(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.add(*args)


@lower_builtin(operator.add, float32s, float32s)
def _add_fractions(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.fadd(*args)

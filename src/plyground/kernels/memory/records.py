"""Typed records over raw memory: `node.stones`, `frame.alpha = alpha`, `graph.nodes[i].visits` in compiled code.

A record's value is an address; its type knows the fields. Reading an attribute loads a number of the right width and
sign from memory, writing one stores it. Nothing is counted, copied or checked: whoever calls a kernel keeps the memory
alive, and an index beyond the end is a fault of the kernel.

    Node = Record("Node", stones=int64, mover=uint64, visits=atomic(int32))
    Tree = Record("Tree", used=int64, root=Node, nodes=pointer(Node))

    tree = view(Tree, address)          # in a kernel: from a number
    tree.nodes[3].stones += 1           # a record in an array is a record

Python makes the same memory with NumPy: `Node.new()` is a structured array with one element, `Node.dtype` its type.
A kernel that is called with `Node.at(memory)` sees a `Node` there, and with `Array(int32).at(memory)` an array.

Kinds of fields:
- numbers of Numba, and `uint128`, take their own width;
- a record stands inline, as does `array(kind, count)`;
- `pointer(kind)` is the address of an array that lies elsewhere, and reads like that array; `reference(kind)` is the
  address of one record, and reads like it. Writing either stores the address;
- `atomic(kind)` is read so that everything written before it is seen too (acquire), and written to match (release).
  `add` and `claim` change one in a single step.

NumPy arrays passed through the calls of a kernel would cost a fifth of the speed in reference counts.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.imputils import lower_getattr_generic, lower_setattr_generic
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr, infer_global, signature
from numba.extending import NativeValue, intrinsic, lower_builtin, models, register_model, unbox

from .layout import (
    Argument,
    Array,
    Atomic,
    Columns,
    Inline,
    Pointer,
    Record,
    Reference,
    alignment_of,
    array,
    atomic,
    plain_type,
    pointer,
    reference,
    size_of,
)

__all__ = [
    "Argument",
    "Array",
    "Columns",
    "Record",
    "add",
    "address_of",
    "array",
    "atomic",
    "claim",
    "columns",
    "copy_bytes",
    "part",
    "pointer",
    "prefetch",
    "reference",
    "shifted",
    "view",
]

_BYTE = ir.IntType(8)
_ADDRESS = _BYTE.as_pointer()
_I64 = ir.IntType(64)


@register_model(Record)
@register_model(Array)
class _AddressModel(models.PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, _ADDRESS)


@register_model(Columns)
class _ColumnsModel(models.StructModel):
    def __init__(self, dmm: Any, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, [("first", Array(types.uint8)), ("rows", types.int64)])


def _typed(context: Any, builder: Any, place: Any, kind: Any) -> Any:
    """A pointer to a number of this kind."""
    return builder.bitcast(place, context.get_data_type(plain_type(kind)).as_pointer())


def _load(context: Any, builder: Any, place: Any, kind: Any) -> Any:
    if isinstance(kind, Record | Inline):
        return place
    if isinstance(kind, Pointer | Reference):
        address = builder.load(builder.bitcast(place, _I64.as_pointer()))
        return builder.inttoptr(address, _ADDRESS)
    typed = _typed(context, builder, place, kind)
    if isinstance(kind, Atomic):
        return builder.load_atomic(typed, "acquire", size_of(kind))
    value = builder.load(typed, align=alignment_of(kind))
    return context.data_model_manager[plain_type(kind)].from_data(builder, value)


def _store(context: Any, builder: Any, place: Any, kind: Any, value: Any) -> None:
    if isinstance(kind, Pointer | Reference):
        builder.store(builder.ptrtoint(value, _I64), builder.bitcast(place, _I64.as_pointer()))
        return
    typed = _typed(context, builder, place, kind)
    if isinstance(kind, Atomic):
        builder.store_atomic(value, typed, "release", size_of(kind))
    else:
        data = context.data_model_manager[plain_type(kind)].as_data(builder, value)
        builder.store(data, typed, align=alignment_of(kind))


def _field(builder: Any, record: Any, value: Any, name: str) -> Any:
    return builder.gep(value, [ir.Constant(_I64, record.offsets[name])])


def _element(builder: Any, kind: Any, first: Any, index: Any) -> Any:
    return builder.gep(first, [builder.mul(index, ir.Constant(_I64, size_of(kind)))])


@infer_getattr
class _RecordAttributes(AttributeTemplate):
    key = Record

    def generic_resolve(self, record: Any, name: str) -> Any:
        return plain_type(record.fields[name]) if name in record.fields else None


@lower_getattr_generic(Record)
def _get_field(context: Any, builder: Any, record: Any, value: Any, name: str) -> Any:
    return _load(context, builder, _field(builder, record, value, name), record.fields[name])


@lower_setattr_generic(Record)
def _set_field(context: Any, builder: Any, sig: Any, args: Any, name: str) -> None:
    record = sig.args[0]
    _store(context, builder, _field(builder, record, args[0], name), record.fields[name], args[1])


@infer_getattr
class _ColumnsAttributes(AttributeTemplate):
    key = Columns

    def generic_resolve(self, table: Any, name: str) -> Any:
        return Array(table.fields[name]) if name in table.fields else None


@lower_getattr_generic(Columns)
def _get_column(context: Any, builder: Any, table: Any, value: Any, name: str) -> Any:
    parts = context.data_model_manager[table]
    before = ir.Constant(_I64, table.order[name] * table.width)
    return builder.gep(parts.get(builder, value, 0), [builder.mul(parts.get(builder, value, 1), before)])


@infer_global(operator.getitem)
class _ArrayGetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], Array) and isinstance(args[1], types.Integer):
            return signature(plain_type(args[0].kind), args[0], types.int64)
        return None


@lower_builtin(operator.getitem, Array, types.Integer)
def _get_element(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = sig.args[0].kind
    return _load(context, builder, _element(builder, kind, *args), kind)


@infer_global(operator.setitem)
class _ArraySetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], Array) and isinstance(args[1], types.Integer):
            return signature(types.void, args[0], types.int64, plain_type(args[0].kind))
        return None


@lower_builtin(operator.setitem, Array, types.Integer, types.Any)
def _set_element(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = sig.args[0].kind
    _store(context, builder, _element(builder, kind, args[0], args[1]), kind, args[2])
    return context.get_dummy_value()


@intrinsic
def view(typingctx: Any, kind: Any, address: Any) -> Any:
    """The record (or, given `Array(kind)`, the array) at an address."""
    record = kind.instance_type

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.inttoptr(args[1], _ADDRESS)

    return record(kind, types.int64), codegen


@intrinsic
def columns(typingctx: Any, kind: Any, first: Any, index: Any, rows: Any) -> Any:
    """The table of so many rows that starts at element `index` of an array."""
    table = kind.instance_type

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        value = context.make_helper(builder, table)
        value.first = _element(builder, first.kind, args[1], args[2])
        value.rows = args[3]
        return value._getvalue()

    return table(kind, first, types.int64, types.int64), codegen


@intrinsic
def address_of(typingctx: Any, place: Any) -> Any:
    """Where a record or an array lies, as a number."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ptrtoint(args[0], _I64)

    return types.int64(place), codegen


@intrinsic
def shifted(typingctx: Any, record: Any, count: Any) -> Any:
    """The record of the same kind so many bytes further on (or back), for records of a length known at run time."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.gep(args[0], [args[1]])

    return record(record, types.int64), codegen


@intrinsic
def copy_bytes(typingctx: Any, target: Any, source: Any, count: Any) -> Any:
    """Copies so many bytes from one record or array to another; the two must not overlap."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        function = builder.module.declare_intrinsic("llvm.memcpy", [_ADDRESS, _ADDRESS, _I64])
        builder.call(function, [*args, ir.Constant(ir.IntType(1), 0)])
        return context.get_dummy_value()

    return types.void(target, source, types.int64), codegen


@intrinsic
def prefetch(typingctx: Any, items: Any, index: Any) -> Any:
    """Asks for the cache line of an element that will be read soon."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        number = ir.IntType(32)
        function = builder.module.declare_intrinsic(
            "llvm.prefetch", [_ADDRESS], ir.FunctionType(ir.VoidType(), [_ADDRESS, number, number, number])
        )
        place = _element(builder, items.kind, *args)
        builder.call(function, [place, ir.Constant(number, 0), ir.Constant(number, 3), ir.Constant(number, 1)])
        return context.get_dummy_value()

    return types.void(items, types.int64), codegen


def _atomic_place(builder: Any, context: Any, sig: Any, args: Any) -> Any:
    """What `add` and `claim` change: a field of a record, by its name, or an element of an array, by its index."""
    owner, name = sig.args[0], sig.args[1]
    if isinstance(owner, Record):
        kind = owner.fields[name.literal_value]
        place = _field(builder, owner, args[0], name.literal_value)
    else:
        kind = owner.kind
        place = _element(builder, kind, args[0], args[1])
    return _typed(context, builder, place, kind)


def _atomic_kind(owner: Any, name: Any) -> tuple[Any, Any]:
    """The kind of what is changed, and the type of the second argument: a name, or a number."""
    if isinstance(owner, Record):
        return plain_type(owner.fields[name.literal_value]), name
    return plain_type(owner.kind), types.int64


@intrinsic(prefer_literal=True)
def add(typingctx: Any, owner: Any, name: Any, value: Any) -> Any:
    """`add(tree, "used", 4)`: adds in one step and returns what was there before."""
    kind, index = _atomic_kind(owner, name)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.atomic_rmw("add", _atomic_place(builder, context, sig, args), args[2], "monotonic")

    return kind(owner, index, kind), codegen


@intrinsic(prefer_literal=True)
def claim(typingctx: Any, owner: Any, name: Any, expected: Any, value: Any) -> Any:
    """`claim(node, "first", 0, -1)`: replaces what is expected there in one step; False if something else was there."""
    kind, index = _atomic_kind(owner, name)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        place = _atomic_place(builder, context, sig, args)
        result = builder.cmpxchg(place, args[2], args[3], "acq_rel", "monotonic")
        return builder.extract_value(result, 1)

    return types.boolean(owner, index, kind, kind), codegen


@intrinsic
def part(typingctx: Any, kind: Any, place: Any, count: Any) -> Any:
    """The record (or, given `Array(kind)`, the array) that starts so many bytes into a record or an array."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.gep(args[1], [args[2]])

    return kind.instance_type(kind, place, types.int64), codegen


@unbox(Record)
@unbox(Array)
def _unbox(kind: Any, argument: Any, c: Any) -> Any:
    number = c.pyapi.object_getattr_string(argument, "address")
    address = c.pyapi.long_as_longlong(number)
    c.pyapi.decref(number)
    return NativeValue(c.builder.inttoptr(address, _ADDRESS))

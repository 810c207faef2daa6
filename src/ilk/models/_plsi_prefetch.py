"""One instruction that Python cannot spell: ask the processor for memory that will be read soon."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numpy.typing import NDArray

READ, KEEP_IN_ALL_CACHES, DATA = 0, 3, 1


def _prefetch(_: Any, array: Any, row: Any, column: Any) -> Any:  # noqa: ARG001  # numba passes them by name
    """Return the signature and the code of one prefetch."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array_type = signature.args[0]
        struct = context.make_array(array_type)(context, builder, arguments[0])
        pointer_to: Any = cgutils.get_item_pointer
        address = pointer_to(context, builder, array_type, struct, arguments[1:])
        pointer = ir.IntType(8).as_pointer()
        word = ir.IntType(32)
        function = builder.module.declare_intrinsic(
            "llvm.prefetch", (pointer,), ir.FunctionType(ir.VoidType(), [pointer, word, word, word])
        )
        flags = [ir.Constant(word, flag) for flag in (READ, KEEP_IN_ALL_CACHES, DATA)]
        builder.call(function, [builder.bitcast(address, pointer), *flags])
        return context.get_dummy_value()

    return types.void(array, types.intp, types.intp), generate


prefetch = cast(Callable[[NDArray[Any], int, int], None], intrinsic(_prefetch))
"""Start to load the cache line of array[row, column]; no result depends on it."""

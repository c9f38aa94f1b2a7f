"""Run as a script of its own, in front of a program: gives up rights for good, then becomes the program.

A process that only starts another one and shares no thread with anybody may do so safely, which a fork of ours may not.
It imports nothing of ours, because it runs isolated.
"""

import ctypes
import json
import os
import struct
import sys
from typing import Any

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""Landlock's system calls, which have the same numbers on every processor that is told here."""
_BENEATH = 1
_NO_NEW_PRIVILEGES, _SECCOMP, _FILTER = 38, 22, 2
_FAILED = 126
"""The exit code of shells for a program that cannot be started."""


def main() -> None:
    """`launcher.py TASK PROGRAM ARGUMENT...`, the task as `landlock` and `bubblewrap` write it."""
    task, program = json.loads(sys.argv[1]), sys.argv[2:]
    kernel = ctypes.CDLL(None, use_errno=True)
    try:
        _checked(kernel.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0), "no new privileges")
        if task["handled"]:
            _restrict_files(kernel, task)
        if task["filter"]:
            _refuse_calls(kernel, bytes.fromhex(task["filter"]))
        os.execv(program[0], program)
    except OSError as problem:
        print(f"could not be confined and started: {problem}", file=sys.stderr)
        sys.exit(_FAILED)


def _restrict_files(kernel: Any, task: dict[str, Any]) -> None:
    attributes = struct.pack("=QQQ", task["handled"], 0, task["scoped"])[: task["size"]]
    rules = _checked(kernel.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0), "Landlock")
    for path, allowed in task["allowed"]:
        try:
            place = os.open(path, os.O_RDONLY | os.O_PATH | os.O_CLOEXEC)
        except FileNotFoundError:
            continue
        rule = struct.pack("=Qi", allowed, place)
        _checked(kernel.syscall(_ADD_RULE, rules, _BENEATH, rule, 0), path)
        os.close(place)
    _checked(kernel.syscall(_RESTRICT_SELF, rules, 0), "Landlock")
    os.close(rules)


def _refuse_calls(kernel: Any, instructions: bytes) -> None:
    kept = ctypes.create_string_buffer(instructions, len(instructions))
    program = struct.pack("@HP", len(instructions) // 8, ctypes.addressof(kept))
    _checked(kernel.prctl(_SECCOMP, _FILTER, program, 0, 0), "the filter of system calls")


def _checked(answer: int, what: str) -> int:
    if answer < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return answer


if __name__ == "__main__":
    main()

"""Runs functions in children of a lean process: a fork copies the page tables of all that a test worker has collected.

The lean process has imported this, and the modules of what it was asked to run. A function and its arguments go there
pickled, so it is one of a module or a method of something that pickles.
"""

import atexit
import functools
import os
import pickle
import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent


def run_in_lean_child(function: Callable[..., object], *args: object, **named: object) -> int:
    """As `faults.run_in_child`: the exit status, 1 with the traceback on stderr where it raised."""
    server = _server()
    assert server.stdin and server.stdout
    pickle.dump((sys.path, pickle.dumps(functools.partial(function, *args, **named))), server.stdin)
    server.stdin.flush()
    status, said = pickle.load(server.stdout)
    sys.stderr.write(said)
    return int(status)


@functools.cache
def _server() -> "subprocess.Popen[bytes]":
    program = f"import sys; sys.path.insert(0, {str(HERE)!r}); import conftest, lean_child; lean_child._serve()"
    started = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    atexit.register(_end, started)
    return started


def _end(server: "subprocess.Popen[bytes]") -> None:
    with server:
        assert server.stdin
        server.stdin.close()


def _serve() -> None:
    """Answer until nobody asks any more."""
    asked, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    while True:
        try:
            sys.path[:], task = pickle.load(asked)
        except EOFError:
            return
        run = pickle.loads(task)  # imports here what the children have then
        pickle.dump(_in_child(run), answers)
        answers.flush()


def _in_child(run: Callable[[], object]) -> tuple[int, str]:
    heard, said = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        os.dup2(said, 2)
        try:
            run()
            status = 0
        finally:
            if status:
                traceback.print_exc()
            sys.stderr.flush()
            os._exit(status)
    os.close(said)
    with open(heard, encoding="utf-8", errors="replace") as text:
        found = text.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), found

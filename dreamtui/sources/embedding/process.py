"""The model's process as the program has it: started when there is text, asked, stopped."""

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from dreamtui.sources.embedding.model import LocalModel
from dreamtui.text.inert import inert_line

SILENCE = 120.0
"""Seconds without a vector after which it is given up; the first comes when the model is loaded."""
_LOOKS = 0.1
_PIECE = 1 << 20
_MOST_DIMENSIONS = 4096
_SAID = 300
OFFLINE = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_DATASETS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "TRANSFORMERS_VERBOSITY": "error",
}


class EmbeddingFailed(Exception):
    """The process gave no vectors; the message says why, a sentence without its full stop."""


class EmbeddingProcess:
    """An embedder: one process with the model, which stays loaded until it is closed."""

    def __init__(self, model: LocalModel, env: Mapping[str, str]) -> None:
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "dreamtui.sources.embedding.worker", str(model.folder)],
                cwd=model.folder,
                env={**env, **OFFLINE},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                start_new_session=True,
            )
        except OSError as problem:
            self._complaints.close()
            raise EmbeddingFailed(f"the model could not be started ({problem.strerror})") from None

    def embed(self, texts: Sequence[str], cancelled: Callable[[], bool] | None = None) -> Iterator[bytes]:
        """The vectors of texts in their order, each as little-endian floats; it ends early only with an error."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(list(texts)).encode("ascii") + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise EmbeddingFailed(self._why()) from None
        kept = bytearray()
        size = 0
        left = len(texts)
        for piece in self._pieces(cancelled):
            kept += piece
            if not size and b"\n" in kept:
                head, _, rest = bytes(kept).partition(b"\n")
                size = 4 * int(head) if head.isdigit() and 0 < int(head) <= _MOST_DIMENSIONS else 0
                if not size:
                    raise EmbeddingFailed("the model's answer is not a vector")
                kept = bytearray(rest)
            while size and left and len(kept) >= size:
                yield bytes(kept[:size])
                del kept[:size]
                left -= 1
            if size and not left:
                return
        raise EmbeddingFailed(self._why())

    def _pieces(self, cancelled: Callable[[], bool] | None) -> Iterator[bytes]:
        assert self._process.stdout is not None
        answers = self._process.stdout.fileno()
        until = time.monotonic() + SILENCE
        while True:
            if cancelled is not None and cancelled():
                raise EmbeddingFailed("it was stopped")
            if select.select([answers], [], [], _LOOKS)[0]:
                piece = os.read(answers, _PIECE)
                if not piece:
                    return
                until = time.monotonic() + SILENCE
                yield piece
            elif time.monotonic() > until:
                raise EmbeddingFailed(f"the model did not answer within {SILENCE:g} seconds")

    def _why(self) -> str:
        """The last line it complained with."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=5)
        self._complaints.seek(0, os.SEEK_END)
        self._complaints.seek(max(0, self._complaints.tell() - 4096))
        lines = self._complaints.read().decode("utf-8", "replace").split("\n")
        said = next((line for line in reversed(lines) if line.strip()), "")
        return f"the model's process ended{f': {inert_line(said)[:_SAID]}' if said else ''}"

    def close(self) -> None:
        """End the process."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._complaints):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

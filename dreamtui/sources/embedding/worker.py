"""The process that runs the model: requests on standard input, vectors on standard output.

A request is one line, a JSON list of texts. The answer is a line with the number of dimensions and then, as they are
made, the vectors: little-endian floats, in the order of the texts. It ends with its input.
"""

import json
import os
import sys
from typing import Any

_BATCH = 32
_LONGEST = 2000
"""Characters of a text; the model reads the first 256 word pieces."""


def main(folder: str) -> None:
    """Serve until the input ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what libraries print is no answer
    model: Any = None
    for line in sys.stdin.buffer:
        texts = [str(text)[:_LONGEST] for text in json.loads(line)]
        model = model or _load(folder)
        for begin in range(0, len(texts), _BATCH):
            batch = texts[begin : begin + _BATCH]
            vectors = model.encode(batch, batch_size=_BATCH, normalize_embeddings=True, show_progress_bar=False)
            if not begin:
                answers.write(b"%d\n" % vectors.shape[1])
            answers.write(vectors.astype("<f4").tobytes())
            answers.flush()


def _load(folder: str) -> Any:
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(
        folder,
        device="cpu",
        local_files_only=True,
        trust_remote_code=False,
        model_kwargs={"use_safetensors": True},
    )


if __name__ == "__main__":
    main(sys.argv[1])

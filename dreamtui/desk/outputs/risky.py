"""Lines of outputs that a person should look at once more: what looks like a secret or an order to an agent.

To look takes a while, so the hashes of what was looked at and holds neither are kept, sealed, until the code that looks
is another.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from dreamtui.desk.desk import Desk
from dreamtui.model.errors import Unavailable
from dreamtui.render.region import read_region
from dreamtui.render.rendered import Rendered
from dreamtui.sources.snapshots import code_stamp, decode_snapshot, encode_snapshot
from dreamtui.sources.workspace import data_home
from dreamtui.store.person.sealed import load_sealed, save_sealed
from dreamtui.text.danger.risks import INSTRUCTIONS, SECRET, flags
from dreamtui.text.inert import inert_line

_FILE = "plain.msgpack"
_ABOUT = b"outputs without a risk"
_LARGEST = 4 << 20
_RISKS = frozenset({INSTRUCTIONS, SECRET})


def risky_lines(desk: Desk, files: Iterable[Rendered]) -> tuple[str, ...]:
    """Of the lines that we would write those that a person should look at, a sentence each."""
    texts = {file: _ours(file) for file in files if file.after}
    if not texts:
        return ()
    hashes = {file: hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest() for file, text in texts.items()}
    path, data = desk.layout.private_state / _FILE, data_home(desk.env)
    about = _ABOUT + hashlib.sha256(code_stamp("text").encode()).digest()
    body = load_sealed(path, data, about, _LARGEST)
    plain = frozenset(decode_snapshot(body, list[str]) or ()) if body else frozenset()
    risky = [file for file in texts if hashes[file] not in plain and _RISKS & set(flags([texts[file]]))]
    now = frozenset(hashes.values()) - {hashes[file] for file in risky}
    if now != plain and desk.layout.home.is_dir():
        with suppress(Unavailable):
            save_sealed(path, data, about, encode_snapshot(sorted(now)))
    return tuple(said for file in risky for said in _said_of(file, texts))


def _ours(file: Rendered) -> str:
    """What we write into a file."""
    regions = read_region(file.after or b"").regions
    return "\n".join([file.body, *(region.body.decode("utf-8", "replace") for region in regions)])


def _said_of(file: Rendered, texts: Mapping[Rendered, str]) -> Iterator[str]:
    lines = set(texts[file].replace("\r\n", "\n").split("\n"))
    written = (file.after or b"").decode("utf-8", "replace")
    named = False
    for number, line in enumerate(written.replace("\r\n", "\n").split("\n"), 1):
        if line not in lines or not (found := _RISKS & set(flags([line]))):
            continue
        named = True
        what = "holds what looks like a secret" if SECRET in found else "reads like an order to an agent"
        yield inert_line(f"{file.path}:{number} {what}; `dreamtui why {file.path}:{number}` says who decided it")
    if not named:
        yield inert_line(f"{file.path} has words over several lines that read like an order to an agent, or a secret")

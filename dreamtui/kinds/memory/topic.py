"""Topic files of Claude Code's memory: one memory a file, front matter flat or nested, written by many versions.

Reading never fails: invalid YAML, comments before the front matter, CRLF, UTF-16 and bytes of no encoding have all been
seen. Editing is surgical: outside the edited field and the changed lines no byte changes.
"""

import hashlib
import re
from collections.abc import Collection
from dataclasses import dataclass

from dreamtui.text.decoding import in_utf8, readable
from dreamtui.text.diff.lines import align_lines
from dreamtui.text.ids import cut_bytes, slug
from dreamtui.text.inert import one_line
from dreamtui.text.markup.frontmatter import BOM, FrontMatter, edit_field, split
from dreamtui.text.markup.scalars import write_scalar

KEYS = {"session": "originSessionId"}
"""How a field is called in the file where its name here is another."""
_NESTED = frozenset({"type", "originSessionId", "modified", "pinned", "node_type"})
_LINE = re.compile(rb"([^\r\n]*)(\r\n|\n|\r|)")
_NEWLINE = re.compile(r"\r\n|\r")
_LONGEST_ID = 60
_LONGEST_NAME = 120
_SLUG = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Topic:
    """One memory as its file says it."""

    path: str
    """Logical path of the file."""
    name: str
    """The `name` field; empty for none."""
    description: str
    """The `description` field, by which the memory is found; empty for none."""
    type: str
    """user, feedback, project, reference, or any other word; empty for none."""
    session: str
    """The session it came from (`originSessionId`); empty for none."""
    modified: str
    """When Claude Code last stamped it; empty for never."""
    pinned: bool
    """Whether it is applied to every session."""
    text: str
    """The body, lines ended by a line feed, blank lines at both ends left out."""
    has_front: bool
    """Whether the file has front matter."""

    @property
    def title(self) -> str:
        """Words for a list: the name (in words where it is a slug), else the first heading, else the file's name."""
        first = next((line.lstrip("# ") for line in self.text.split("\n") if re.match(r"#{1,6} +\S", line)), "")
        words = one_line(self.name).strip() or one_line(first).strip()
        words = words or self.path.rsplit("/", 1)[-1].removesuffix(".md")
        return re.sub("[-_]+", " ", words).capitalize() if _SLUG.fullmatch(words) else words


def parse(data: bytes, path: str) -> Topic:
    """A topic file parsed; any bytes are accepted."""
    work, _ = in_utf8(data)
    front = split(work)
    lines = _body_lines(work, front)
    first, last = _core([text for text, _ in lines])
    return Topic(
        path=path,
        name=_field(front, "name"),
        description=_field(front, "description"),
        type=_field(front, "type"),
        session=_field(front, "originSessionId"),
        modified=_field(front, "modified"),
        pinned=_field(front, "pinned").lower() in {"true", "yes"},
        text="\n".join(_text(line) for line, _ in lines[first:last]),
        has_front=front is not None,
    )


def edited(data: bytes, text: str | None = None, **fields: str) -> bytes:
    """The file with these fields and this text; a field or line that stays the same keeps its bytes."""
    work, back = in_utf8(data)
    before = work
    for name, value in fields.items():
        work = _with_field(work, KEYS.get(name, name), value)
    if text is not None:
        work = _with_text(work, text)
    return data if work == before else back(work)


def render(name: str, description: str, type: str, text: str, *, session: str = "", newline: str = "\n") -> bytes:
    """A new topic file as Claude Code writes it now; the type and what else it knows are nested under `metadata`."""
    lines = ["---", f"name: {write_scalar(one_line(name))}", f"description: {write_scalar(one_line(description))}"]
    lines += ["metadata: ", "  node_type: memory", f"  type: {write_scalar(one_line(type))}"]
    if session:
        lines.append(f"  originSessionId: {write_scalar(one_line(session))}")
    body = _NEWLINE.sub("\n", text).split("\n")
    first, last = _core([line.encode("utf-8", "replace") for line in body])
    return newline.join([*lines, "---", "", *body[first:last], ""]).encode("utf-8", "replace")


def file_name(title: str, taken: Collection[str]) -> str:
    """A name for a new file that no file has yet, not even in other letter case; never that of an index."""
    used = {name.casefold() for name in taken}
    stem = cut_bytes(slug(title), _LONGEST_NAME).strip("-") or "memory"
    stem = f"{stem}-topic" if re.fullmatch(r"memory(-\d+)?", stem) else stem
    names = (f"{stem}{f'-{number}' if number > 1 else ''}.md" for number in range(1, len(used) + 2))
    return next(name for name in names if name.casefold() not in used)


def topic_id(path: str) -> str:
    """The id of a topic file: `t-` and the slug of its name; for a name without letters its hash."""
    stem = path.rsplit("/", 1)[-1].removesuffix(".md")
    words = slug(stem)[:_LONGEST_ID].strip("-")
    return f"t-{words or hashlib.sha1(stem.encode('utf-8', 'replace'), usedforsecurity=False).hexdigest()[:8]}"


def _field(front: FrontMatter | None, key: str) -> str:
    return readable(front.get(key)) if front is not None else ""


def _with_field(data: bytes, key: str, value: str) -> bytes:
    front = split(data)
    field = front.find(key) if front is not None else None
    if _field(front, key) == value and not (field and field.items):
        return data
    if front is not None and field is None and key in _NESTED:
        nested = any(one.key == "metadata" or one.key.startswith("metadata.") for one in front.fields)
        key = f"metadata.{key}" if nested else key
    written: str | bool = value == "true" if key.endswith("pinned") and value in {"true", "false"} else value
    return edit_field(data, key, written)


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace")


def _body_lines(data: bytes, front: FrontMatter | None) -> list[tuple[bytes, bytes]]:
    """The lines behind the front matter, each with how it ends; only the last may end with nothing."""
    at = front.body if front is not None else len(BOM) if data.startswith(BOM) else 0
    lines: list[tuple[bytes, bytes]] = []
    while at < len(data) and (match := _LINE.match(data, at)):
        lines.append((match[1], match[2]))
        at = match.end()
    return lines


def _core(lines: list[bytes]) -> tuple[int, int]:
    """The first line with words and the one after the last such line."""
    said = [number for number, line in enumerate(lines) if line.strip()]
    return (said[0], said[-1] + 1) if said else (len(lines), len(lines))


def _with_text(data: bytes, text: str) -> bytes:
    """The file with another body; lines both have keep their bytes, a changed line its way of ending."""
    front = split(data)
    lines = _body_lines(data, front)
    first, last = _core([line for line, _ in lines])
    wanted = _NEWLINE.sub("\n", text).split("\n")
    start, end = _core([line.encode("utf-8", "replace") for line in wanted])
    wanted = wanted[start:end]
    old = lines[first:last]
    if [_text(line) for line, _ in old] == wanted:
        return data
    usual = next((ending for _, ending in lines if ending), front.newline if front else b"\n")
    head = data[: len(data) - sum(len(line) + len(ending) for line, ending in lines[first:])]
    tail = b"".join(line + ending for line, ending in lines[last:])
    if wanted and front is not None and not lines:
        head += usual if data[front.close : front.body].endswith((b"\n", b"\r")) else usual * 2
    return head + b"".join(_merged(old, wanted, usual)) + tail


def _merged(old: list[tuple[bytes, bytes]], wanted: list[str], usual: bytes) -> list[bytes]:
    made: list[tuple[bytes, bytes]] = []
    for block in align_lines([_text(line) for line, _ in old], wanted):
        was = old[block.before_start : block.before_end]
        if block.equal:
            made += was
            continue
        for number, line in enumerate(wanted[block.after_start : block.after_end]):
            ending = was[min(number, len(was) - 1)][1] if was else made[-1][1] if made else usual
            made.append((line.encode("utf-8", "replace"), ending))
    final = old[-1][1] if old else usual
    near = next((ending for _, ending in reversed(old) if ending), usual)
    ended = [line + (ending or near) for line, ending in made[:-1]]
    return ended + [line + ((ending or final) if final else b"") for line, ending in made[-1:]]

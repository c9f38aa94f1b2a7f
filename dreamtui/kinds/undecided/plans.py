"""What nobody decided: its item, and the plans that adopt its words or retire it."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from dreamtui.kinds.grounds import SAYS, Ground, Judge, Ruling, hashes_of
from dreamtui.kinds.item_files import Gathered, Setting, StoredFile, draft
from dreamtui.kinds.kind import ItemActions, Planner, Records, SinceThen
from dreamtui.kinds.note import codec as note_format
from dreamtui.kinds.note import plans as notes
from dreamtui.kinds.note.kind import NOTE_FILES
from dreamtui.kinds.row import QueueRow, item_row, risk_flags
from dreamtui.kinds.rule import codec as rule_format
from dreamtui.kinds.rule import plans as rules
from dreamtui.kinds.rule.kind import LIVE
from dreamtui.kinds.undecided.kind import NAME, PREFIX
from dreamtui.model.change import ChangeSet
from dreamtui.model.decision import Plan, Words
from dreamtui.model.item import Item
from dreamtui.model.memory import Note, Rule
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb
from dreamtui.text.inert import inert_line, one_line


@dataclass(frozen=True, slots=True)
class UndecidedFiles:
    """A rule or a note that nobody decided as it is."""

    told: Rule
    """What agents would read."""
    filed: StoredFile
    ruling: Ruling
    note: Note | None = None
    """The note, where it is one."""


def rows(records: Records) -> list[QueueRow]:
    """An item for each file whose words no decision says; those of which two say the opposite are items already."""
    since = records.since
    if since is not None and records.needs is None and _is_decided(records, since):
        decided = {path for mark in since.marks for path, *_ in mark.rules}
        return [row for row in since.rows if row.path not in decided]
    judge = Judge(records.marks, records.whole, records.read, records.needs)
    found = (files for files in _files(records, judge) if files.ruling.ground not in {Ground.DECIDED, Ground.APART})
    return [item_row(to_item(files)) for files in found]


def _is_decided(records: Records, since: SinceThen) -> bool:
    """Whether every file that changed is as a new record left it, in words that this stands behind, or gone with it."""
    left = {path: (mark, after) for mark in since.marks for path, _, after in mark.rules}
    if not since.changed <= left.keys() or any(mark.overrules for mark in since.marks):
        return False
    if any(mark.rules or mark.overrules for mark in since.undone):
        return False
    for path, (mark, after) in left.items():
        data = records.read(path)
        is_said = data is not None and mark.verb in SAYS and after in hashes_of(data)
        if not (is_said if after else data is None):
            return False
    return True


def _files(records: Records, judge: Judge) -> Iterator[UndecidedFiles]:
    for row in records.rows(LIVE):
        data = records.read(row.path)
        if data is not None and not judge.is_plain(row.path, data):
            told = rule_format.parse(data, row.path)
            yield UndecidedFiles(told, StoredFile(row.path, data), judge(told, data))
    for row in records.rows(NOTE_FILES):
        data = records.read(row.path) if row.status == Status.ACCEPTED else None
        if data is not None and not judge.is_plain(row.path, data):
            note = note_format.parse(data, row.path)
            if note is not None:
                told = note_format.as_rule(note)
                yield UndecidedFiles(told, StoredFile(row.path, data), judge(told, data), note)


def item_id(filed: StoredFile) -> str:
    """Other bytes are another item, so that nothing is adopted that was not looked at."""
    seen = hashlib.sha1(f"{filed.path}\0".encode("utf-8", "replace") + filed.data, usedforsecurity=False)
    return PREFIX + seen.hexdigest()[:10]


def to_item(files: UndecidedFiles) -> Item:
    """The item that asks for a decision."""
    told = files.told
    item = Item(
        kind=NAME,
        id=item_id(files.filed),
        signal=NAME,
        title=one_line(f"{files.ruling.said}: {told.text.strip() or told.title}"),
        status=Status.PENDING,
        path=told.path,
        first_seen=told.graduated_at,
        last_seen=told.last_reviewed or told.graduated_at,
        weight=1,
        actors=(told.graduated_by,) if told.graduated_by else (),
        files=told.files,
        subject=told.id,
        text=_text(files),
    )
    words = replace(item, title=f"{told.title}\n{told.text}")
    return replace(item, flags=risk_flags(words, {}))


def _text(files: UndecidedFiles) -> str:
    told, decided = files.told, files.ruling.words
    quoted = "\n".join(f"> {line}" for line in told.text.strip().split("\n"))
    parts = [f"# {told.title}", inert_line(f"{told.path}: {files.ruling.said}"), quoted]
    if decided is not None and decided.text.strip() != told.text.strip():
        parts += ["## What was decided", "\n".join(f"> {line}" for line in decided.text.strip().split("\n"))]
    elif decided is not None:
        parts += ["## What was decided", f"Title: {decided.title}", f"Files: {', '.join(decided.files) or 'all'}"]
    return "\n\n".join(parts) + "\n"


def _adopt(held: Gathered[UndecidedFiles], words: Words, setting: Setting) -> Plan:
    files = held.files
    item = rule_format.rule_item(files.told) if files.note is None else note_format.to_item(files.note)
    return rules.adopt(item, files.filed, replace(words, rule=files.told.text), setting)


def _retire(held: Gathered[UndecidedFiles], words: Words, setting: Setting) -> Plan:
    files = held.files
    if files.note is not None:
        return notes.retire(Gathered(note_format.to_item(files.note), files.filed), words, setting)
    item = rule_format.rule_item(files.told)
    changes = ChangeSet.of(*rules.retired(files.filed, setting))
    return Plan(changes, draft(item, Verb.RETIRE, words, setting))


def _complete(held: Gathered[UndecidedFiles], verb: Verb, words: Words) -> Words:
    """With the words that are adopted, which are looked at as those of a new rule are."""
    return replace(words, rule=held.files.told.text) if verb is Verb.ACCEPT else words


def _by_name(held: Gathered[UndecidedFiles]) -> str:
    """What somebody once decided otherwise, or waits for somebody, does not go along with forty others."""
    ruling = held.files.ruling
    return "" if ruling.ground is Ground.NO_DECISION and not ruling.lapsed else ruling.said


_ON_ONE: Mapping[Verb, Planner[UndecidedFiles]] = {Verb.ACCEPT: _adopt, Verb.REJECT: _retire}

ACTIONS = ItemActions(plans=_ON_ONE, complete=_complete, by_name=_by_name)

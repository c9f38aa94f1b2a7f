"""Draws the moments from the records of one transcript, in the order they stand in it."""

from collections.abc import Sequence
from typing import Any
from zlib import crc32

from dreamtui.sources.transcripts.calls import (
    LONGEST,
    WRITERS,
    ErrorKind,
    about,
    answer_words,
    answers_in,
    error_subject,
    is_approval,
    is_refused,
    is_spoken,
    kept_call,
    looked_at,
    memory_in,
    named_error,
    outcome,
    reason_of,
    repo_path,
    stopped_call,
)
from dreamtui.sources.transcripts.commands import lacks_something, normal_command, same_work, telling_line
from dreamtui.sources.transcripts.record import ContentBlock, RecordRun, TranscriptRecord, fields_of, text_of, value_of
from dreamtui.sources.transcripts.state import PENDING, Call, FileState, Moment, SessionFacts, one_line
from dreamtui.sources.transcripts.topic import topic
from dreamtui.sources.transcripts.turns import TellingSentence, heard, refusal
from dreamtui.sources.transcripts.wording import INTERRUPTED, TOOL_USE, TYPED_MEMORY, is_human, words_of
from dreamtui.text.danger.risks import mask
from dreamtui.text.dates import iso, read_instant
from dreamtui.text.ids import line_digest
from dreamtui.text.saying import preference
from dreamtui.text.words import normalise

_TITLES = (("custom_title", 3), ("ai_title", 2), ("summary", 1))
_TITLE = 200
_SPOKEN = frozenset({"user", "assistant"})
_IDLE = frozenset({"progress", "file-history-snapshot", "file-history-delta", "queue-operation"})
"""Kinds of line that are frequent and never carry a title."""
_LEAVES = 64
_CHANGING = frozenset({"Edit", "Write", "MultiEdit", "NotebookEdit"})
_TYPED_FOR = _CHANGING | {"Bash", "ExitPlanMode"}
"""Tools that ask the person, so that an error of theirs may be the person's words."""
_FAILED = 8
"""Commands that failed and are remembered until something else works, the newest."""
_HEARD = _CHANGING | {"AskUserQuestion", "ExitPlanMode"}
"""Tools whose results say something even when they are no error."""


def _instant(stamp: str) -> str:
    """A time in the usual form; empty when it is none."""
    moment = read_instant(stamp)
    return "" if moment is None else iso(moment)


def _told(words: str, stopped: int, reply: bool) -> tuple[tuple[str, str] | None, list[TellingSentence]]:
    """Why the agent was stopped, if it was and this says so; else what the words tell."""
    why = refusal(words, firm=stopped > 1) if stopped else None
    return why, [] if why is not None else heard(words, reply=reply)


class Miner:
    """Feeds on the records of one file; all that it remembers is in the state."""

    def __init__(self, state: FileState, roots: Sequence[str]) -> None:
        self.state = state
        self.roots = roots
        self._lines = RecordRun(b"", 0, [], 0)
        self._index = 0
        self._session = ""
        self._seen = SessionFacts()
        self._calls: dict[str, ContentBlock | Call] = dict(state.calls)

    def feed(self, records: Sequence[TranscriptRecord], lines: RecordRun) -> None:
        """Records with the lines they stand in; what of them is kept is copied at the latest by `settle`."""
        state, seen, session = self.state, self._seen, self._session
        self._lines = lines
        for index, record in enumerate(records):
            if record.cwd:
                state.cwd = record.cwd
            stamp, kind = record.timestamp, record.type
            if stamp or record.session or kind in _SPOKEN:
                name = record.session or state.stem
                if name != session:
                    self._session = session = name
                    self._seen = seen = state.sessions.get(name) or state.sessions.setdefault(name, SessionFacts())
                if stamp and not (len(stamp) > 10 and stamp[-1] == "Z" and stamp[10] == "T"):
                    stamp = _instant(stamp)
                if stamp:
                    state.ts = stamp
                    last = seen.last
                    if stamp > last:
                        seen.last = stamp
                        if not last:
                            seen.first = stamp
                    elif stamp < seen.first:
                        seen.first = stamp
                if state.leaves and record.uuid in state.leaves:
                    self._entitle(name, state.leaves.pop(record.uuid), 1)
            if kind == "assistant":
                self._index = index
                self._assistant(record)
            elif kind == "user":
                self._index = index
                self._user(record)
            elif kind not in _IDLE:
                self._index = index
                self._rare(record)
            if record.uuid:
                state.uuid = record.uuid

    def settle(self) -> None:
        """Keep nothing that points into the bytes that were read: the calls that are still open are copied."""
        self.state.calls = kept = {key: kept_call(call) for key, call in self._calls.items()}
        self._calls = dict(kept)

    def _rare(self, record: TranscriptRecord) -> None:
        """A record of another kind than those of the conversation."""
        if record.type == "attachment":
            if stopped := stopped_call(record.attachment, self.state.cwd):
                name, words = map(mask, stopped)
                self._add("error", f"`{name}` blocked: {words}", f"hook: {name}", record)
        elif record.type != "system":
            self._title(record)
        elif record.subtype == "api_error":
            self._api_error(record)

    def _title(self, record: TranscriptRecord) -> None:
        """A title, where the line carries one."""
        for name, rank in _TITLES:
            raw = getattr(record, name)
            if not bytes(raw):
                continue
            title, leaf = value_of(raw), value_of(record.leaf)
            if not isinstance(title, str) or not title.strip():
                continue
            title = one_line(title, _TITLE)
            if rank > 1 or not isinstance(leaf, str) or leaf == self.state.uuid:
                self._entitle(record.session or self.state.stem, title, rank)
            elif len(self.state.leaves) < _LEAVES:
                self.state.leaves[leaf] = title

    def _entitle(self, session: str, title: str, rank: int) -> None:
        seen = self.state.sessions.setdefault(session, SessionFacts())
        if rank >= seen.rank:
            seen.title, seen.rank = title, rank

    def _assistant(self, record: TranscriptRecord) -> None:
        """Tool calls are remembered until their result comes."""
        content = record.message.content if record.message is not None else None
        if content is None or isinstance(content, str):
            return
        if record.api_error:
            words = " ".join(text_of(block.text, LONGEST) for block in content if block.type == "text")
            error = value_of(record.error)
            subject = f"api: {error}" if isinstance(error, str) and error else "api"
            if words:
                self._add("error", words, subject, record, key=record.uuid)
            return
        for block in content:
            if block.type == "tool_use" and block.id:
                self._call(block, record)

    def _call(self, block: ContentBlock, record: TranscriptRecord) -> None:
        """Remember a call, the newest of too many, with the moment of what it saves."""
        call: ContentBlock | Call = block
        if block.name in WRITERS and b"memory" in bytes(block.input) and (named := memory_in(block)):
            call = kept_call(block)
            call.saved = self._moment("saved", named[1] or named[0], named[0], record, key=block.id)
        calls = self._calls
        calls.pop(block.id, None)
        calls[block.id] = call
        if len(calls) > PENDING:
            del calls[next(iter(calls))]

    def _user(self, record: TranscriptRecord) -> None:
        content = record.message.content if record.message is not None else None
        if content is None:
            return
        subagent = self.state.subagent or bool(record.sidechain)
        spoken = True
        if not isinstance(content, str):
            spoken = False
            for block in content:
                if block.type == "tool_result":
                    self._result(block, record, subagent)
                else:
                    spoken = True
        if spoken and not subagent and (words := words_of(record)):
            self._said(words, record)

    def _said(self, words: str, record: TranscriptRecord) -> None:
        """Words in a `user` record of the main conversation."""
        state = self.state
        if words.startswith(INTERRUPTED):
            self._add("interrupt", words.split("\n", 1)[0], "", record, by_user=True)
            state.stopped = max(state.stopped, 2 if TOOL_USE in words else 1)
            return
        if words.startswith(TYPED_MEMORY) and not record.meta:
            kept = mask(words.removeprefix(TYPED_MEMORY).split("</", 1)[0].strip())
            if kept:
                self._add("remember", kept, topic(kept.lower()), record, by_user=True)
            return
        if not is_human(record, words):
            return
        reply = bool(self._seen.prompts)
        self._seen.prompts.append(record.uuid or f"{record.timestamp}:{crc32(self._lines.line(self._index)):08x}")
        files, state.touched = tuple(state.touched), []
        stopped, state.stopped = state.stopped, 0
        why, told = _told(words, stopped, reply)
        if (why or told) and (safe := mask(words)) != words:
            why, told = _told(safe, stopped, reply)
        if why is not None:
            self._add("rejection", *why, record, by_user=True, files=files)
        for kind, sentence, subject in told:
            self._add(kind, sentence, subject, record, by_user=True, files=files)
            if state.failed and (wanted := preference(subject)) is not None and wanted[1] in state.failed:
                self._mended(f"use `{wanted[0]}`", wanted[1], record)

    def _result(self, block: ContentBlock, record: TranscriptRecord, subagent: bool) -> None:
        """The result of a tool call: only errors, answers and approvals say something."""
        call = self._calls.pop(block.tool_use_id, None)
        if block.is_error:
            self._error(block, record, None if call is None else looked_at(call), subagent)
            return
        if self.state.failed and call is not None and call.name == "Bash" and self._may_mend(call):
            self._worked(looked_at(call), block, record)
        if call is None or call.name not in _HEARD:
            return
        if self.state.failed and call.name in _CHANGING:
            self.state.failed = {command: line for command, line in self.state.failed.items() if lacks_something(line)}
        if isinstance(call, Call) and call.saved is not None:
            self.state.moments.append(call.saved)
        elif call.name == "AskUserQuestion" and not subagent:
            self._answers(block, record)
        elif call.name == "ExitPlanMode" and not subagent:
            self._approval(block, record, looked_at(call))
        elif call.name in _CHANGING and not subagent:
            path = self._path(looked_at(call))
            if path and path not in self.state.touched:
                self.state.touched = [*self.state.touched[-4:], path]

    def _error(self, block: ContentBlock, record: TranscriptRecord, call: Call | None, subagent: bool) -> None:
        text = text_of(block.content, LONGEST)
        kind = outcome(text, refused=is_refused(record))
        path = self._path(call) if call is not None else ""
        files = (path,) if path else ()
        if kind is ErrorKind.REJECTED and not subagent:
            self._refused(mask(reason_of(text)), call, block, record, files)
        if kind is not ErrorKind.ERROR or call is None:
            return
        if call.name in _TYPED_FOR and is_spoken(text):
            if not subagent:
                self._refused(mask(text.strip()), call, block, record, files)
            return
        if call.name != "Bash":
            if line := mask(telling_line(text)):
                subject = error_subject(call.name, line)
                self._add("error", f"{call.name}: {line}", subject, record, key=block.tool_use_id, files=files)
            return
        command = mask(normal_command(call.detail, self.state.cwd))
        if command and (line := telling_line(text)):
            self._add("command-fail", f"`{command}` failed: {line}", command, record, key=block.tool_use_id)
            self.state.failed.pop(command, None)
            self.state.failed = {**dict(list(self.state.failed.items())[1 - _FAILED :]), command: mask(line)}

    def _may_mend(self, call: ContentBlock | Call) -> bool:
        """Whether a command names what one that failed ends with: quick to see, in what it was given."""
        given = call.given or call.detail.encode() if isinstance(call, Call) else bytes(call.input)
        return any(command.rpartition(" ")[2].encode() in given for command in self.state.failed)

    def _worked(self, call: Call, block: ContentBlock, record: TranscriptRecord) -> None:
        """A command that went well: it may be what does the work of one that failed."""
        command = mask(normal_command(call.detail, self.state.cwd))
        if not command:
            return
        failed = self.state.failed
        if command in failed:
            self.state.failed = {other: line for other, line in failed.items() if other != command}
            return
        for other in [other for other in failed if same_work(other, command)]:
            self._mended(f"`{command}` works", other, record, block.tool_use_id)

    def _mended(self, how: str, command: str, record: TranscriptRecord, key: str = "") -> None:
        """What is to be run instead of a command that failed."""
        line = self.state.failed[command]
        self.state.failed = {other: told for other, told in self.state.failed.items() if other != command}
        self._add("command-fix", f"{how}, `{command}` failed: {line}", command, record, key=key)

    def _refused(
        self, words: str, call: Call | None, block: ContentBlock, record: TranscriptRecord, files: tuple[str, ...]
    ) -> None:
        """A call that the person turned down; without a reason the next words may be it."""
        if not words:
            self.state.stopped = 2
        if words or call is not None:
            summary, subject = refusal(words) or (words or f"Rejected {about(call)}", "")
            self._add("rejection", summary, subject, record, key=block.tool_use_id, by_user=True, files=files)

    def _answers(self, block: ContentBlock, record: TranscriptRecord) -> None:
        """What the person answered to questions."""
        answers = fields_of(record.result).get("answers")
        pairs = list(answers.items()) if isinstance(answers, dict) else answers_in(text_of(block.content, LONGEST))
        for number, (question, answer) in enumerate(pairs):
            words = answer_words(answer)
            if words and isinstance(question, str):
                key, asked = f"{block.tool_use_id}:{number}", normalise(mask(question))[:120]
                self._add("decision", f"{question} {words}", asked, record, key=key, by_user=True)

    def _approval(self, block: ContentBlock, record: TranscriptRecord, call: Call) -> None:
        """A plan that the person approved."""
        if not is_approval(text_of(block.content, LONGEST)):
            return
        plan = fields_of(record.result).get("plan")
        words = plan if isinstance(plan, str) and plan.strip() else call.detail
        title = mask(next((line.strip("# *") for line in words.splitlines() if line.strip("# *-")), ""))
        if title:
            self._add(
                "decision", f"Approved: {title}", normalise(title)[:120], record, key=block.tool_use_id, by_user=True
            )

    def _api_error(self, record: TranscriptRecord) -> None:
        error = value_of(record.error)
        found = named_error(error)
        self._add("error", f"API error: {found}" if found else "API error", f"api: {found}" if found else "api", record)

    def _path(self, call: Call) -> str:
        return repo_path(call.file, self.state.cwd, self.roots)

    def _key(self, record: TranscriptRecord) -> str:
        return record.uuid or line_digest(self._lines.line(self._index))

    def _add(self, kind: str, summary: str, subject: str, record: TranscriptRecord, **more: Any) -> None:
        self.state.moments.append(self._moment(kind, summary, subject, record, **more))

    def _moment(
        self,
        kind: str,
        summary: str,
        subject: str,
        record: TranscriptRecord,
        *,
        key: str = "",
        by_user: bool = False,
        files: tuple[str, ...] = (),
    ) -> Moment:
        """A moment as it may be shared: a transcript is private, so what looks like a secret stays behind, masked."""
        return Moment(
            key=f"{kind}:{key or self._key(record)}",
            kind=kind,
            ts=self.state.ts,
            session=record.session or self.state.stem,
            uuid=record.uuid,
            line=self._lines.number + self._index,
            summary=mask(one_line(summary)),
            subject=subject,
            digest=line_digest(self._lines.line(self._index)),
            by_user=by_user,
            files=files,
        )

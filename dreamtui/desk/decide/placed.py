"""Rules that go to memory, or to the person's own rules: the decision itself writes their files, on this machine alone.

A rule's file says where the rule goes, and a repository can ship one. So such a file is written only where a person
names the target in the decision, or where a decision of theirs on this machine wrote it before; and nothing else than
what was written that way is ever changed or removed for a rule.
"""

import hashlib
from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from dreamtui.desk.desk import Desk
from dreamtui.desk.memory.topics import FolderContents, homes
from dreamtui.kinds.decision import graph
from dreamtui.kinds.grounds import SAYS
from dreamtui.kinds.item_files import Setting
from dreamtui.kinds.memory import plans as topics
from dreamtui.kinds.memory import topic
from dreamtui.kinds.rule import codec as rule_format
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import RULE_FILES, Plan, Words
from dreamtui.model.errors import Lack, Refused
from dreamtui.model.memory import Rule
from dreamtui.model.target import Target
from dreamtui.model.verb import Verb
from dreamtui.render.claude_rules import head_of
from dreamtui.render.region import RegionProblem, place_region, remove_region
from dreamtui.render.rules import rule_lines
from dreamtui.render.undecided import blocks_of
from dreamtui.store.layout import OUTSIDE
from dreamtui.store.person.private_memory import made_here
from dreamtui.text.danger.agent_text import first_line
from dreamtui.text.ids import cut_bytes, slug
from dreamtui.text.inert import inert_line, one_line
from dreamtui.text.paths import short_path, tilde

_OURS = "dreamtui-"
_NAMES_A_TARGET = frozenset({Verb.GRADUATE, Verb.MOVE})
_SCOPES = {Target.MEMORY: "project", Target.USER: "user"}
_TYPE = "feedback"
"""The type of memory that a rule is."""
_LONGEST = 60


def placed(desk: Desk) -> dict[str, str]:
    """For each rule, by the path of its file, the file that a decision made here wrote for it and that is there."""
    return {rule: path for rule, path in _written(desk).items() if desk.store.read(path) is not None}


def elsewhere(desk: Desk, rules: Iterable[Rule]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Of rules that no output says, where their files are; and which of those are gone or changed, a sentence each."""
    private = [rule for rule in rules if _goes(rule)]
    if not private:
        return (), ()
    written, well, wrong = _written(desk), list[str](), list[str]()
    for rule in sorted(private, key=lambda rule: rule.path):
        file, name = written.get(rule.path), short_path(rule.path)
        if file is None:
            well.append(f"{name}: in {rule.destination.said} of whoever decided it, not on this machine")
            continue
        data, shown = desk.store.read(file), place_of(desk, file)
        if data is None:
            wrong.append(f"{name}: {shown} is gone; move the rule there again, or retire it")
        elif not _says(data, file, rule):
            wrong.append(f"{name}: {shown} has other words than were decided")
        else:
            well.append(f"{name}: in {shown}")
    return tuple(map(inert_line, well)), tuple(map(inert_line, wrong))


def place_of(desk: Desk, file: str) -> str:
    """A file of a rule as a person here finds it."""
    return tilde(desk.layout.real(file), desk.env) if file.startswith(OUTSIDE) else file


def _says(data: bytes, file: str, rule: Rule) -> bool:
    """Whether a file still says the rule."""
    if rule.destination.target is Target.USER:
        return any(lines == rule_lines(rule) for _, lines in blocks_of(data))
    return topic.parse(data, file).text.startswith(rule.text)


def _written(desk: Desk) -> dict[str, str]:
    """For each rule the last file that a decision made here wrote for it, there or not."""
    folders = tuple(f"{key}/{_OURS}" for key in homes(desk).values())
    ours = made_here(desk.store.data_folder, desk.layout.root)
    found: dict[str, str] = {}
    for mark in graph.ordered(desk.store.audit.readable()[0]):
        if mark.verb not in SAYS or not any(path.startswith(folders) for path in mark.paths):
            continue
        record = desk.store.audit.read(mark.name)  # a mark may come from a cache that a repository shipped
        files = [one.path for one in record.touched if one.path.startswith(folders) and one.after]
        if any(path.startswith(OUTSIDE) for path in files) and record.id not in ours:
            continue
        found |= {
            said.path: path for said in record.says for path in files if _is_for(path, said.path, desk.layout.root)
        }
    return found


def file_for(rule: Rule, folder: str, root: Path) -> str:
    """The file of a rule in a folder of memories or of rules; it carries the rule's own mark, so it is no other's.

    A private folder serves several workspaces, which can have a rule of the same name each.
    """
    words = cut_bytes(slug(first_line(rule.text) or rule.title), _LONGEST).strip("-") or "rule"
    return f"{folder}/{_OURS}{words}-{_mark(rule.path, root if folder.startswith(OUTSIDE) else None)}.md"


def _mark(path: str, root: Path | None = None) -> str:
    whole = path if root is None else f"{root}\0{path}"
    return hashlib.sha256(whole.encode("utf-8", "replace")).hexdigest()[:8]


def _is_for(file: str, rule: str, root: Path) -> bool:
    """Whether a file that a decision of this workspace wrote is that of a rule."""
    return file.endswith((f"-{_mark(rule, root)}.md", f"-{_mark(rule)}.md"))


@contextmanager
def where_rules_stay(plans: Iterable[Plan]) -> Iterator[None]:
    """What is refused says where the rules stand that were to go to memory or to the person's own."""
    try:
        yield
    except Refused as problem:
        about = [one for plan in plans for one in _rules(plan) if _goes(one.after)]
        stays = [one.before.destination.said if one.before else "" for one in about]
        if stays:
            where = ", ".join(dict.fromkeys(place for place in stays if place))
            said = f"the rule stays in {where}" if where else "no rule was written anywhere"
            problem.args = (f"{problem}; nothing was decided, {said}",)
        raise


@dataclass(slots=True)
class PlacedFiles:
    """What decisions leave in memory and in the person's own rules; of a batch each starts from what is left before."""

    desk: Desk
    left: MutableMapping[str, bytes | None] = field(default_factory=dict)

    def of(self, plan: Plan, words: Words, setting: Setting) -> Plan:
        """The plan with the files of the rules that it writes, moves or retires."""
        about = [one for one in _rules(plan) if _goes(one.before) or _goes(one.after)]
        if not about:
            return plan
        with where_rules_stay([plan]):
            return self._of(plan, about, words, setting)

    def _of(self, plan: Plan, about: Sequence["_Left"], words: Words, setting: Setting) -> Plan:
        known = placed(self.desk)
        changes, advice = list[Change](), list[str]()
        named = plan.draft.verb in _NAMES_A_TARGET and words.destination is not None
        moving = {
            one.before.destination.target
            for one in about
            if one.before is not None and one.after is None and one.path in known
        }
        for path, was, after in about:
            there = known.get(path, "")
            goes = after is not None and _goes(after)
            folder = self._folder(after, needed=named) if after is not None and goes else ""
            if there and not (folder and there.startswith(f"{folder}/")):
                changes += self._without(there, was, setting, advice)
                there = ""
            if after is None or not goes:
                continue
            if folder and (named or there or after.destination.target in moving):
                file = there or file_for(after, folder, self.desk.layout.root)
                self._check_ours(file, was if there else None)
                if not there and not file.startswith(OUTSIDE):
                    advice.append(
                        inert_line(f"{after.destination.said} is in this repository, and git would commit {file}")
                    )
                changes += self._with(after, file, setting)
            else:
                advice.append(
                    f"{after.destination.said}: written there only where a person moves it there on this machine"
                )
        plan = replace(plan, advice=(*plan.advice, *advice))
        every = (*plan.changes.changes, *changes)
        if plan.draft.verb is Verb.MOVE and all(one.before == one.after for one in every):
            raise Refused(f"{plan.draft.item} already goes there")
        unchanged = [one for one in plan.changes.changes if one.before == one.after]
        whole = ChangeSet.of(*plan.changes.changes, *changes)
        return replace(plan, changes=ChangeSet((*unchanged, *whole.changes)) if unchanged else whole)

    def planned(self, plan: Plan) -> None:
        """Let the next decision of a batch start from what this one leaves."""
        self.left.update({one.path: one.after for one in plan.changes.changes if not one.path.startswith(".agent/")})

    def _folder(self, rule: Rule, *, needed: bool) -> str:
        """Where the file of a rule goes; without such a folder Refused if it is needed, else empty."""
        scope = _SCOPES[rule.destination.target]
        folder = homes(self.desk).get(scope, "")
        if not folder and needed:
            missing = "no folder of Claude Code's" if scope == "user" else "no memory folder of this project"
            raise Refused(f"there is {missing} here", Lack.CLAUDE_FOLDER)
        return folder

    def _read(self, path: str) -> bytes | None:
        return self.left[path] if path in self.left else self.desk.store.read(path)

    def _with(self, rule: Rule, path: str, setting: Setting) -> list[Change]:
        before = self._read(path)
        if rule.destination.target is Target.USER:
            return [Change(path, before, _in_region(path, before, rule))]
        folder, name = path.rsplit("/", 1)
        title, why = one_line(first_line(rule.text)), one_line(first_line(rule.rationale))
        text = f"{rule.text}\n\n**Why:** {rule.rationale}"
        if before is not None:
            return [Change(path, before, topic.edited(before, text=text, name=title, description=title))]
        data = topic.render(title, title, _TYPE, text)
        return [Change(path, None, data), *self._place(setting).indexes.with_entry(folder, name, title, why)]

    def _check_ours(self, path: str, was: Rule | None) -> None:
        """Refuse to replace words in the person's rules that another workspace, or a lost decision, wrote there."""
        if path not in self.left and self._is_foreign(path, was):
            place = inert_line(place_of(self.desk, path))
            raise Refused(f"{place} holds a rule of another workspace, which is not replaced; rename or remove it")

    def _is_foreign(self, path: str, was: Rule | None) -> bool:
        """Whether a file of the person's rules holds words of ours that no decision of this workspace left there.

        The mark of an earlier version did not tell workspaces apart, so of such a file the words decide.
        """
        data = self.desk.store.read(path) if path.startswith(f"{homes(self.desk).get('user')}/") else None
        if data is None or not any(True for _ in blocks_of(data)):
            return False
        if was is None:
            return True
        older = path.endswith(f"-{_mark(was.path)}.md")
        return older and not _says(data, path, was) and not isinstance(remove_region(data), RegionProblem)

    def _without(self, path: str, was: Rule | None, setting: Setting, advice: list[str]) -> list[Change]:
        """The file goes, a memory into the archive; lines that a person wrote in it stay."""
        before = self._read(path)
        if path.startswith(f"{homes(self.desk).get('user')}/"):
            if path not in self.left and self._is_foreign(path, was):
                advice.append(inert_line(f"{place_of(self.desk, path)} holds a rule of another workspace and stays"))
                return []
            after = remove_region(before)
            if isinstance(after, RegionProblem):
                advice.append(inert_line(f"{path} was changed by hand and stays: {after.message}"))
                return []
            return [Change(path, before, after)]
        for kept in FolderContents(self.desk).memories():
            if kept.filed.path == path:
                return topics.archive(kept, self._place(setting))
        return []

    def _place(self, setting: Setting) -> topics.TopicPlaces:
        contents = FolderContents(self.desk)
        now = {path: data for path, data in self.left.items() if data is not None and path in contents.indexes}
        indexes = topics.Indexes({**contents.indexes, **now}, setting.occupied, contents.unread)
        return topics.TopicPlaces(setting, indexes, homes(self.desk), set())


class _Left(NamedTuple):
    """A rule as it was, and as a plan leaves it."""

    path: str
    before: Rule | None
    after: Rule | None


def _rules(plan: Plan) -> Iterator[_Left]:
    for change in plan.changes.changes:
        if change.path.startswith(RULE_FILES):
            both = (rule_format.parse(data, change.path) if data else None for data in (change.before, change.after))
            yield _Left(change.path, *both)


def _goes(rule: Rule | None) -> bool:
    return rule is not None and rule.destination.target.is_written_by_decision


def _in_region(path: str, before: bytes | None, rule: Rule) -> bytes:
    """The person's file with the rule; other patterns stand in its front matter, so it is made anew."""
    head, body = head_of(rule.destination.paths), "\n".join(rule_lines(rule))
    bare = remove_region(before)
    made = bare if isinstance(bare, RegionProblem) else place_region(bare, body, head)
    if isinstance(made, RegionProblem):
        raise Refused(inert_line(f"{path}: {made.message}"))
    if bare is not None and head and not made.startswith(head.encode()):
        raise Refused(inert_line(f"{path} has lines of yours and is for other files; take them out first"))
    return made

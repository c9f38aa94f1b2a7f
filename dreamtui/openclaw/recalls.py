"""What a promotion is made from: recalls ranked, found again in the live notes, with the files they would change."""

from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cached_property

from dreamtui.desk.desk import Desk
from dreamtui.kinds.item_files import Gathered, StoredFile
from dreamtui.kinds.row import QueueRow, risk_flags
from dreamtui.model.decision import Plan, Words
from dreamtui.model.errors import NotFound, Refused
from dreamtui.model.mining.interface import no_collection
from dreamtui.model.verb import Verb
from dreamtui.openclaw import promotion as promotion_item
from dreamtui.openclaw.js import epoch_ms, iso_ms
from dreamtui.openclaw.kind import FOLDERS, MEMORY, STORE
from dreamtui.openclaw.memory_file import PromotionLine
from dreamtui.openclaw.plans import PromotionFiles, line_of
from dreamtui.openclaw.promotion import Promotion
from dreamtui.openclaw.recall_store import LOCK, RecallSource, read_note, read_recalls
from dreamtui.openclaw.scoring.contamination import is_contaminated, junk_flags
from dreamtui.openclaw.scoring.locate import DailyNote, LocatedSnippet, SnippetPlace, locate, source_paths
from dreamtui.openclaw.scoring.profiles import DEFAULT, PROFILES, MemoryForm, ScoringProfile
from dreamtui.openclaw.scoring.recall_entries import Ranking, RecallEntry, Scored, entries_of
from dreamtui.openclaw.scoring.score import Rules, rank
from dreamtui.openclaw.settings import PromotionOptions, Settings, settle
from dreamtui.store.files.foreign_lock import PidLock
from dreamtui.store.index.queue import Queue


@dataclass
class Recalls:
    """The recalls of one workspace, read once and ranked as asked."""

    desk: Desk
    asked: PromotionOptions

    def __post_init__(self) -> None:
        self._notes: dict[str, DailyNote | None] = {}

    @cached_property
    def settings(self) -> Settings:
        return settle(self.desk, self.asked)

    @cached_property
    def source(self) -> RecallSource:
        with no_collection():
            return read_recalls(self.desk.workspace.root, self.desk.env)

    @cached_property
    def now_ms(self) -> int:
        return epoch_ms(self.desk.now)

    @cached_property
    def entries(self) -> list[RecallEntry]:
        """Every entry; one that was promoted here counts as promoted although the store does not say so."""
        source, profile = self.source, self.settings.profile
        with no_collection():
            found = entries_of(source.store, profile, iso_ms(self.now_ms))
        promoted = {row.id for row in self._queue.rows(FOLDERS.accepted)}
        if not promoted:
            return found
        return [
            e._replace(promoted_at="by us")
            if not e.promoted_at and promotion_item.promotion_id(e.key) in promoted
            else e
            for e in found
        ]

    @cached_property
    def _queue(self) -> Queue:
        return self.desk.queue()

    @cached_property
    def rules(self) -> Rules:
        set_to = self.settings
        lasting = [r for r in self._queue.rows(FOLDERS.rejected) if not (r.until and r.until <= self.desk.today)]
        waiting = {row.id for row in self._queue.rows(FOLDERS.pending)}
        rejected = {row.id: f"{row.id} was rejected" for row in lasting if row.id not in waiting}
        ids = {e.key: promotion_item.promotion_id(e.key) for e in self.entries} if rejected else {}
        refused = {key: rejected[item_id] for key, item_id in ids.items() if item_id in rejected}
        return Rules(
            set_to.profile,
            set_to.thresholds,
            self.now_ms,
            set_to.weights,
            self.source.phases,
            self.asked.include_promoted,
            refused,
        )

    @cached_property
    def ranking(self) -> Ranking:
        entries, by = self.entries, self.rules
        with no_collection():
            return rank(entries, by)

    def place(self, path: str, snippet: str, start: int, end: int) -> tuple[SnippetPlace, str]:
        """The current place of a snippet in its note, and which file that is."""
        best = SnippetPlace(LocatedSnippet.GONE), ""
        for candidate in source_paths(path):
            if candidate not in self._notes:
                text = read_note(self.desk.workspace.root, candidate)
                self._notes[candidate] = None if text is None else DailyNote(text)
            found = locate(self._notes[candidate], snippet, start, end)
            if found.found in (LocatedSnippet.HERE, LocatedSnippet.MOVED):
                return found, candidate
            if found.found is LocatedSnippet.MANAGED:
                best = found, candidate
        return best

    def lines(self, path: str, place: SnippetPlace) -> tuple[str, ...]:
        """The lines of a note at a place."""
        note = self._notes.get(path)
        return tuple(note.lines[place.start - 1 : place.end]) if note and place.start else ()

    def promotion(self, one: Scored, *, check: bool = True) -> tuple[Promotion, SnippetPlace]:
        """A candidate as an item, found again in its note."""
        entry, needed = one.entry, self.settings.thresholds
        made = Promotion(
            id=promotion_item.promotion_id(entry.key),
            key=entry.key,
            path=entry.path,
            start=entry.start,
            end=entry.end,
            snippet=entry.snippet,
            recalls=entry.recalls,
            signals=one.signals,
            contexts=one.contexts,
            queries=len(dict.fromkeys(entry.queries)),
            days=entry.days,
            average=one.average,
            best=entry.max_score,
            score=one.score,
            components=tuple(
                (k, v) for k, v in zip(one.components._fields, one.components, strict=True) if v is not None
            ),
            tags=one.tags,
            project=entry.project,
            first_recalled=entry.first_recalled,
            last_recalled=entry.last_recalled,
            profile=self.settings.profile.name,
            thresholds=(
                ("min_score", needed.min_score),
                ("min_recalls", needed.min_recalls),
                ("min_queries", needed.min_queries),
            ),
        )
        return self.found(made) if check else (made, SnippetPlace(LocatedSnippet.UNCHECKED))

    def found(self, made: Promotion) -> tuple[Promotion, SnippetPlace]:
        """A promotion with what its note says now; profiles that write the stored snippet keep it."""
        place, path = self.place(made.path, made.snippet, made.start, made.end)
        stands = place.found in (LocatedSnippet.HERE, LocatedSnippet.MOVED)
        taken = stands and profile_of(made).relocates
        return replace(
            made,
            found_start=place.start if taken else 0,
            found_end=place.end if taken else 0,
            found_text=place.text if taken else "",
            found_path=path if taken else "",
            found_lines=self.lines(path, place) if taken else (),
            junk=junk_flags(place.text if taken else made.snippet),
        ), place


def promotion_lock(desk: Desk) -> AbstractContextManager[None]:
    """OpenClaw's own lock, which it holds while it reads, ranks and writes."""
    return PidLock(desk.layout.root, LOCK, "OpenClaw's promotion lock").held(desk.wait)


def profile_of(made: Promotion) -> ScoringProfile:
    """The profile a promotion was scored with."""
    return PROFILES.get(made.profile, PROFILES[DEFAULT])


def obstacle(made: Promotion, place: SnippetPlace) -> tuple[str, bool]:
    """Why a candidate cannot be promoted as it is, and whether a person's own sentence would help."""
    profile = profile_of(made)
    if profile.relocates and place.found is LocatedSnippet.MANAGED:
        return f"{made.path} says this only in a block that the dreaming itself wrote", False
    if profile.relocates and place.found is LocatedSnippet.GONE:
        return f"{made.path} no longer says this; a sentence of your own can be promoted instead", True
    texts = (made.snippet, made.found_text)
    if profile.contamination and any(text and is_contaminated(text, profile.contamination) for text in texts):
        return "this is OpenClaw's own bookkeeping, not a memory; a sentence of your own can be promoted instead", True
    return "", False


class PromotionBatch:
    """The files of promotions that are decided together: each plan starts from what the one before would leave."""

    def __init__(self, desk: Desk, recalls: Recalls | None = None) -> None:
        self.recalls = recalls or Recalls(desk, PromotionOptions())
        self._desk = desk
        self._left: dict[str, bytes | None] = {}
        self._begun: dict[MemoryForm, list[PromotionLine]] = {}
        self._base: dict[MemoryForm, bytes | None] = {}

    def read(self, logical: str) -> bytes | None:
        return self._left[logical] if logical in self._left else self._desk.store.read(logical)

    def filed(self, logical: str) -> StoredFile | None:
        """The current content of one of our files."""
        data = self.read(logical)
        return None if data is None else StoredFile(logical, data)

    def files(self, made: Promotion) -> PromotionFiles:
        """A promotion, found again in its note, with every file it would change."""
        fresh, place = self.recalls.found(made)
        problem, mendable = obstacle(fresh, place)
        entry = self.recalls.source.store.entries.get(made.key)
        promoted = entry.get("promotedAt") if isinstance(entry, dict) else None
        if isinstance(promoted, str) and promoted and not self.recalls.asked.include_promoted:
            problem, mendable = f"{made.key} is already promoted, {promoted}", False
        form = profile_of(made).form
        day = replace(self.recalls.settings, profile=profile_of(made)).day(self._desk)
        memory = self.read(MEMORY)
        self._base.setdefault(form, memory)
        pending, accepted, rejected = (self.filed(folder.path_of(made.id)) for folder in FOLDERS)
        return PromotionFiles(
            fresh,
            form,
            day,
            pending,
            accepted,
            rejected,
            self.read(STORE) if self.recalls.source.writable else None,
            memory,
            self._base[form],
            tuple(self._begun.get(form, ())),
            problem,
            mendable,
        )

    def gather(self, row: QueueRow) -> Gathered[PromotionFiles]:
        path = row.path
        filed = self.filed(path)
        if filed is None:
            raise NotFound(f"{path} is gone")
        try:
            return self.of(promotion_item.parse(filed.data), path)
        except ValueError as problem:
            raise Refused(f"{path} is not a dreamtui promotion: {problem}") from None

    def of(self, made: Promotion, path: str) -> Gathered[PromotionFiles]:
        """The item of a promotion, with its risks."""
        files = self.files(made)
        item = promotion_item.to_item(files.promotion, path)
        flags = tuple(sorted({*risk_flags(item, {}), *files.promotion.junk}))
        return Gathered(replace(item, flags=flags), files)

    def planned(self, held: Gathered[PromotionFiles], words: Words, plan: Plan) -> None:
        """What a plan of this batch would leave; a further promotion goes into the same section."""
        files, changes = held.files, plan.changes.changes
        self._left.update({change.path: change.after for change in changes})
        if plan.draft.verb is Verb.ACCEPT and any(change.path == MEMORY for change in changes):
            form = files.form
            self._begun = {form: [*self._begun.get(form, []), line_of(files, words)]}
            self._base = {form: self._base[form]}

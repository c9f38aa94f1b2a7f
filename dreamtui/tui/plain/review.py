"""One sitting in line mode: the queue item by item, one letter for what to do."""

import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from dreamtui.desk import person
from dreamtui.desk.audit.change_text import diff_text
from dreamtui.desk.decide import decide
from dreamtui.desk.desk import Desk
from dreamtui.desk.outputs import sync as outputs
from dreamtui.desk.queue import listing, show
from dreamtui.desk.queue.show import Shown
from dreamtui.desk.workspace import health
from dreamtui.model.decision import Words
from dreamtui.model.errors import DreamtuiError, ExitCode, Refused, Usage
from dreamtui.model.sitting import SavedDraft
from dreamtui.model.status import Disposition, Status
from dreamtui.model.verb import Slot, Verb
from dreamtui.present.evidence import cited, names, spoken_source
from dreamtui.present.item import spoken_lines
from dreamtui.text.danger.risks import mask
from dreamtui.text.dates import ago
from dreamtui.text.inert import one_line
from dreamtui.text.words import counted
from dreamtui.tui.plain.talk import Ended, Talk
from dreamtui.tui.texts import deciding

MARK = "--- why: below this line, what your team will read in six months ---"
"""Separates the rule and the reason in the file an editor gets."""


class Asker:
    """Asks for what a verb needs; earlier answers that were not recorded are offered again."""

    def __init__(self, desk: Desk, talk: Talk) -> None:
        self.desk = desk
        self.talk = talk

    def words(self, shown: Shown, verb: Verb) -> Words | None:
        """The words the verb needs; None if a required answer was not given."""
        draft = person.load_draft(self.desk, shown.item.id, verb.value)
        named = names(shown.item.evidence, revealed=False)
        said = Words(rationale=cited(draft.rationale, named), rule=draft.rule) if draft else Words()
        if draft:
            self._offer(said, "rule" if verb is Verb.GRADUATE else "words")
        if verb is Verb.GRADUATE:
            otherwise = "as in your draft" if said.rule else "as suggested" if shown.suggestion else ""
            drafted = shown.draft.rule if shown.draft is not None else ""
            ways = [f"empty: {otherwise}"] * bool(otherwise) + ["w: in the model's words"] * bool(drafted)
            hint = f" ({'; '.join(ways)})" if ways else ""
            typed = self.talk.ask(f"Rule, what agents will read{hint}:")
            said = replace(said, rule=drafted if drafted and typed.strip() == "w" else typed or said.rule)
        elif proposed := deciding.sentence(shown, verb):
            name = deciding.sentence_name(shown, verb) or f"What {' and '.join(shown.kind.said_in)} would say"
            self.talk.say(f"{name}: {mask(', '.join(proposed.splitlines()))}")
            otherwise = "as in your draft" if said.rule else "as proposed"
            said = replace(said, rule=self.talk.ask(f"Your words (empty: {otherwise}):") or said.rule)
        if verb.needs_reason:
            hint = " (empty: as in your draft)" if said.rationale else ""
            said = replace(said, rationale=self.talk.ask(f"Why{hint}:") or said.rationale)
            if not said.rationale.strip():
                return None
        if verb is Verb.REJECT:
            said = replace(said, disposition=self._ground())
        if verb is Verb.DEFER or said.disposition == Disposition.NOT_NOW:
            until = self._date()
            if not until:
                return None
            said = replace(said, until=until)
        return said

    def _offer(self, said: Words, what: str) -> None:
        if said.rule:
            self.talk.say(f"Your draft of the {what}: {one_line(said.rule)}")
        if said.rationale:
            self.talk.say(f"Your draft of the reason: {one_line(said.rationale)}")

    def _ground(self) -> str:
        while True:
            try:
                return decide.check_disposition(
                    self.talk.ask(f"As ({', '.join(Disposition)}; empty for none):").strip()
                )
            except Usage as problem:
                self._again(problem)

    def _date(self) -> str:
        while True:
            typed = self.talk.ask("Until (2026-12-01, tomorrow, +3d, 2w):").strip()
            try:
                return decide.day(self.desk, typed) if typed else ""
            except Usage as problem:
                self._again(problem)

    def _again(self, problem: Usage) -> None:
        """Say what is wrong to a person; a script is refused, because it does not hear."""
        if not self.talk.live:
            raise problem
        self.talk.say(f"Not possible: {problem}")

    def keep(self, shown: Shown, verb: Verb, words: Words) -> None:
        """Keep words that were not recorded."""
        draft = SavedDraft(shown.item.id, verb.value, words.rationale, words.rule, words.disposition)
        person.save_draft(self.desk, draft)

    def drop(self, shown: Shown) -> None:
        """Forget words that are recorded."""
        person.drop_draft(self.desk, shown.item.id)

    def in_editor(self, shown: Shown, verb: Verb) -> None:
        """Write rule and reason in $VISUAL or $EDITOR; they become the draft of the verb."""
        if not self.talk.live:
            raise Refused("an editor needs a terminal; answer the questions instead")
        from dreamtui.tui.terminal.editor import chosen, command_for

        draft = person.load_draft(self.desk, shown.item.id, verb.value) or SavedDraft(shown.item.id, verb.value)
        proposed = deciding.sentence(shown, verb)
        with_rule = verb is Verb.GRADUATE or bool(proposed)
        rule = draft.rule or proposed or shown.suggestion
        before = f"{rule}\n{MARK}\n{draft.rationale}\n" if with_rule else f"{draft.rationale}\n"
        path = person.lend(self.desk, f"{verb} {shown.item.id}", before)
        command = command_for(chosen(self.desk.env, pager=False), path)
        try:
            subprocess.run(command, env=dict(self.desk.env), check=False)
        except OSError as problem:
            raise Refused(f"{command[0]} could not be started: {problem.strerror}; set $VISUAL or $EDITOR") from None
        after = person.take_back_lent(path)
        if after is None or not after.strip() or after == before:
            self.talk.say("Nothing was changed.")
            return
        top, mark, below = after.partition(MARK)
        reason, rule = (below, top) if mark else (after, "")
        person.save_draft(self.desk, replace(draft, rationale=reason.strip("\n"), rule=rule.strip("\n")))
        self.talk.say("Kept as a draft; the letter of the decision offers it.")


_LETTERS: Mapping[Slot | None, str] = {"take": "g", "refuse": "r", "later": "s", "reopen": "b"}
_ALWAYS = {
    "c": "show exactly what each decision would change",
    "e": "write the rule and the reason in your editor, as a draft",
    "o": "show the evidence in its file or commit",
    "w": "have your model command draft the rule; nothing is decided",
    "n": "next item",
    "p": "previous item",
    "u": "undo the newest decision",
    "U": "redo what was undone last",
    "V": "show secret-like text of this item, which the log notes, or mask it again",
    "q": "leave",
    "?": "this list",
}


class PlainReview:
    """One sitting in line mode."""

    def __init__(self, desk: Desk, talk: Talk, *, read_only: bool = False) -> None:
        self.desk = desk
        self.talk = talk
        self.read_only = read_only
        self.asker = Asker(desk, talk)
        self.refusals = 0
        """How often something was refused."""
        self._ids: list[str] = []
        self._at = 0
        self._sitting: list[tuple[str, ...]] = []
        self._undone: list[tuple[str, ...]] = []
        self._revealed: set[str] = set()

    def run(self) -> None:
        """Go through the queue until it is empty, the person leaves, or the input ends."""
        self._load()
        pending = sum(e.status is Status.PENDING for e in listing.listing(self.desk).entries)
        mode = ", read-only: nothing can be decided" if self.read_only else ""
        self.talk.say(
            f"dreamtui, {self.desk.workspace.root.name}: {pending} pending, {len(self._ids)} in the queue{mode}."
        )
        self.talk.say("Answer with one letter; ? explains them, q leaves.")
        try:
            self._loop()
            self._leave()
        except Ended:
            self._bye()

    def _load(self) -> None:
        """The queue, read now; the place is kept by id."""
        before = self._ids[self._at : self._at + 1]
        self._ids = [entry.row.id for entry in listing.listing(self.desk).entries if entry.is_news]
        if before and before[0] in self._ids:
            self._at = self._ids.index(before[0])
        self._at = max(0, min(self._at, len(self._ids) - 1))

    def _loop(self) -> None:
        shown_id = ""
        while True:
            if not self._ids:
                self.talk.say(nothing_pending(self.desk))
                if not self._answer(None, self.talk.ask("[u,q,?]")):
                    return
                continue
            wanted = self._ids[self._at]
            try:
                shown = show.show(self.desk, wanted)
            except DreamtuiError as problem:
                self._refused(problem)
                self._load_without(wanted)
                continue
            if wanted != shown_id:
                self.talk.say()
                self._tell_item(shown)
                shown_id = wanted
            verbs = self._verbs(shown)
            prompt = ",".join([*(_LETTERS[verb.slot] for verb in verbs), *(("e", "u") if verbs else ("n", "p")), "?"])
            if not self._answer(shown, self.talk.ask(f"[{prompt}]")):
                return

    def _tell(self, item_id: str, text: str) -> None:
        """Say something of an item, secret-like text masked unless it was asked for."""
        self.talk.say(text if item_id in self._revealed else mask(text))

    def _tell_item(self, shown: show.Shown) -> None:
        """Say everything of an item."""
        safe = shown if shown.item.id in self._revealed else show.masked(shown)
        for line in spoken_lines(safe, self.desk.now, f"{self._at + 1} of {len(self._ids)}"):
            self._tell(shown.item.id, line)

    def _reveal(self, shown: show.Shown) -> None:
        """Say secret-like text of this item from now on, which the log notes, or mask it again."""
        if shown.item.id in self._revealed:
            self._revealed.discard(shown.item.id)
        else:
            with self.desk.store.writing(self.desk.writer()) as transaction:
                transaction.note("reveal", item=shown.item.id)
            self._revealed.add(shown.item.id)
        self._tell_item(shown)

    def _load_without(self, gone: str) -> None:
        self._load()
        self._ids = [item_id for item_id in self._ids if item_id != gone]
        self._at = max(0, min(self._at, len(self._ids) - 1))

    def _verbs(self, shown: show.Shown) -> list[Verb]:
        """What can be done to this item now."""
        if self.read_only:
            return []
        if shown.entry.status is Status.RECURRING:
            return [Verb.REOPEN]
        return [verb for verb in shown.kind.verbs() if verb is not Verb.REOPEN]

    def _answer(self, shown: show.Shown | None, answer: str) -> bool:
        """Do what the letter says; false to leave."""
        letter = answer.strip()
        if letter in {"q", "quit"}:
            return False
        verbs = {_LETTERS[verb.slot]: verb for verb in self._verbs(shown)} if shown else {}
        try:
            if shown and letter in verbs:
                self._decide(shown, verbs[letter])
            elif letter == "?":
                self._help(list(verbs.values()))
            elif letter in {"u", "U"}:
                self._take_back(redo=letter == "U")
            elif shown and letter in {"n", "p", ""}:
                self._move(-1 if letter == "p" else 1)
            elif shown and letter in {"c", "o"}:
                (self._changes if letter == "c" else self._evidence)(shown)
            elif shown and letter == "w":
                self._draft(shown)
            elif shown and letter == "V":
                self._reveal(shown)
            elif shown and letter == "e" and verbs:
                self.asker.in_editor(shown, next(iter(verbs.values())))
            else:
                self.talk.say(f"{letter!r} does nothing here; ? lists what does.")
        except DreamtuiError as problem:
            self._refused(problem)
        return True

    def _refused(self, problem: DreamtuiError) -> None:
        self.refusals += 1
        self.talk.say(f"Refused: {problem}")

    def _help(self, verbs: Sequence[Verb]) -> None:
        for verb in verbs:
            self.talk.say(f"  {_LETTERS[verb.slot]}  {verb.explained}")
        for letter, words in _ALWAYS.items():
            self.talk.say(f"  {letter}  {words}")
        self.talk.say("End a line with a backslash to go on in the next one.")

    def _move(self, step: int) -> None:
        wanted = self._at + step
        if not 0 <= wanted < len(self._ids):
            self.talk.say("This is the first item." if step < 0 else "This is the last item.")
            return
        self._at = wanted

    # Deciding

    def _decide(self, shown: show.Shown, verb: Verb) -> None:
        words = self.asker.words(shown, verb)
        if words is None:
            self.talk.say("Nothing was decided.")
            return
        try:
            outcome = decide.decide(self.desk, [shown.item.id], verb, words)
        except DreamtuiError:
            self.asker.keep(shown, verb, words)
            raise
        self.asker.drop(shown)
        self._sitting.append(tuple(d.id for d in outcome.decisions))
        self._undone.clear()
        made = outcome.decisions[0]
        self.talk.say(f"{verb.past.capitalize()}: {made.item}, decision {made.short}. u undoes it.")
        for sentence in outcome.advice:
            self.talk.say(f"Advice: {sentence}")
        self._load()

    def _take_back(self, *, redo: bool) -> None:
        if self.read_only:
            raise Refused("this is read-only; nothing can be decided here")
        own = self._undone if redo else self._sitting
        if own:
            taken = own.pop()
            for decision in reversed(taken):
                outcome = decide.take_back(self.desk, decision, "", redo=redo, sitting=True)
            (self._sitting if redo else self._undone).append(tuple(d.id for d in outcome.decisions))
        else:
            reason = "" if redo else self.talk.ask("This was not decided in this sitting. Why undo it:")
            outcome = decide.take_back(self.desk, None, reason, redo=redo)
        for made in outcome.decisions:
            self.talk.say(f"{made.verb.past.capitalize()}: {made.item}, decision {made.short}.")
        for sentence in outcome.advice:
            self.talk.say(f"Advice: {sentence}")
        self._load()

    # Looking

    def _changes(self, shown: show.Shown) -> None:
        plans = show.previews(self.desk, shown.item.id)
        for verb, plan in plans.items():
            for files, heading in ((plan.then, "agents would read"), (plan.written, "would change")):
                if text := diff_text(files, reveal=shown.item.id in self._revealed):
                    self.talk.say(f"{verb}: {heading}, with … for your words:")
                    self.talk.say(text)
        if not plans:
            self.talk.say("No verb applies here.")

    def _draft(self, shown: show.Shown) -> None:
        from dreamtui.desk.queue.model_draft import draft
        from dreamtui.present.item import draft_lines

        self.talk.say("Asking a model; this may take two minutes.")
        _, made = draft(self.desk, shown.item.id)
        for line in draft_lines(made):
            self._tell(shown.item.id, " " * line.indent + line.text)

    def _evidence(self, shown: show.Shown) -> None:
        from dreamtui.desk.queue.source import source_of

        if not shown.item.evidence:
            self.talk.say("There is no evidence.")
        for number, piece in enumerate(shown.item.evidence, 1):
            source = source_of(self.desk, piece)
            if shown.item.id not in self._revealed:
                source = replace(source, text=source.masked)
            self._tell(shown.item.id, f"Evidence {number}: {source.title}")
            for line in spoken_source(source):
                self._tell(shown.item.id, line)

    # Leaving

    def _leave(self) -> None:
        planned = outputs.plan(self.desk)
        if self.read_only or not (planned.changes or planned.problems):
            self._bye()
            return
        for problem in planned.problems:
            self.talk.say(f"Not written: {problem}")
        for sentence, held in zip(planned.undecided, planned.held, strict=True):
            self.talk.say(f"Undecided: {sentence}; {held.way_out}.")
        if planned.changes:
            self.talk.say("To be written:")
            self.talk.say(diff_text(planned.changes))
            if self.talk.ask("Write this? [w write, l later]").strip() in {"w", "write", "y", "yes"}:
                done = outputs.sync(self.desk)
                self.talk.say(f"Written: {', '.join(change.path for change in done.changes.changes)}.")
        self._bye()

    def _bye(self) -> None:
        stale = [change.path for change in outputs.plan(self.desk).changes.changes]
        if stale:
            self.talk.say(f"Out of date: {', '.join(stale)}; `dreamtui sync` writes them.")
        count = len(self._sitting)
        self.talk.say(f"{counted(count, 'decision')} in this sitting.")


def nothing_pending(desk: Desk) -> str:
    """What is said of an empty queue: the time of the last run, and what to do."""
    found = health.status(desk)
    last = f"Last run {ago(found.runs.last, desk.now)} ago" if found.runs.last else "Never looked yet"
    return f"Nothing pending. {last}; `dreamtui dream` looks again."


def run_plain(desk: Desk, *, read_only: bool = False, ask: Callable[[], Talk] = Talk) -> int:
    """Line mode on this desk; without a terminal, the exit code says whether something was refused."""
    talk = ask()
    review = PlainReview(desk, talk, read_only=read_only)
    review.run()
    return int(ExitCode.REFUSED if review.refusals and not talk.live else ExitCode.OK)

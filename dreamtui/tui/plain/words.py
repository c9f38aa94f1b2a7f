"""The words of a decision in line mode: asked for one by one, kept as a draft, or written in the person's editor."""

import subprocess
from dataclasses import replace

from dreamtui.desk import person
from dreamtui.desk.decide import decide
from dreamtui.desk.desk import Desk
from dreamtui.desk.queue.show import Shown
from dreamtui.model.decision import Words
from dreamtui.model.errors import Refused, Usage
from dreamtui.model.item import Disposition
from dreamtui.model.sitting import SavedDraft
from dreamtui.model.verb import Verb
from dreamtui.text.inert import one_line
from dreamtui.tui.plain.talk import Talk

MARK = "--- why: below this line, what your team will read in six months ---"
"""Stands between the rule and the reason in the file an editor is given."""


class Asker:
    """Asks for what a verb needs; what was said before and not recorded is offered again."""

    def __init__(self, desk: Desk, talk: Talk) -> None:
        self.desk = desk
        self.talk = talk

    def words(self, shown: Shown, verb: Verb) -> Words | None:
        """What the verb needs; none when somebody does not answer what has to be answered."""
        draft = person.load_draft(self.desk, shown.item.id, verb.value)
        said = Words(rationale=draft.rationale, rule=draft.rule) if draft else Words()
        if draft:
            self._offer(said)
        if verb is Verb.GRADUATE:
            otherwise = "as in your draft" if said.rule else "as suggested" if shown.suggestion else ""
            hint = f" (empty: {otherwise})" if otherwise else ""
            said = replace(said, rule=self.talk.ask(f"Rule, what agents will read{hint}:") or said.rule)
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

    def _offer(self, said: Words) -> None:
        if said.rule:
            self.talk.say(f"Your draft of the rule: {one_line(said.rule)}")
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
        self.talk.say(f"That cannot be: {problem}")

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
            raise Refused("an editor needs a terminal; answer the questions of the decision instead")
        from dreamtui.tui.terminal.editor import chosen, command_for

        draft = person.load_draft(self.desk, shown.item.id, verb.value) or SavedDraft(shown.item.id, verb.value)
        with_rule = verb is Verb.GRADUATE
        rule = draft.rule or shown.suggestion
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

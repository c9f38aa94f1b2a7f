"""Asking for the reason of a decision about items of the queue, with everything the box of the reason shows of them."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from dreamtui.model.verb import Verb

if TYPE_CHECKING:
    from dreamtui.desk.queue.show import Shown
    from dreamtui.model.decision import Words
    from dreamtui.text.lines import Line
    from dreamtui.tui.screens.reason.asked import Loading, ReasonRequest
    from dreamtui.tui.screens.review.review import ReviewScreen
    from dreamtui.tui.screens.review.targets import Chosen
    from dreamtui.tui.session.outcomes import ConsoleOutcome
    from dreamtui.tui.session.queue_items import QueueItem
    from dreamtui.tui.session.refs import Ref
    from dreamtui.tui.session.session import Detail


class Reasons:
    """Asks why; the box opens immediately, and a single item that was not read yet is loaded into it."""

    def __init__(self, screen: "ReviewScreen", then: "Callable[[ConsoleOutcome | None], None]") -> None:
        self.screen = screen
        self.then = then
        """Gets what was recorded; None if the words were kept as a draft."""

    def ask(self, chosen: "Chosen | None", begin: str = "") -> None:
        """Ask for the reason of a decision; `begin` says in which box, as in `Asked`."""
        if chosen is None:
            return
        from dreamtui.tui.screens.reason.rationale import RationaleScreen

        verb, items = chosen
        shown = self._shown(items[0].ref) if len(items) == 1 else None
        if len(items) > 1:
            screen = RationaleScreen(self._about_several(verb, items, begin))
        elif shown is not None:
            screen = RationaleScreen(self._about_one(verb, items[0], shown, begin))
        else:
            screen = RationaleScreen(*self._unread(verb, items[0], begin))
        self.screen.app.push_screen(screen, partial(self._reasoned, items[0]))

    def _reasoned(self, row: "QueueItem", outcome: "ConsoleOutcome | None") -> None:
        """The row keeps its own name in what is said of it."""
        from dreamtui.tui.texts.deciding import own_title

        if outcome is not None:
            self.screen.console.sitting.call(outcome.made, row.ref, own_title(row))
        self.then(outcome)

    def _unread(self, verb: Verb, row: "QueueItem", begin: str) -> "tuple[ReasonRequest, Loading[Detail]]":
        """What is known of an item before it is read, and how it is."""
        from dreamtui.tui.screens.reason.asked import Loading, ReasonRequest, not_yet
        from dreamtui.tui.texts import deciding as texts

        session, heading = self.screen.console.sessions.of(row.ref), texts.heading(verb, [row], {})
        return (
            ReasonRequest(verb, heading, not_yet, (row.ref,), row.title),
            Loading(lambda: session.detail(row), lambda read: self._about_one(verb, row, read.shown, begin), "detail"),
        )

    def _shown(self, item: "Ref") -> "Shown | None":
        """What is known of an item, when it is the one that was read."""
        detail = self.screen.item.detail
        return detail.shown if detail is not None and detail.ref == item else None

    def _about_one(self, verb: Verb, row: "QueueItem", shown: "Shown", begin: str) -> "ReasonRequest":
        """A file that changed since its changes were shown is not overwritten unseen: they go along as expected."""
        from dreamtui.tui.screens.reason.asked import ReasonRequest
        from dreamtui.tui.texts import deciding as texts

        sessions, pane = self.screen.console.sessions, self.screen.item
        refs, rules, expected = (row.ref,), self.retired_by(verb, [row]), pane.plan_shown(row.ref, verb)
        return ReasonRequest(
            verb=verb,
            heading=texts.heading(verb, [row], rules),
            retires=texts.retiring(rules),
            record=lambda words: sessions.decide(refs, verb, words, expected),
            refs=refs,
            title=row.title,
            evidence=shown.item.evidence,
            of_cases=row.type.shows_cases,
            files=shown.item.files,
            suggestion=texts.suggestion(shown, verb),
            drafted=shown.draft.rule if shown.draft is not None and verb is Verb.GRADUATE else "",
            warning=lambda typed: texts.cautions(shown, verb, typed),
            preview=lambda words: sessions.of(row.ref).preview(row.id, verb, words),
            sentence=texts.sentence(shown, verb),
            sentence_name=texts.sentence_name(shown, verb),
            revealed=row.ref in pane.revealed,
            begin=begin,
        )

    def _about_several(self, verb: Verb, items: "Sequence[QueueItem]", begin: str) -> "ReasonRequest":
        """One reason for all of them, and a record each."""
        from dreamtui.tui.screens.reason.asked import ReasonRequest
        from dreamtui.tui.texts import deciding as texts

        sessions, refs = self.screen.console.sessions, tuple(item.ref for item in items)
        rules, twins = self.retired_by(verb, items), self.screen.twinning.is_group(items)
        shown = self._shown(items[0].ref) if twins else None
        return ReasonRequest(
            verb=verb,
            heading=texts.of_twins(verb, items, rules) if twins else texts.heading(verb, items, rules),
            named=texts.each_named(items) if twins else (),
            evidence=shown.item.evidence if shown is not None else (),
            of_cases=all(item.type.shows_cases for item in items),
            revealed=items[0].ref in self.screen.item.revealed,
            retires=texts.retiring(rules),
            record=lambda words: sessions.decide(refs, verb, words),
            refs=refs,
            sure=() if twins else tuple(self.named(verb, items)),
            begin=begin,
        )

    def named(self, verb: Verb, items: "Sequence[QueueItem]") -> "list[Line]":
        """What is to be confirmed: the items, and what one should know of deciding them together."""
        from dreamtui.tui.texts import deciding as texts

        spread = self.screen.console.sessions.spread(item.ref for item in items)
        sessions = self.screen.console.sessions
        some = [item.ref for item in items[: texts.MOST]]
        rules = sessions.rules_made(some) if verb is Verb.GRADUATE else self.retired_by(verb, items)
        return [*texts.together(verb, items, spread), *texts.names(verb, items, rules)]

    def retired_by(self, verb: Verb, items: "Sequence[QueueItem]") -> "dict[Ref, str]":
        """The words of the live rules that a decision would retire, by item."""
        refs = [item.ref for item in items] if verb is Verb.REJECT else []
        return self.screen.console.sessions.live_rules(refs) if refs else {}

    def _cited(self, item: "Ref", reason: str) -> str:
        """A reason as it would be recorded."""
        from dreamtui.present.evidence import cited, names

        shown, revealed = self._shown(item), item in self.screen.item.revealed
        return cited(reason, names(shown.item.evidence, revealed=revealed)) if shown is not None else reason

    def words_begun(self, item: "Ref", verb: Verb) -> "Words":
        """The words of a draft, or a placeholder for them, for a preview, in which every loss is acknowledged."""
        from dreamtui.model.decision import ALL, Words
        from dreamtui.text.dates import add_days
        from dreamtui.tui.texts.deciding import YOUR_REASON, suggestion

        sessions = self.screen.console.sessions
        draft = sessions.drafts.load((item,), verb)
        shown = self._shown(item) if verb is Verb.GRADUATE else None
        suggested = suggestion(shown, verb) if shown else ""
        until = add_days(sessions.here.now, 7) if verb is Verb.DEFER else ""
        if draft is not None:
            said, note = self._cited(item, draft.rationale) or YOUR_REASON, draft.as_note
            rule = draft.rule or suggested
            return Words(said, rule, draft.disposition, as_note=note, until=until, acknowledged=(ALL,))
        said = "" if verb in (Verb.DEFER, Verb.REOPEN) else YOUR_REASON
        return Words(said, suggested, until=until, acknowledged=(ALL,))

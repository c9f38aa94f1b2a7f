"""The state of a workspace: status in a line, and doctor with what is wrong and what to do."""

import contextlib
import subprocess
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dreamtui.desk.audit import audit_views
from dreamtui.desk.decide.signing import is_asked, odd_signatures
from dreamtui.desk.desk import Desk
from dreamtui.desk.memory import history, index, verify
from dreamtui.desk.memory.folder import Contents
from dreamtui.desk.outputs import sync as outputs
from dreamtui.desk.queue import listing
from dreamtui.desk.workspace.runs import RunsStatus, runs
from dreamtui.kinds.rule.kind import LIVE
from dreamtui.kinds.undecided.kind import NAME as UNDECIDED
from dreamtui.model.errors import DreamtuiError, Refused
from dreamtui.model.status import Status
from dreamtui.sources.workspace import dotagent_signs
from dreamtui.store.commit.recovery import FOREIGN
from dreamtui.store.files.links import linked_folders
from dreamtui.store.index.queue import QueueCount
from dreamtui.store.layout import EVENTS, HOME, LOG, STATE
from dreamtui.store.records import log
from dreamtui.text.dates import ago
from dreamtui.text.inert import inert_line
from dreamtui.text.words import counted


class PendingKind(NamedTuple):
    """How many items of one kind are pending."""

    kind: str
    label: str
    """The kind as people call it."""
    pending: int


@dataclass(frozen=True, slots=True)
class WorkspaceStatus:
    pending: int
    recurring: int
    """Decided items seen again, with something new since the decision."""
    deferred: int
    flagged: int
    """Pending items with a risk."""
    oldest: str
    """When the pending item with the oldest evidence was last seen."""
    out_of_date: tuple[str, ...]
    """Outputs that a sync would write."""
    problems: tuple[str, ...]
    """Why some outputs cannot be written."""
    runs: RunsStatus
    """How the runs went, and when the next one comes."""
    kinds: tuple[PendingKind, ...] = ()
    """What is pending, in the order of the kinds; a kind of which nothing is has no entry."""
    risky: int = 0
    """Lines of outputs that hold what looks like a secret or an order to an agent."""
    undecided: tuple[str, ...] = ()
    """Rules without a decision, each with what is wrong with it."""
    signatures: tuple[str, ...] = ()
    """Signatures of decisions that somebody should look at, a sentence each, where the person signs or has to."""
    published: tuple[str, ...] = ()
    """Why git would publish what is kept for this machine, a sentence with what mends it."""
    index_lines: int = 0
    """Lines of the MEMORY.md that agents load: Claude's where there is one, else ours after a sync."""
    remembered: int = 0
    """Rules and active notes there are."""


def status(desk: Desk, folders: Sequence[Contents] | None = None, *, anew: bool = True) -> WorkspaceStatus:
    """Count the queue and look at the outputs.

    `folders`: the memory folders, if they were read. `anew`: look at the files of the queue again.
    """
    queue = desk.queue()
    counts = queue.counts(anew=anew)
    pending = [one for one in counts if one.status == Status.PENDING]
    planned = outputs.plan(desk)
    _, ours = planned.sizes()
    read = index.status(desk) if folders is None else folders
    theirs = next((one.report.lines for one in read if one.folder.is_auto and one.index is not None), None)
    return WorkspaceStatus(
        sum(one.items for one in pending),
        sum(one.items for one in counts if one.stands == Status.RECURRING),
        sum(one.items for one in counts if one.status == Status.DEFERRED),
        sum(one.flagged for one in pending),
        min((one.oldest for one in pending if one.oldest), default=""),
        tuple(change.path for change in planned.changes.changes),
        tuple(dict.fromkeys((*planned.problems, *(p.said for p in queue.problems), *_git_trouble(desk)))),
        runs(desk, sum(one.items for one in pending)),
        _pending_kinds(desk, pending),
        len(planned.risky),
        (*planned.undecided, *planned.strays),
        tuple(one.said for one in odd_signatures(desk)),
        tuple(f"{what}; {mend}" for what, mend in _tracked(desk)),
        ours.lines if theirs is None else theirs,
        planned.remembered,
    )


def _pending_kinds(desk: Desk, pending: Sequence[QueueCount]) -> tuple[PendingKind, ...]:
    counts = Counter[str]()
    for one in pending:
        counts[one.kind] += one.items
    named = ((kind.name, kind.label.lower(), counts[kind.name]) for kind in desk.kinds)
    return tuple(PendingKind(*one) for one in named if one[2])


def _git_trouble(desk: Desk) -> tuple[str, ...]:
    return (desk.workspace.trouble,) if desk.workspace.trouble else ()


def status_line(desk: Desk, found: WorkspaceStatus) -> str:
    """One line for prompts and hooks."""
    parts = [f"{found.pending} pending"]
    if found.oldest:
        parts[0] += f" (oldest {ago(found.oldest, desk.now)})"
    parts += [f"{found.flagged} flagged"] if found.flagged else []
    parts += [f"{found.recurring} recurring"] if found.recurring else []
    parts += [f"{found.deferred} deferred"] if found.deferred else []
    if found.out_of_date:
        parts.append(f"out of date: {', '.join(found.out_of_date)}")
    elif not found.problems:
        parts.append("outputs up to date")
    if found.risky:
        parts.append(f"{counted(found.risky, 'risky line')} in outputs, see doctor")
    if found.undecided:
        parts.append(f"undecided: {_few(found.undecided)}")
    parts += [f"signatures: {_few(found.signatures)}"] if found.signatures else []
    parts += found.published
    parts += [f"{len(found.problems)} problem(s), see doctor"] if found.problems else []
    parts.append(_runs_words(found.runs, desk))
    if (days := found.runs.undecided_days) is not None:
        parts.append(f"nothing decided in {days} days")
    return " · ".join(parts)


def _runs_words(found: RunsStatus, desk: Desk) -> str:
    """The last run, failures since, and the next one."""
    age = ago(found.last, desk.now)
    said = f"last run {'just now' if age == 'now' else f'{age} ago'}" if found.last else "never run"
    said += f" ({found.trigger})" if found.trigger not in {"", "manual"} else ""
    if found.failures:
        said += f", {counted(found.failures, 'unattended run')} failed since"
    return said + (f", next {ago(found.next, desk.now)} ({found.next_by})" if found.next else "")


def _few(sentences: tuple[str, ...]) -> str:
    """The first sentences, and how many more there are."""
    named = ", ".join(one.partition("; ")[0] for one in sentences[:2])
    return named + (f" and {len(sentences) - 2} more, see doctor" if len(sentences) > 2 else "")


@dataclass(frozen=True, slots=True)
class HealthFinding:
    level: str
    """ok, note or problem."""
    what: str
    advice: str = ""


def doctor(desk: Desk) -> list[HealthFinding]:
    """What was found, what is wrong, what to do."""
    found = [HealthFinding("ok", f"workspace {desk.workspace.root}"), *_home(desk), *_git(desk), *_stores(desk)]
    found += [*_who(desk), *_config(desk), *_model(desk), *_embeddings(desk)]
    queue = listing.listing(desk, status="all")
    found += [HealthFinding("problem", p.said, "move it away or restore it from git") for p in queue.problems]
    odd, torn = log.unreadable(desk.layout)
    found += [HealthFinding("problem", p.said, "move it away") for p in odd]
    found += [HealthFinding("note", p.said) for p in torn]
    found += [HealthFinding("problem", what, mend) for what, mend in _tracked(desk)]
    found += _own_data(desk)
    found += _links(desk)
    found += _outputs(desk)
    found += _memory(desk)
    found += _audit(desk)
    found += _foreign_journals(desk)
    if desk.unmended is not None:
        found.append(HealthFinding("problem", f"an interrupted change needs recovery: {desk.unmended}"))
    return found


def _foreign_journals(desk: Desk) -> list[HealthFinding]:
    """Journals that were set aside because they were not written here."""
    folder = desk.layout.state / FOREIGN
    names = sorted(path.name for path in folder.iterdir()) if folder.is_dir() and not folder.is_symlink() else []
    what = "journal of an interrupted change that was not written on this machine by you; none of it was applied"
    advice = f"if you know it, check the files it names; else remove it from {STATE}/{FOREIGN}"
    return [HealthFinding("note", f"{name}: a {what}", advice) for name in names]


def _who(desk: Desk) -> list[HealthFinding]:
    """Who decides here, and whether the team's roster can be read."""
    from dreamtui.sources.identity import roster_trouble

    try:
        found = [HealthFinding("ok", f"you are {desk.identity.id} ({desk.identity.source})")]
    except DreamtuiError as problem:
        found = [HealthFinding("problem", f"your name is not known: {problem}", "set DREAMTUI_ACTOR")]
    if trouble := roster_trouble(desk.workspace.root):
        found.append(HealthFinding("problem", trouble, "fix the file"))
    return found


_GIT_SECONDS = 20


def _home(desk: Desk) -> list[HealthFinding]:
    workspace = desk.workspace
    if workspace.has_agent:
        return [HealthFinding("ok", "dreamtui's files are in .agent/, shared through git")]
    advice = "`dreamtui init` makes .agent/ in the repository, so that the team shares it"
    return [HealthFinding("note", f"dreamtui's files are in {workspace.home}, on this machine only", advice)]


def _git(desk: Desk) -> list[HealthFinding]:
    workspace = desk.workspace
    if workspace.trouble:
        return [HealthFinding("problem", workspace.trouble, "repair the repository; the rest works without it")]
    if workspace.git_dir is None:
        return [HealthFinding("note", "no git here: event logs, registry and notes are read, history is not")]
    from dreamtui.sources.git.history import read_history

    try:
        asked = subprocess.run(["git", "--version"], capture_output=True, text=True, check=False, timeout=_GIT_SECONDS)
        version = asked.stdout.strip()
        history = read_history(workspace.root, "9999-01-01T00:00:00Z")
    except subprocess.TimeoutExpired:
        return [
            HealthFinding(
                "problem", f"`git --version` did not answer within {_GIT_SECONDS} seconds", "check git itself"
            )
        ]
    except OSError:
        return [HealthFinding("problem", "git is not installed", "install git, or only event logs are mined")]
    except DreamtuiError as problem:
        return [HealthFinding("problem", str(problem), "repair the repository; the rest works without it")]
    kind = (
        "bare repository"
        if workspace.bare
        else "worktree"
        if workspace.common_dir != workspace.git_dir
        else "repository"
    )
    found = [HealthFinding("ok", f"git {kind}, {version}")]
    return found + ([HealthFinding("note", history.remark)] if history.remark else [])


def _own_data(desk: Desk) -> list[HealthFinding]:
    """What is in the way of the person's own folder for this workspace."""
    from dreamtui.store.files.private import prepare_private_state

    try:
        prepare_private_state(desk.own_layout)
    except Refused as problem:
        return [HealthFinding("problem", str(problem))]
    except OSError as problem:
        place = inert_line(str(desk.own_layout.private_state))
        what = f"{place} cannot be made or opened ({problem.strerror}), so no draft is saved and lists take longer"
        return [HealthFinding("problem", what, "make the folder around it writable, or set XDG_DATA_HOME")]
    return []


def _tracked(desk: Desk) -> list[tuple[str, str]]:
    """That git has files of the state folder, with what to do: what a repository ships it keeps, ignored or not."""
    root = desk.workspace.root  # which may lie below the top of a repository
    if not desk.workspace.has_agent or not any((folder / ".git").exists() for folder in (root, *root.parents)):
        return []
    from dreamtui.sources.git.tracked import tracked_below

    names = tracked_below(root, STATE)
    if not names:
        return []
    shown = inert_line(names[0].removeprefix(f"{STATE}/"))[:60] + (", …" if len(names) > 1 else "")
    what = f"git tracks files in {STATE}, which is for this machine alone ({shown})"
    return [(what, f"`git rm -r --cached {STATE}` leaves them here and takes them out of the next commit")]


def _stores(desk: Desk) -> list[HealthFinding]:
    root = desk.workspace.root
    found = []
    if signs := dotagent_signs(root):
        found.append(
            HealthFinding("ok", f"dotagent writes here too ({', '.join(signs)}); rules also go to .agent/patterns.md")
        )
    found += [HealthFinding("ok", said) for actions in desk.every_action() if (said := actions.recognises(desk))]
    found += [HealthFinding("note", remark) for remark in desk.memory.remarks]
    events = desk.layout.real(EVENTS)
    count = sum(1 for _ in events.rglob("*.jsonl")) if events.is_dir() else 0
    found.append(HealthFinding("ok", f"{count:,} event log file(s)"))
    return found


def _config(desk: Desk) -> list[HealthFinding]:
    try:
        problems = desk.config.problems
    except DreamtuiError as problem:
        return [HealthFinding("problem", str(problem), "fix the file; `dreamtui config` shows every value")]
    return [HealthFinding("problem", problem, "fix the file") for problem in problems]


def _model(desk: Desk) -> list[HealthFinding]:
    """How the model command is confined, where there is one."""
    from dreamtui.desk import model_confinement
    from dreamtui.desk.model_command import own_command

    with contextlib.suppress(DreamtuiError):  # settings that cannot be read are among the findings
        if own_command(desk) is None:
            return []
        runs, sentence = model_confinement.said(desk)
        advice = f"install bubblewrap, or say `{model_confinement.UNCONFINED}: allow` in your own settings"
        found = [HealthFinding("ok", sentence) if runs else HealthFinding("problem", sentence, advice)]
        try:
            model_confinement.writable(desk)
        except DreamtuiError as problem:
            found.append(HealthFinding("problem", str(problem), "fix the file"))
        return found
    return []


def _embeddings(desk: Desk) -> list[HealthFinding]:
    """Whether events are compared by meaning, and what is missing."""
    from dreamtui.desk import meaning

    with contextlib.suppress(DreamtuiError):  # settings that cannot be read are among the findings
        on, sentence = meaning.said(desk)
        return [HealthFinding("ok" if on else "note", sentence)]
    return []


def _links(desk: Desk) -> list[HealthFinding]:
    """Folders of ours that are links: nothing is read through some, and nothing written below any."""
    linked = {
        name: folder
        for folder in desk.kinds.folders
        if folder.path.startswith(HOME) and folder.path != LIVE.path
        for name in linked_folders(desk.layout, folder.path, folder.suffix)
    }
    advice = "replace the link with the folder itself"
    return [HealthFinding("problem", inert_line(f"{name} is a symlink"), advice) for name in sorted(linked)]


def _outputs(desk: Desk) -> list[HealthFinding]:
    try:
        planned = outputs.plan(desk)
    except DreamtuiError as problem:
        return [HealthFinding("problem", str(problem))]
    found = [HealthFinding("problem", p, "`dreamtui sync --repair --dry-run` shows a plan") for p in planned.problems]
    undecided = zip(planned.undecided, planned.held, strict=True)
    found += [HealthFinding("problem", f"undecided: {sentence}", held.way_out) for sentence, held in undecided]
    clear = (
        f"`dreamtui list --kind {UNDECIDED}` has the rules that it may have been; when these are decided, the next sync"
        " takes it away"
    )
    found += [HealthFinding("problem", f"undecided: {sentence}", clear) for sentence in planned.strays]
    reach = "name an output that shows every rule in `dreamtui.outputs`, such as claude"
    found += [HealthFinding("problem", sentence, reach) for sentence in planned.unshown]
    again = "`dreamtui move RULE --to user|memory` writes it again, `retire` removes the rule"
    found += [HealthFinding("note", sentence, again) for sentence in planned.misplaced]
    found += [HealthFinding("note", sentence) for sentence in planned.risky]
    stale = [change.path for change in planned.changes.changes]
    if stale:
        found.append(HealthFinding("note", f"out of date: {', '.join(stale)}", "`dreamtui sync` writes them"))
    return found or [HealthFinding("ok", "outputs are up to date")]


def _memory(desk: Desk) -> list[HealthFinding]:
    """What is wrong with the memory folders: what was lost, what is never loaded or found, too long lines."""
    lost = [HealthFinding("problem", one.said) for one in history.check(desk, keep=False)]
    mend = "`dreamtui memory index --dry-run` shows what regenerating would do"
    found: list[HealthFinding] = []
    for folder in index.status(desk):
        report = folder.report
        wrong = report.hidden or report.orphans or report.dangling
        found += [HealthFinding("problem" if wrong else "note", said, mend) for said in index.problems(folder)]
    return [*lost, *found, *_gone_claims(desk)]


def _gone_claims(desk: Desk) -> list[HealthFinding]:
    """Memories that name what the repository no longer has."""
    if not desk.memory.folders:
        return []
    advice = "`dreamtui memory verify` says each with its line"
    return [
        HealthFinding("note", inert_line(f"{checked.path} names what is gone: {words}"), advice)
        for checked in verify.verify_once(desk).memories
        if (words := verify.gone_words(checked))
    ]


def _settle(conflict: str) -> str:
    """What to do about a file with conflict markers; each side of a log has lines that the other has not."""
    both = "keep the lines of both sides and remove the markers (`init --merge-logs` lets git do so from then on)"
    how = both if conflict.startswith(f"{LOG}/") else "take one side of the file"
    return f"finish the merge: {how}, then commit"


def _audit(desk: Desk) -> list[HealthFinding]:
    verdict = audit_views.verify(desk, signed=is_asked(desk))
    found = [HealthFinding("problem", sentence, "restore the file from git") for sentence in verdict.broken]
    found += [HealthFinding("problem", sentence, _settle(sentence)) for sentence in verdict.conflicts]
    again = "decide it once more, knowing both: `dreamtui reopen ID`, or `retire` or `rerationale` where it is a rule"
    found += [HealthFinding("problem", sentence, again) for sentence in verdict.opposites]
    found += [HealthFinding("note", f"drift: {sentence}") for sentence in verdict.drift[:5]]
    found += [HealthFinding("note", sentence, "correct the clock of who decided") for sentence in verdict.ahead[:5]]
    who = "ask who is named whether it is theirs; `dreamtui.sign` signs each of yours"
    found += [HealthFinding("note", sentence, who) for sentence in verdict.unsigned]
    return found or [HealthFinding("ok", f"{verdict.records} audit records verify")]

"""How fast event logs are read and mined, every figure beside its peer in the same run.

    python benchmarks/events.py [--quick] [--keep FOLDER]

Each figure is the best of some runs, each in a process of its own (imports not counted), memory the worst; beside the
time that passed stands the processor time of all processes, which other work on the machine disturbs less. The peer of
the whole scan is the same code with `json.loads` and a check of every field in place of the typed decoder, once as it
is, in two processes, and once in one each; the peer of many small files is a loop that only opens and reads them.
Memory is the sum over all processes: the proportional set size as the kernel counts it (a page that two of them share
counts once), sampled from outside, and beside it the peak resident size of each.
"""

import json
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import event_log
import fresh


def _settings():
    from dreamtui.model.mining.interface import MineSettings

    return MineSettings(since=event_log.SINCE, since_text="365d", until="2026-11-18T00:00:00Z")


def _miners():
    from dreamtui.mining.signals import EventMiners

    return EventMiners(event_log.SINCE, event_log.REGISTRY)


def _plain_decoder():
    """The decoder of the peer: `json.loads`, then the same checks of the same twelve fields into the same record."""
    from datetime import datetime

    from dreamtui.sources.events.record import LogRecord

    loads, moment = json.loads, datetime.fromisoformat
    words = ("actor", "tool", "host", "session", "kind", "repo", "branch", "diff_sha", "summary")

    def decode(line: bytes) -> LogRecord:
        fields = loads(line)
        if type(fields) is not dict:
            raise ValueError("not an object")
        get = fields.get
        values = [get(name, "") for name in words]
        for value in values:
            if type(value) is not str:
                raise ValueError("not text")
        files, tags = get("files", []), get("tags", [])
        for texts in (files, tags):
            if type(texts) is not list:
                raise ValueError("not a list")
            for text in texts:
                if type(text) is not str:
                    raise ValueError("not text")
        when = moment(get("ts"))
        if when.tzinfo is None:
            raise ValueError("no zone")
        actor, tool, host, session, kind, repo, branch, sha, summary = values
        return LogRecord(when, actor, tool, host, session, kind, repo, branch, files, sha, summary, tags)

    return lambda frame: [decode(line) for line in frame[1:-1].split(b"]\n[")]


def _mine(folder: Path, root: Path, **more):
    from dreamtui.sources.events import scan

    result = scan(folder, root, _miners(), **more)
    return result, result.miners.findings(_settings())


def run_once(mode: str, root: Path) -> dict:
    """One measurement in this process."""
    folder = root / ".agent/memory/episodic"
    if mode == "open":
        start, used = time.perf_counter(), fresh.cpu()
        count = 0
        for where, _, names in os.walk(folder):
            for name in names:
                with open(f"{where}/{name}", "rb") as file:
                    count += len(file.read()) > 0
        return {"seconds": time.perf_counter() - start, "cpu": fresh.cpu() - used, "files": count}
    _mine(folder / "none", root)  # imports
    if mode.startswith("json"):
        from dreamtui.sources.events import reader

        reader.LogReader.__init__.__defaults__ = (_plain_decoder(),)
    start, used = time.perf_counter(), fresh.cpu()
    result, found = _mine(folder, root, processes=int(mode.endswith("alone")))
    seconds, used = time.perf_counter() - start, fresh.cpu() - used
    facts = {
        "seconds": seconds,
        "cpu": used,
        "events": result.events,
        "skipped": result.skipped,
        "findings": len(found),
        "quotes": sum(len(finding.evidence) for finding in found),
        "print": str(hash_of(found)),
        "rss": fresh.peaks(),
    }
    if mode == "again":
        facts |= _again(folder, root, result, found)
    return facts


def _again(folder: Path, root: Path, result, found) -> dict:
    """Nothing changed; one file appended to; everything from a saved snapshot."""
    from dreamtui.sources.events import LogSnapshot

    start = time.perf_counter()
    second, same = _mine(folder, root, previous=result.snapshot)
    unchanged = time.perf_counter() - start
    assert same == found and second.read == 0 and second.files == 0
    start = time.perf_counter()
    saved = second.snapshot.to_bytes()
    loaded = LogSnapshot.from_bytes(saved, _miners())
    third, same = _mine(folder, root, previous=loaded)
    restored = time.perf_counter() - start
    assert same == found and third.read == 0
    last = max(folder.rglob("*.jsonl"))
    before = last.stat().st_size
    with last.open("ab") as file:
        file.write(last.read_bytes().split(b"\n", 1)[0] + b"\n")
    start = time.perf_counter()
    fourth, _ = _mine(folder, root, previous=third.snapshot)
    grown = time.perf_counter() - start
    assert (fourth.read, fourth.files) == (1, 1)
    with last.open("ab") as file:
        file.truncate(before)
    return {"unchanged": unchanged, "restored": restored, "snapshot": len(saved), "grown": grown,
            "grown_bytes": fourth.bytes_read}  # fmt: skip


def hash_of(found) -> str:
    """A hash that tells whether two runs found the same."""
    import hashlib

    digest = hashlib.sha256()
    for finding in found:
        digest.update(repr(finding).encode())
    return digest.hexdigest()[:12]


def measure(mode: str, root: Path, times: int, *, memory: bool = False) -> dict:
    """The best of some runs; with the most memory they ever took together when asked."""
    best = None
    for _ in range(times):
        best = fresh.better(best, fresh.once(__file__, mode, root, memory=memory))
    return best


def report(root: Path, events: int, times: int) -> None:
    """Everything, side by side."""
    day = root / "days"
    event_log.write_logs(day, events)
    size = sum(path.stat().st_size for path in day.rglob("*.jsonl"))
    print(f"{events:,} events, {size / 1e6:.0f} MB in {event_log.DAYS} files; load {os.getloadavg()[0]:.1f}")
    ours, plain = measure("typed", day, times), measure("json", day, times)
    alone, plain_alone = measure("typed-alone", day, times), measure("json-alone", day, times)
    assert {ours["print"]} == {facts["print"] for facts in (plain, alone, plain_alone)}
    memory = measure("typed", day, times, memory=True)
    figures = {
        "typed decoder": ours,
        "json.loads": plain,
        "typed, one process": alone,
        "json, one process": plain_alone,
    }
    for name, facts in figures.items():
        print(f"{name:18} {facts['seconds']:6.2f} s {events / facts['seconds'] / 1e6:5.2f} M events/s; "
              f"processor {facts['cpu']:5.2f} s {events / facts['cpu'] / 1e6:5.2f} M events/s")  # fmt: skip
    for name, one, other in (("as it is", ours, plain), ("one process each", alone, plain_alone)):
        print(f"ratio to json.loads, {name}: {other['seconds'] / one['seconds']:.2f}; "
              f"processor {other['cpu'] / one['cpu']:.2f}")  # fmt: skip
    print(f"{ours['events']:,} events, {ours['skipped']} skipped, {ours['findings']} findings, "
          f"{ours['quotes']} quotes, hash {ours['print']}")  # fmt: skip
    print(f"memory: {memory['pss'] / 1024:.0f} MB together (PSS); peaks {[r // 1024 for r in ours['rss']]} MB (RSS)")
    again = measure("again", day, times)
    first = again["seconds"]
    for name in ("unchanged", "grown", "restored"):
        print(f"{name:10} {again[name] * 1e3:7.1f} ms: {first / again[name]:5.0f}x faster than the first")
    print(f"snapshot {again['snapshot'] / 1e6:.1f} MB; after one appended event {again['grown_bytes']} bytes read")
    small = root / "small"
    event_log.write_logs(small, events, files_a_day=max(1, events // 3650))
    many, bare = measure("typed", small, times), measure("open", small, times)
    print(f"{bare['files']:,} files: {many['seconds']:.2f} s; only opened and read: {bare['seconds']:.2f} s; "
          f"ratio {many['seconds'] / bare['seconds']:.2f}; processor {many['cpu']:.2f} and {bare['cpu']:.2f} s; "
          f"peaks {[r // 1024 for r in many['rss']]} MB (RSS)")  # fmt: skip


def main() -> None:
    import argparse
    import tempfile

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="100,000 events, two runs each")
    parser.add_argument("--keep", type=Path, help="write the logs here and leave them")
    options = parser.parse_args()
    events, times = (100_000, 2) if options.quick else (1_000_000, 4)
    if options.keep:
        report(options.keep, events, times)
        return
    with tempfile.TemporaryDirectory(prefix="dreamtui-bench-") as folder:
        report(Path(folder), events, times)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--once"]:
        print(json.dumps(run_once(sys.argv[2], Path(sys.argv[3]))))
    else:
        main()

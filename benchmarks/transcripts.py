"""How fast transcripts of Claude Code are read, every figure beside its peer in the same run.

    python benchmarks/transcripts.py [--quick] [--keep FOLDER]

The transcripts are the real ones of the shared data ($DREAMTUI_DATA), copied until there are 100 MB, each copy with
record, session and call ids of its own: many small files, and the same lines in a few large ones. Each figure is the
best of some runs, each in a process of its own (imports not counted) with the files out of the page cache and once more
in it, memory the worst; beside the time that passed stands the processor time of all processes, which other work on the
machine disturbs less. Ours is all that a first scan does: finding the files, reading them, the events and the sessions.
Its peers do less: one decodes every line with `json.loads` and drops it, one only reads. The second process that ours
uses is shown beside one process alone. Memory is the sum over all processes: the proportional set size as the kernel
counts it, sampled from outside, and beside it the peak resident size of each.
"""

import json
import os
import re
import sys
import time
from hashlib import sha256
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import fresh

ROOT = "/bench/app"
_IDS = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|toolu_\w+|msg_\w+")
_CWD = re.compile(rb'"cwd": ?"[^"]*"')


def write_transcripts(folder: Path, data: Path, size: int) -> int:
    """Copies of the real transcripts, so many bytes; the same bytes for the same size."""
    sources = [
        path.read_bytes() for path in sorted((data / "claude/transcripts").rglob("*.jsonl")) if path.stat().st_size
    ]
    written = copy = 0
    while written < size:
        where = folder / "projects" / f"-bench-app-{copy:03}"
        where.mkdir(parents=True)
        for number, source in enumerate(sources):
            fresh = _IDS.sub(lambda match, copy=copy: _fresh(match.group(), copy), source)
            text = _CWD.sub(b'"cwd":"%b"' % ROOT.encode(), fresh)
            (where / f"{number:08x}-0000-4000-8000-{copy:012}.jsonl").write_bytes(text)
            written += len(text)
            if written >= size:
                break
        copy += 1
    return written


def write_large(folder: Path, store: Path, count: int = 10) -> int:
    """The same lines in few large files, so that what each file costs matters less."""
    where = folder / "projects" / "-bench-app-large"
    where.mkdir(parents=True)
    paths = files_of(store)
    for number in range(count):
        part = [path.read_bytes().removesuffix(b"\n") + b"\n" for path in paths[number::count]]
        (where / f"{number}.jsonl").write_bytes(b"".join(part))
    return sum(path.stat().st_size for path in files_of(folder))


def _fresh(name: bytes, copy: int) -> bytes:
    """Another id of the same shape."""
    made = sha256(b"%d %b" % (copy, name)).hexdigest()
    if b"_" in name:
        return name.partition(b"_")[0] + b"_" + made[:24].encode()
    return f"{made[:8]}-{made[8:12]}-{made[12:16]}-{made[16:20]}-{made[20:32]}".encode()


def ordinary(data: Path, size: int) -> bytes:
    """So many bytes of real lines."""
    lines = (data / "claude/transcripts/episodic-memory/large-conversation.jsonl").read_bytes()
    cut = (lines * (size // len(lines) + 1))[:size]
    return _CWD.sub(b'"cwd":"%b"' % ROOT.encode(), cut)


def write_odd(folder: Path, data: Path, size: int = 3_000_000) -> None:
    """A file of one line, one of NUL bytes and one of ordinary lines, of the same size, each in a folder of its own."""
    said = b'{"type":"user","uuid":"u","sessionId":"s","cwd":"%b","message":{"role":"user","content":"' % ROOT.encode()
    first = said + b'hi"}}\n'
    contents = {
        "one-line": said + b"remember: " + b"x" * (size - len(said) - 14) + b'"}}\n',
        "result": said.replace(b'"content":"', b'"content":[{"type":"tool_result","tool_use_id":"t","content":"')
        + b"y" * (size - len(said) - 60) + b'"}]}}\n',
        "nul": first + b"\0" * (size - len(first)),
        "nul-lines": first + (b"\0" * 4095 + b"\n") * (size // 4096),
        "ordinary": ordinary(data, size),
    }  # fmt: skip
    for name, content in contents.items():
        path = folder / name / "projects" / "p" / "s.jsonl"
        path.parent.mkdir(parents=True)
        path.write_bytes(content)


def files_of(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.jsonl"))


def forget(folder: Path) -> bool:
    """Take the files out of the page cache; whether that is possible here."""
    if not hasattr(os, "posix_fadvise"):
        return False
    for path in files_of(folder):
        with path.open("rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    return True


def _scan(folder: Path, previous=None, processes: int = 0):
    from dreamtui.sources.transcripts import find, scan

    return scan(find(folder, [Path(ROOT)], previous=previous), previous=previous, processes=processes)


def _read(folder: Path) -> int:
    count = 0
    for path in files_of(folder):
        with path.open("rb") as file:
            while data := file.read(1 << 20):
                count += len(data)
    return count


def _loads(folder: Path) -> int:
    count = 0
    for path in files_of(folder):
        with path.open("rb") as file:
            for line in file:
                try:
                    count += type(json.loads(line)) is dict
                except ValueError:
                    continue
    return count


def run_once(mode: str, folder: Path) -> dict:
    """One measurement in this process."""
    _scan(folder / "none")  # imports
    facts: dict = {}
    start, used = time.perf_counter(), fresh.cpu()
    if mode == "read":
        facts["count"] = _read(folder)
    elif mode == "json":
        facts["count"] = _loads(folder)
    else:
        result = _scan(folder, processes=1 if mode == "alone" else 0)
        facts |= {"events": len(result.events), "sessions": len(result.sessions), "records": result.records,
                  "skipped": result.skipped, "files": result.files, "bytes": result.bytes_read}  # fmt: skip
    facts["seconds"] = time.perf_counter() - start
    facts["cpu"] = fresh.cpu() - used
    facts["rss"] = fresh.peaks()
    if mode == "again":
        facts |= _again(folder, result)
    return facts


def _again(folder: Path, first) -> dict:
    """Nothing changed; one line appended; everything from saved bytes."""
    from dreamtui.sources.transcripts import TranscriptSnapshot

    start = time.perf_counter()
    second = _scan(folder, first.snapshot)
    unchanged = time.perf_counter() - start
    assert (second.events, second.bytes_read, second.opened) == (first.events, 0, 0)
    start = time.perf_counter()
    saved = second.snapshot.to_bytes()
    third = _scan(folder, TranscriptSnapshot.from_bytes(saved))
    restored = time.perf_counter() - start
    assert (third.events, third.bytes_read) == (first.events, 0)
    path = files_of(folder)[-1]
    before = path.stat().st_size
    with path.open("ab") as file:
        file.write(b'\n{"type":"user","uuid":"new","sessionId":"new","message":{"content":"never use npm"}}\n')
    start = time.perf_counter()
    fourth = _scan(folder, third.snapshot)
    grown = time.perf_counter() - start
    with path.open("ab") as file:
        file.truncate(before)
    assert len(fourth.events) == len(first.events) + 1
    return {"unchanged": unchanged, "restored": restored, "grown": grown, "grown_bytes": fourth.bytes_read,
            "snapshot": len(saved)}  # fmt: skip


def measure(mode: str, folder: Path, times: int, *, memory: bool = False, cold: bool = True) -> dict:
    """The best of some runs; with the most memory they ever took together when asked."""
    best = None
    for _ in range(times):
        if cold:
            forget(folder)
        best = fresh.better(best, fresh.once(__file__, mode, folder, memory=memory))
    return best


def side_by_side(store: Path, written: int, times: int, *, cold: bool) -> dict:
    """Ours and its peers in turns, so that other work on the machine disturbs all of them alike; ours is returned."""
    modes = {"ours": "scan", "ours, one process": "alone", "json.loads": "json", "only read": "read"}
    figures: dict = {}
    for _ in range(times):
        for label, mode in modes.items():
            figures[label] = fresh.better(figures.get(label), measure(mode, store, 1, cold=cold))
    peer, reading = figures["json.loads"], figures["only read"]
    for label, facts in figures.items():
        seconds, cpu = facts["seconds"], facts["cpu"]
        print(f"  {label:18} {seconds:6.3f} s {written / seconds / 1e6:5.0f} MB/s; processor {cpu:5.3f} s; "
              f"ratio to json.loads {peer['seconds'] / seconds:.2f}, processor {peer['cpu'] / cpu:.2f}; "
              f"to reading {reading['seconds'] / seconds:.2f}")  # fmt: skip
    return figures["ours"]


def report(folder: Path, data: Path, size: int, times: int) -> None:
    """Everything, side by side."""
    store = folder / "store"
    written = write_transcripts(store, data, size)
    cold = forget(store)
    where = "files out of the page cache" if cold else "files cannot be taken out of the page cache here"
    print(f"{written / 1e6:.0f} MB in {len(files_of(store))} transcripts; {os.cpu_count()} cores, "
          f"load {os.getloadavg()[0]:.1f}")  # fmt: skip
    print(f"{where}:")
    side_by_side(store, written, times, cold=True)
    print("files in the page cache:")
    ours = side_by_side(store, written, times, cold=False)
    together = write_large(large := folder / "large", store)
    print(f"the same lines in {len(files_of(large))} files, out of the page cache, load {os.getloadavg()[0]:.1f}:")
    side_by_side(large, together, times, cold=True)
    print(f"{ours['records']:,} records, {ours['skipped']} skipped, {ours['events']:,} events, "
          f"{ours['sessions']} sessions")  # fmt: skip
    memory = measure("scan", store, times, memory=True)
    print(f"memory: {memory['pss'] / 1024:.0f} MB together (PSS); peaks {[s // 1024 for s in memory['rss']]} MB (RSS)")
    again = measure("again", store, times)
    for name in ("unchanged", "restored", "grown"):
        print(f"{name:10} {again[name] * 1e3:7.1f} ms: {again['seconds'] / again[name]:5.1f}x faster than the first")
    print(f"snapshot {again['snapshot'] / 1e6:.1f} MB; after one appended line {again['grown_bytes']} bytes read")
    odd = folder / "odd"
    write_odd(odd, data)
    figures: dict = {}
    for _ in range(2 * times):
        for path in sorted(odd.iterdir()):
            figures[path.name] = fresh.better(figures.get(path.name), measure("alone", path, 1))
    usual = figures["ordinary"]
    for name, facts in figures.items():
        time_of, cpu_of = facts["seconds"] / usual["seconds"], facts["cpu"] / usual["cpu"]
        print(f"3 MB {name:10} {facts['seconds'] * 1e3:6.1f} ms: {time_of:.2f}x the time of ordinary bytes, "
              f"processor {cpu_of:.2f}x; peak {facts['rss'][0] // 1024} MB (RSS)")  # fmt: skip


def main() -> None:
    import argparse
    import tempfile

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="20 MB, two runs each")
    parser.add_argument("--keep", type=Path, help="write the transcripts here and leave them")
    options = parser.parse_args()
    data = Path(os.environ.get("DREAMTUI_DATA") or Path(__file__).resolve().parents[2] / "shared/data")
    if not (data / "claude").is_dir():
        raise SystemExit("the shared data is not there: claude is looked for in $DREAMTUI_DATA")
    size, times = (20_000_000, 2) if options.quick else (100_000_000, 5)
    if options.keep:
        report(options.keep, data, size, times)
        return
    with tempfile.TemporaryDirectory(prefix="dreamtui-bench-") as folder:
        report(Path(folder), data, size, times)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--once"]:
        print(json.dumps(run_once(sys.argv[2], Path(sys.argv[3]))))
    else:
        main()

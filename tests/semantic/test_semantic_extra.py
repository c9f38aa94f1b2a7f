"""With the extra `semantic`: the model in its process, scikit-learn's labels, and a run that loads nothing twice."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from workbench import Bench, make_bench

from dreamtui.mining.semantic.clusters import EPS, text_of
from dreamtui.model.evidence import Event, Locator, Where

sklearn = pytest.importorskip("sklearn", reason="the extra `semantic` is not installed: make test-semantic")
pytest.importorskip("sentence_transformers", reason="the extra `semantic` is not installed: make test-semantic")

import numpy as np  # noqa: E402
from sklearn.cluster import DBSCAN  # noqa: E402
from sklearn.metrics import adjusted_rand_score  # noqa: E402

from dreamtui.mining.semantic.dbscan import dbscan  # noqa: E402
from dreamtui.sources.embedding.model import NoModel, find_model  # noqa: E402
from dreamtui.sources.embedding.process import EmbeddingFailed, EmbeddingProcess  # noqa: E402

PROJECT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("DREAMTUI_DATA") or PROJECT.parent / "shared" / "data")
ROTATED = (
    "token check fails for rotated keys",
    "JWT validation broken after key rotation",
    "signature check of tokens fails since the keys were rotated",
    "tokens are refused after rotating the keys",
)
SPY = """\
import os, sys
class Spy:
    def find_spec(self, name, path=None, target=None):
        if name in ("torch", "transformers"):
            with open(os.environ["SPY"], "a") as log:
                log.write(name + "\\n")
sys.meta_path.insert(0, Spy())
"""


@pytest.fixture(scope="module")
def model() -> EmbeddingProcess:
    """The model's process, for all tests of this file."""
    try:
        process = EmbeddingProcess(find_model(None, os.environ), os.environ)
    except NoModel as problem:
        pytest.skip(str(problem))
    yield process
    process.close()


def vectors(model: EmbeddingProcess, texts: list[str]) -> np.ndarray:
    ordered = sorted(set(texts), key=len)
    known = dict(zip(ordered, model.embed(ordered), strict=True))
    return np.stack([np.frombuffer(known[text], "<f4") for text in texts])


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32 - 1), st.integers(1, 300), st.integers(1, 24), st.floats(0.01, 0.9), st.integers(1, 6))
def test_the_labels_of_random_vectors_are_scikit_learns(
    seed: int, count: int, width: int, eps: float, least: int
) -> None:
    """Equal, not only up to other names; vectors that are equal to each other among them."""
    random = np.random.default_rng(seed)
    some = random.normal(size=(count, width)).astype(np.float32)[random.integers(0, count, count)]
    theirs = DBSCAN(eps=eps, min_samples=least, metric="cosine").fit(some.astype(np.float64)).labels_
    assert dbscan(some, eps, least).tolist() == theirs.tolist()


def summaries(most: int) -> list[str]:
    """First lines of what real transcripts hold: requests, answers, descriptions of commands, results."""
    found: list[str] = []

    def collect(value: object) -> None:
        if isinstance(value, dict):
            for key, inside in value.items():
                if key in {"text", "description", "content"} and isinstance(inside, str) and inside.strip():
                    found.append(inside.strip().split("\n", 1)[0][:200])
                else:
                    collect(inside)
        elif isinstance(value, list):
            for inside in value:
                collect(inside)

    for path in sorted((DATA / "claude" / "transcripts").rglob("*.jsonl")):
        for line in path.read_bytes().splitlines():
            try:
                collect(json.loads(line))
            except ValueError:
                continue
    return found[:most]


@pytest.mark.skipif(not DATA.is_dir(), reason="the shared data is not there; set DREAMTUI_DATA")
def test_the_labels_of_real_summaries_are_scikit_learns(model: EmbeddingProcess) -> None:
    """Two thousand, some of them equal, in clusters of several sizes."""
    texts = summaries(2000)
    assert len(texts) == 2000
    real = vectors(model, texts)
    for eps, least in ((EPS, 3), (EPS, 2), (0.3, 5)):
        theirs = DBSCAN(eps=eps, min_samples=least, metric="cosine").fit(real.astype(np.float64)).labels_
        assert dbscan(real, eps, least).tolist() == theirs.tolist()
        assert theirs.max() > 3


def test_the_labelled_events_are_grouped_as_with_dotagents_settings(model: EmbeddingProcess) -> None:
    """Adjusted Rand of ours beside scikit-learn's at eps 0.45 and 3, over what the project wrote."""
    lines = (PROJECT / "benchmarks/meaning_events.txt").read_text("utf-8").splitlines()
    rows = [[part.strip() for part in line.split("|")] for line in lines if not line.startswith("#")]
    here = Locator(Where.TEXT)
    events = [Event("", "", kind, said, here, tuple(filter(None, files.split()))) for _, kind, said, files in rows]
    truth = [f"-{at}" if row[0] == "-" else row[0] for at, row in enumerate(rows)]
    assert len([one for one in truth if not one.startswith("-")]) >= 60
    assert len({one for one in truth if not one.startswith("-")}) == 12
    real = vectors(model, list(map(text_of, events)))

    def rand(labels: np.ndarray) -> float:
        return adjusted_rand_score(truth, [f"-{at}" if label < 0 else label for at, label in enumerate(labels)])

    theirs = rand(DBSCAN(eps=0.45, min_samples=3, metric="cosine").fit(real.astype(np.float64)).labels_)
    assert rand(dbscan(real, EPS, 3)) >= theirs > 0.15


def test_the_process_says_why_it_fails(tmp_path: Path) -> None:
    """Weights that are none; the last line of its complaint is told."""
    real = find_model(None, os.environ)
    for name in ("config.json", "modules.json", "tokenizer.json"):
        (tmp_path / name).write_bytes((real.folder / name).read_bytes())
    (tmp_path / "model.safetensors").write_bytes(b"no weights")
    process = EmbeddingProcess(find_model(tmp_path, os.environ), os.environ)
    with pytest.raises(EmbeddingFailed, match="the model's process ended: "):
        list(process.embed(["a"]))
    process.close()


def test_a_cancelled_process_ends(model: EmbeddingProcess) -> None:
    """It is asked between two looks, and what was started is gone afterwards."""
    process = EmbeddingProcess(find_model(None, os.environ), os.environ)
    with pytest.raises(EmbeddingFailed, match="stopped"):
        list(process.embed(["a"], cancelled=lambda: True))
    process.close()
    assert process._process.returncode is not None


def bench_with_events(tmp_path: Path) -> Bench:
    bench = make_bench(tmp_path)
    folder = bench.root / ".agent/memory/episodic/2026/11/10"
    folder.mkdir(parents=True)
    for at, summary in enumerate((*ROTATED, "rename a helper", "add an icon for the settings dialog")):
        event = {"ts": f"2026-11-10T09:{at:02}:00Z", "actor": "bob", "session": f"s{at}", "kind": "edit",
                 "summary": summary, "files": [], "tool": "cursor"}  # fmt: skip
        (folder / f"bob__s{at}.jsonl").write_text(json.dumps(event) + "\n")
    return bench


def test_a_run_without_new_text_never_imports_torch(tmp_path: Path) -> None:
    """The first run embeds and finds; a second one, in another process, loads no model; one new text loads it again."""
    bench = bench_with_events(tmp_path)
    (tmp_path / "spy").mkdir()
    (tmp_path / "spy/sitecustomize.py").write_text(SPY)
    log = tmp_path / "imports"
    spied = bench.at(SPY=str(log), PYTHONPATH=f"{tmp_path / 'spy'}{os.pathsep}{PROJECT}")
    first = json.loads(spied.spawn("dream", "--json").out)
    assert [one["signal"] for one in first["items"]] == ["semantic_cluster"]
    assert "torch" in log.read_text().split()
    log.unlink()
    second = json.loads(spied.spawn("dream", "--json").out)
    assert (second["new"], second["updated"]) == (0, 0)
    assert not log.exists()
    shown = json.loads(spied.spawn("show", first["items"][0]["id"], "--json").out)
    assert shown["alike"]["pairs"]
    assert (
        "semantic_cluster is on in event logs and corrections, not in commits: all-MiniLM-L6-v2"
        in spied.spawn("doctor").out
    )
    assert not log.exists()
    path = bench.root / ".agent/memory/episodic/2026/11/10/bob__new.jsonl"
    path.write_text(
        json.dumps({"ts": "2026-11-10T10:00:00Z", "actor": "bob", "summary": "bearer token refused"}) + "\n"
    )
    spied.spawn("dream")
    assert "torch" in log.read_text().split()


def test_dotagents_clusters_and_no_embeddings(tmp_path: Path) -> None:
    """`--compat dotagent` numbers its clusters as dotagent does; `--no-embeddings` leaves them out."""
    bench = bench_with_events(tmp_path)
    assert json.loads(bench.spawn("dream", "--no-embeddings", "--compat", "dotagent", "--json").out)["items"] == []
    bench.spawn("dream", "--compat", "dotagent")
    written = (bench.root / ".agent/dream/candidates/bc75592182.md").read_text("utf-8")
    assert written.startswith(
        "# Candidate `bc75592182` — edit cluster: tokens are refused after rotating the keys (4 events)\n"
    )
    assert "- 2026-11-10 bob via cursor: JWT validation broken after key rotation\n" in written

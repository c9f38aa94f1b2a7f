"""Events alike in meaning in a run: found, found again, explained, and left alone where there is no model."""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from sandbox import Sandbox

from dreamtui.desk import meaning
from dreamtui.desk.mine import alike
from dreamtui.desk.mine.run import DreamRequest, Run, dream
from dreamtui.desk.queue.show import show
from dreamtui.desk.workspace.health import doctor
from dreamtui.model.errors import Refused
from dreamtui.model.mining.interface import ScanStopped
from dreamtui.present.documents.items import shown as as_document
from dreamtui.present.item import printed_lines, says, spoken_lines
from dreamtui.sources.embedding.model import NoModel, find_model
from dreamtui.sources.embedding.process import EmbeddingFailed
from dreamtui.store.person.vectors import VectorCache

TOKENS = ("token refused", "login with a good token fails", "token signature does not match")


class Words:
    """Vectors by the word `token`; counts what it was given."""

    def __init__(self) -> None:
        self.given: list[str] = []
        self.fails = False

    def embed(self, texts: Sequence[str], cancelled: Callable[[], bool] | None = None) -> Iterator[bytes]:
        """A vector a text; fails as a process that ended would."""
        for text in texts:
            if self.fails or (cancelled is not None and cancelled()):
                raise EmbeddingFailed("the model's process ended")
            self.given.append(text)
            random = np.random.default_rng(int(hashlib.sha256(text.encode()).hexdigest()[:8], 16))
            row = random.normal(size=64) * (0.05 if "token" in text else 1)
            row[0] += "token" in text
            yield (row / np.linalg.norm(row)).astype("<f4").tobytes()

    def close(self) -> None:
        """Nothing is kept open."""


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> Words:
    """The model of these tests, in place of a process."""
    made = Words()

    def opened(desk: object, *, keep: bool = True) -> meaning.Meaning:
        cache = VectorCache(meaning.data_home(desk.env), "words")  # type: ignore[attr-defined]
        return meaning.Meaning(cache, lambda: made, keep=keep)

    monkeypatch.setattr(alike.meaning, "open_meaning", opened)
    return made


def observe(box: Sandbox, number: int, summary: str) -> None:
    """One event of a log."""
    path = box.root / f".agent/memory/episodic/2026/11/{10 + number // 10:02}/alice__s{number}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    event = {"ts": f"2026-11-{10 + number // 10:02}T09:{number:02}:00Z", "actor": "alice", "session": f"s{number}",
             "kind": "edit", "summary": summary, "files": [f"src/{number}.py"]}  # fmt: skip
    path.write_text(json.dumps(event) + "\n")


@pytest.fixture
def box(tmp_path: Path) -> Sandbox:
    """Three events about tokens, and three about nothing in common."""
    made = Sandbox(tmp_path)
    for number, summary in enumerate((*TOKENS, "rename a helper", "add an icon", "sort the authors")):
        observe(made, number, summary)
    return made


def run(box: Sandbox, **asked: object) -> Run:
    return dream(box.desk(), DreamRequest(**asked))


def test_found_shown_and_found_again(box: Sandbox, words: Words) -> None:
    """A new item that explains itself; the second run embeds nothing and changes nothing."""
    (item,) = run(box).intake.new
    assert item.signal == "semantic_cluster"
    assert len(words.given) == 6
    again = run(box)
    assert len(words.given) == 6
    assert [one.id for one in again.intake.unchanged] == [item.id]
    shown = show(box.desk(), item.id)
    now = box.desk().now
    for lines in (
        [line.text for line in printed_lines(shown, (), now)],
        [line.text for line in says(shown, "")],
        list(spoken_lines(shown, now, "1 of 1")),
    ):
        text = "\n".join(lines)
        assert "Why these are one" in text
        assert "Shared words: token." in text
        assert "“login with a good token fails”" in text
    document = as_document(shown)
    assert document.alike is not None
    assert document.alike.distance == 0.45
    assert document.alike.pairs[0].cosine > 0.9


def test_it_waits_on_when_its_oldest_event_has_left_the_window(box: Sandbox, words: Words) -> None:
    """The same item, brought up to date, not a second one, however often it is found."""
    (item,) = run(box).intake.new
    observe(box, 11, "wrong token after a restart")
    (box.root / ".agent/memory/episodic/2026/11/10/alice__s0.jsonl").unlink()
    moved = run(box)
    assert [one.id for one in moved.intake.updated] == [item.id]
    assert not moved.intake.new
    assert not moved.intake.vanished
    assert show(box.desk(), item.id).item.weight == 3
    again = run(box)
    assert [one.id for one in again.intake.unchanged] == [item.id]
    assert not again.intake.new


def test_not_wanted_or_not_there(box: Sandbox, words: Words) -> None:
    """Switched off by the flag, the setting or the list of signals; what waits of it has not vanished then."""
    (item,) = run(box).intake.new
    (box.root / ".agent/config.yaml").write_text("dreamtui: {signals_off: [semantic_cluster]}\n")
    for done in (run(box, embeddings=False), run(box)):
        assert not done.intake.vanished
        assert not done.read.compared
        assert done.read.remarks == ("no more is found in 90d or 365d",)
    alone = run(box, only="semantic_cluster")
    assert alone.intake.unchanged[0].id == item.id
    assert "in event logs and corrections, not in commits" in " ".join(alone.read.remarks)


def test_a_dry_run_keeps_no_vector(box: Sandbox, words: Words) -> None:
    assert run(box, dry_run=True).intake.new
    assert run(box).intake.new
    assert len(words.given) == 12


def test_a_model_that_fails_is_a_remark(box: Sandbox, words: Words) -> None:
    """The rest of the run goes on; what was made before it failed is kept."""
    words.fails = True
    done = run(box)
    assert "semantic_cluster was not looked for: the model's process ended" in done.read.remarks
    assert not done.read.compared


def test_a_cancelled_run_keeps_its_vectors(box: Sandbox, words: Words) -> None:
    """It is stopped between two texts, and the next run goes on from there."""
    with pytest.raises(ScanStopped):
        dream(box.desk(), DreamRequest(), cancelled=lambda: len(words.given) == 4)
    assert run(box).intake.new
    assert len(words.given) == 6


def test_events_that_another_signal_found_are_not_found_again(box: Sandbox, words: Words) -> None:
    """Half of its events are evidence of something that counts them by a name."""
    for number, summary in enumerate(("token TypeError", "a TypeError, the token", "token: TypeError"), 12):
        observe(box, number, summary)
    for number in range(3):
        (box.root / f".agent/memory/episodic/2026/11/10/alice__s{number}.jsonl").unlink()
    assert [one.signal for one in run(box).intake.new] == ["frequent_failure"]


def test_without_the_extra(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run says nothing of it unless it was asked for; doctor says in one line what is missing."""

    def none(named: object, env: object) -> object:
        raise NoModel("sentence-transformers is not installed: pip install 'dreamtui[semantic]'")

    monkeypatch.setattr(meaning, "find_model", none)
    done = run(box)
    assert done.intake.new == ()
    assert not [said for said in done.read.remarks if "semantic" in said]
    told = [one for one in doctor(box.desk()) if "semantic_cluster" in one.what]
    assert [(one.level, one.what) for one in told] == [
        ("note", "semantic_cluster is off: sentence-transformers is not installed: pip install 'dreamtui[semantic]'")
    ]
    with pytest.raises(Refused, match="cannot be looked for: sentence-transformers is not installed"):
        run(box, only="semantic_cluster")
    box.env["DREAMTUI_EMBEDDINGS"] = "all"
    assert any("semantic_cluster was not looked for: sentence" in said for said in run(box).read.remarks)
    box.env["DREAMTUI_EMBEDDINGS"] = "off"
    assert not any("semantic" in said for said in run(box).read.remarks)


def a_model(folder: Path, modules: object = None) -> Path:
    """A folder with the files of a model."""
    folder.mkdir(parents=True)
    plain = [{"type": "sentence_transformers.models.Transformer"}, {"type": "sentence_transformers.models.Pooling"}]
    (folder / "modules.json").write_text(json.dumps(plain if modules is None else modules))
    for name in ("config.json", "tokenizer.json", "model.safetensors"):
        (folder / name).write_text("{}")
    return folder


def test_where_a_model_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A named folder, else the Hugging Face cache; weights or modules with code are refused."""
    from dreamtui.sources.embedding import model

    monkeypatch.setattr(model, "_is_installed", lambda name: True)
    monkeypatch.setattr(model, "_packaged", lambda: None)
    env = {"HOME": str(tmp_path)}
    with pytest.raises(NoModel, match="nothing is downloaded"):
        find_model(None, env)
    named = a_model(tmp_path / "named")
    assert find_model(named, env).folder == named
    hub = tmp_path / ".cache/huggingface/hub/models--sentence-transformers--all-MiniLM-L6-v2"
    cached = a_model(hub / "snapshots/0123abc")
    (hub / "refs").mkdir()
    (hub / "refs/main").write_text("0123abc")
    assert find_model(None, env).folder == cached
    (hub / "refs/main").write_text("../../..")
    with pytest.raises(NoModel):
        find_model(None, env)
    with pytest.raises(NoModel, match=r"its modules\.json names more than"):
        find_model(a_model(tmp_path / "own", [{"type": "evil.Module"}]), env)
    (named / "model.safetensors").unlink()
    (named / "pytorch_model.bin").write_text("x")
    with pytest.raises(NoModel, match=r"model\.safetensors cannot be read"):
        find_model(named, env)

"""Words of the tree and of its history: whole words, big and odd files, nothing followed out of the repository."""

import os
from pathlib import Path

from gitrepo import Commit, build
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamtui.sources.git.command import open_repository
from dreamtui.sources.git.objects import tracked_files
from dreamtui.sources.repository.names import words_of_history, words_of_tree

NAMES = frozenset({"alpha_one", "beta_two", "gamma"})


def test_links_devices_binaries_and_giants_are_not_looked_through(tmp_path: Path) -> None:
    """Only regular files of a believable size that hold text."""
    outside = tmp_path / "secret.py"
    outside.write_text("alpha_one")
    root = tmp_path / "r"
    root.mkdir()
    (root / "link.py").symlink_to(outside)
    os.mkfifo(root / "pipe.py")
    (root / "folder.py").mkdir()
    (root / "binary.py").write_bytes(b"\0\0beta_two")
    (root / "giant.py").write_bytes(b"x " * (2 << 20) + b"gamma")
    files = {"link.py", "pipe.py", "folder.py", "binary.py", "giant.py", "gone.py", "a\0b.py"}
    assert words_of_tree(root, files, NAMES).code == frozenset()


def test_words_are_whole_and_of_any_encoding(tmp_path: Path) -> None:
    """A part of a word is not the word, and neither is one that goes on with a letter beyond ASCII."""
    (tmp_path / "a.py").write_bytes("xalpha_one beta_twoé (gamma)".encode())
    assert words_of_tree(tmp_path, {"a.py"}, NAMES).code == {"gamma"}
    (tmp_path / "a.py").write_bytes(b"beta_two\xe9 alpha_one\r\n\tbeta_two.x")
    assert words_of_tree(tmp_path, {"a.py"}, NAMES).code == {"alpha_one", "beta_two"}


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from(["alpha_one", "beta_two", "gamma", "other", " ", "\n", ".", "_", "é"]), max_size=30))
def test_what_is_found_is_what_stands_between_other_signs(tmp_path_factory: object, parts: list[str]) -> None:
    """The same as cutting the text at everything that is no part of a word."""
    import re

    text = "".join(parts)
    folder = tmp_path_factory.mktemp("words")  # type: ignore[attr-defined]
    (folder / "a.py").write_text(text, encoding="utf-8")
    assert words_of_tree(folder, {"a.py"}, NAMES).code == NAMES.intersection(re.findall(r"\w+", text))


def test_older_states_with_many_and_long_files_are_read_to_the_end(tmp_path: Path) -> None:
    """Answers that come in many pieces; the newest state that has a name is told."""
    many = {f"src/m{n}.py": f"def only_in_{n}(): ...\n" + "x = 1\n" * 4000 for n in range(60)}
    giant = {"src/giant.py": "y = 2\n" * 400_000 + "in_a_giant\n"}
    changed = dict.fromkeys([*many, *giant], "z\n")
    shas = build(
        tmp_path, [Commit("a", {**many, **giant}), Commit("b", {"k.py": "k"}), Commit("c", changed)], checkout=True
    )
    repository = open_repository(tmp_path)
    assert repository is not None
    wanted = {f"only_in_{n}" for n in range(60)} | {"in_a_giant", "never_was"}
    found = words_of_history(repository, wanted, ())
    assert set(found) == {f"only_in_{n}" for n in range(60)}
    assert set(found.values()) == {shas[1][:7]}


def test_a_history_of_one_commit_has_no_older_state(tmp_path: Path) -> None:
    """Nothing was anywhere else before."""
    build(tmp_path, [Commit("a", {"a.py": "gamma"})], checkout=True)
    repository = open_repository(tmp_path)
    assert repository is not None
    assert words_of_history(repository, NAMES, {"numpy"}) == {}
    assert words_of_tree(tmp_path, tracked_files(tmp_path), NAMES).code == {"gamma"}

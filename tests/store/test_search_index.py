"""The index of the search: kept in step, asked, thrown away, nobody else's to read."""

import multiprocessing
import sqlite3
import stat
from collections.abc import Mapping
from pathlib import Path

import pytest

from dreamtui.model.search import SearchPassage
from dreamtui.store.index.search_index import SearchIndex, SearchScope
from dreamtui.text.search.question import read_question


def passage(number: int, title: str, text: str = "", **more: str) -> SearchPassage:
    return SearchPassage(**{"kind": "note", "id": f"n-{number}", "place": f"notes/n-{number}.md", "when": "", **more},
                   title=title, text=text)  # fmt: skip


def fill(index: SearchIndex, *titles: str, source: str = "notes") -> Mapping[str, SearchPassage]:
    made = {str(number): passage(number, title) for number, title in enumerate(titles)}
    index.update(source, dict.fromkeys(made, "1"), made.get)
    return made


ANYWHERE = SearchScope()


def found(index: SearchIndex, text: str, where: SearchScope = ANYWHERE) -> list[str]:
    return [one.passage.title for one in index.ask(read_question(text), where, 10).rated]


@pytest.fixture
def index(tmp_path: Path) -> SearchIndex:
    return SearchIndex(tmp_path / "search")


def test_only_what_is_new_is_read(index: SearchIndex) -> None:
    """What changed is found in its new words and no longer in its old ones; what is gone is not found."""
    read: list[str] = []
    titles = {"1": "Retry policy", "2": "Money in cents"}

    def get(key: str) -> SearchPassage:
        read.append(key)
        return passage(int(key), titles[key])

    index.update("notes", {"1": "a", "2": "a"}, get)
    assert sorted(read) == ["1", "2"]
    assert index.update("notes", {"1": "a", "2": "a"}, get) == 0
    titles["2"] = "Amounts as integers"
    assert index.update("notes", {"1": "a", "2": "b"}, get) == 1
    assert found(index, "money") == []
    assert found(index, "integers") == ["Amounts as integers"]
    index.update("notes", {"2": "b"}, get)
    assert found(index, "retry") == []
    assert read == ["1", "2", "2"]


def test_what_says_nothing_is_not_read_again(index: SearchIndex) -> None:
    """A key without a passage is remembered as such."""
    assert index.update("notes", {"1": "a"}, lambda key: None) == 1
    assert index.update("notes", {"1": "a"}, lambda key: None) == 0
    assert found(index, "a") == []


def test_sources_that_are_no_more_are_taken_out(index: SearchIndex) -> None:
    """A memory folder that went away leaves no words."""
    fill(index, "Kept words", source="one")
    fill(index, "Lost words", source="two")
    index.drop_others(["one"])
    assert found(index, "words") == ["Kept words"]


def test_typing_errors_and_half_words(index: SearchIndex) -> None:
    """The nearest words of the index are taken, and named; a word half typed is found as it is."""
    fill(index, "Encryption key", "Retries of webhooks", "Schema freeze")
    asked = index.ask(read_question("encription"), SearchScope(), 5)
    assert [one.passage.title for one in asked.rated] == ["Encryption key"]
    assert asked.corrected == {"encription": ("encryption",)}
    assert found(index, "webh") == ["Retries of webhooks"]
    assert found(index, "retry ") == ["Retries of webhooks"]
    assert found(index, "zzzzzz") == []


def test_parts_of_names_paths_and_scripts_without_blanks(index: SearchIndex) -> None:
    """camelCase, snake_case, a path, Chinese."""
    fill(index, "call resetKeyCache", "test_pay_twice is slow", "see src/search/rank.py", "缓存失效的原因")
    assert found(index, "key cache") == ["call resetKeyCache"]
    assert found(index, "pay_twice") == ["test_pay_twice is slow"]
    assert found(index, "search/rank") == ["see src/search/rank.py"]
    assert found(index, "失效") == ["缓存失效的原因"]


def test_kinds_parts_times_and_exclusions(index: SearchIndex) -> None:
    """What a search is confined to."""
    made = {
        "1": passage(1, "Retry", "the text", evidence="quoted words", when="2026-11-01T00:00:00Z"),
        "2": passage(2, "Retry now", kind="review-due", when="2026-01-01T00:00:00Z"),
    }
    index.update("notes", dict.fromkeys(made, ""), made.get)
    assert found(index, "retry", SearchScope(("review-due",))) == ["Retry now"]
    assert found(index, "quoted", SearchScope(part="evidence")) == ["Retry"]
    assert found(index, "retry", SearchScope(part="evidence")) == []
    assert found(index, "retry", SearchScope(since="2026-10-01")) == ["Retry"]
    assert found(index, "retry", SearchScope(until="2026-10-01")) == ["Retry now"]
    assert found(index, "retry -now") == ["Retry"]


def test_no_secret_gets_in(index: SearchIndex, tmp_path: Path) -> None:
    """Neither its words nor its text, so that nobody can ask for it letter by letter."""
    token = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"
    fill(index, f"The token is {token}")
    assert found(index, token) == []
    assert found(index, "ghp_0123") == []
    assert found(index, "token") == ["The token is [secret]"]
    index.close()
    assert all(token.encode() not in path.read_bytes() for path in (tmp_path / "search").iterdir())


def test_only_its_owner_can_read_it(tmp_path: Path) -> None:
    """The file and what sqlite keeps beside it; one that others could read is made anew."""
    index = SearchIndex(tmp_path / "search")
    fill(index, "Something private")
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "search").iterdir()}
    assert modes == {0o600}
    assert stat.S_IMODE((tmp_path / "search").stat().st_mode) == 0o700
    index.close()
    path = tmp_path / "search" / "search.sqlite"
    path.chmod(0o644)
    again = SearchIndex(tmp_path / "search")
    assert found(again, "private") == []
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_one_that_is_broken_foreign_or_a_link_is_not_used(tmp_path: Path) -> None:
    """It is made anew; where there can be no file it is in memory."""
    folder = tmp_path / "search"
    folder.mkdir()
    path = folder / "search.sqlite"
    path.write_bytes(b"not a database at all" * 100)
    path.chmod(0o600)
    index = SearchIndex(folder)
    fill(index, "Found again")
    assert found(index, "again") == ["Found again"]
    index.close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE made SET token = 'elsewhere'")
    connection.close()
    index = SearchIndex(folder)
    assert found(index, "again") == []
    index.close()
    path.unlink()
    path.symlink_to(tmp_path / "other")
    fill(SearchIndex(folder), "Beside the link")
    assert not (tmp_path / "other").exists()
    assert not path.is_symlink()
    index = SearchIndex(tmp_path / "file")
    assert not index.in_memory
    (tmp_path / "blocked").touch()
    index = SearchIndex(tmp_path / "blocked")
    assert index.in_memory
    fill(index, "In memory")
    assert found(index, "memory") == ["In memory"]


def _fill(folder: Path) -> None:
    index = SearchIndex(folder)
    fill(index, *(f"SearchPassage number {number} of words" for number in range(1000)))


def test_several_processes_may_fill_it_at_once(tmp_path: Path) -> None:
    """Every passage is in it once."""
    context = multiprocessing.get_context("fork")
    several = [context.Process(target=_fill, args=(tmp_path / "search",)) for _ in range(3)]
    for one in several:
        one.start()
    for one in several:
        one.join()
    assert [one.exitcode for one in several] == [0, 0, 0]
    index = SearchIndex(tmp_path / "search")
    assert len(index.matching("passage")) == 1000
    assert fill(index, *(f"SearchPassage number {number} of words" for number in range(1000)))


def test_hostile_words_are_words(index: SearchIndex) -> None:
    """Quotes, operators, NUL and half a character neither break the index nor the question."""
    titles = ['say "NEAR(a b)" OR NOT', "a\0b and \ud800 half", "col:umn * ^ { }"]
    fill(index, *titles)
    for text in ('"', '"near', "NEAR(a b)", "OR NOT *", "{title}: x", "\0", "\ud800", "* ^ -", "a" * 500):
        found(index, text)
    assert found(index, "umn")[0] == titles[2]

"""Fences, block comments, front matter and code spans, as agents see them."""

from hypothesis import given, settings
from hypothesis import strategies as st

from dreamtui.text.markup.markdown import LinePart, classify, code_spans, front_matter_lines, lines_of, without_comments


def fenced(text: str) -> list[int]:
    """Numbers of the lines in fences."""
    return [n for n, part in enumerate(classify(lines_of(text)), start=1) if part is LinePart.FENCE]


def shown(text: str) -> list[str]:
    """What an agent is given."""
    return [line for _, line in without_comments(lines_of(text))]


def test_fences_open_and_close() -> None:
    """Length, character, indentation and info words decide."""
    assert fenced("a\n```\nb\n```\nc\n") == [2, 3, 4]
    assert fenced("~~~ py\n```\n~~~\n```\n") == [1, 2, 3]
    assert fenced("````\n```\n````\n") == [1, 2, 3]
    assert fenced("```\n    ```\n```\n") == [1, 2, 3]
    assert fenced("- ```js\n  x\n  ```\ntext\n```bash\ny\n```\n") == [1, 2, 3, 5, 6, 7]
    assert fenced("``` a ` b\nx\n```\n") == []
    assert fenced("```\r\nx\r\n``` \t\r\n") == [1, 2, 3]


def test_what_is_never_closed_is_text() -> None:
    """An open fence or comment hides nothing that follows."""
    assert fenced("```\na\n") == [] and shown("<!-- a\nb\n") == ["<!-- a", "b"]
    assert fenced("```\n~~~\nx\n~~~\n") == [2, 3, 4]


def test_comments_are_left_out() -> None:
    """Block comments go, inline ones and those in fences stay; what stands beside a block comment stays."""
    assert shown("a\n<!-- x -->\nb\n") == ["a", "b"]
    assert shown("<!-- x\n\ny -->\nb <!-- in -->\n") == ["b <!-- in -->"]
    assert shown("```\n<!-- x -->\n```\n") == ["```", "<!-- x -->", "```"]
    assert shown("<!-- a --> b <!-- c --> d\n") == [" b  d"]
    assert shown("    <!-- code -->\n") == ["    <!-- code -->"]
    assert shown("<!-- a --> <!-- b\nc -->\n")[-1] == "c -->"
    assert shown("<!--\n```\n-->\na\n```\nb\n```\n") == ["a", "```", "b", "```"]


def test_front_matter() -> None:
    """Only at the top, only when it ends."""
    assert front_matter_lines(lines_of("---\na: b\n---\nc\n")) == 3
    assert front_matter_lines(lines_of("\ufeff---\r\n---\r\n")) == 2
    assert front_matter_lines(lines_of("---\na\n")) == 0 == front_matter_lines(lines_of("\n---\n---\n"))


def test_code_spans() -> None:
    """A span ends at the next run of the same length in its paragraph; an escaped backtick opens none."""
    cut = lambda text: [text[a:b] for a, b in code_spans(text)]  # noqa: E731
    assert cut("a `b` ``c ` d`` e") == ["`b`", "``c ` d``"]
    assert cut("a ` b\n\nc ` d") == [] and cut("a ` b\nc ` d") == ["` b\nc `"]
    assert cut(r"\` a ` b `") == ["` b `"] and cut(r"`a\`") == [r"`a\`"]


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from(["```", "~~~", "<!--", "-->", "a", "`", "---", "- ", "    ", "\r"]) | st.text(max_size=3))
)
def test_lines_are_kept(pieces: list[str]) -> None:
    """Nothing is invented: lines come back, and what an agent is given is part of them."""
    text = "\n".join(pieces)
    lines = lines_of(text)
    assert "".join(lines) == text and len(classify(lines)) == len(lines)
    numbers = [number for number, _ in without_comments(lines)]
    assert numbers == sorted(set(numbers)) and all(1 <= n <= len(lines) for n in numbers)
    for number, line in without_comments(lines):
        assert not line or set(line) <= set(lines[number - 1])
    assert all(text[a] == "`" == text[b - 1] for a, b in code_spans(text))


def test_hostile_lines_are_read() -> None:
    """Text made to be slow to match is answered like any other."""
    assert fenced("-  " * 5_000 + "x ```\n") == []
    assert fenced("-  " * 3 + "```\nx\n         ```\n") == [1, 2, 3]
    assert shown("<!-- a " * 20_000 + "\n-->\nb\n") == ["b"]
    assert fenced("```a\n    ```\n" * 10_000)[:2] == [2, 3]

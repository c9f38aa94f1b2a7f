"""What a shell command writes to, as far as its text says."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamtui.schedule.hooks.shell_writes import written

HERE, HOME = Path("/w"), Path("/home/me")
SIGNS = st.sampled_from([">", ">>", "<<E", "\n", "|", "&&", "'", '"', "\\", "$(", ")", "cat", "cd", "x.md", "~/", "-"])


@given(st.one_of(st.text(), st.lists(SIGNS).map(" ".join)))
def test_any_text_has_an_answer(command: str) -> None:
    """Quotes that do not end, heredocs without an end, signs of any kind."""
    assert all(isinstance(path, Path) for path in written(command, HERE, HOME))


@pytest.mark.parametrize(
    ("command", "paths"),
    [
        ("echo a > b; cat c", ["/w/b"]),
        ("echo 'a > b'", []),
        ("cat <<E > b\nrm c\nE\nls d", ["/w/b"]),
        ("cat <<E\nnever ends > b", []),
        ("cd /x && echo a >> b", ["/x/b"]),
        ("cd ~; tee b < c", ["/home/me/b"]),
        ("env A=1 nice cp a ${HOME}/b", ["/w/a", "/home/me/b"]),
        ("cat a 2>&1 | grep b", ["/w/1"]),
        ("sed -n 1p a; sed -i 1d b", ["/w/1d", "/w/b"]),
        ("awk '{ print }' a", []),
        ("git add a && git mv b c", ["/w/mv", "/w/b", "/w/c"]),
        ("mv a ~", ["/w/a", "/home/me", "/w/a/**"]),
        ('M=~/.x; N=$M/y; cat > "$N/z"', ["/home/me/.x/y/z"]),
        ("rm -rf /x/", ["/x", "/x/**"]),
        ("curl -o/x/y u", ["/x/y", "/w/u"]),
        ("sed -n 'w /x/y' a", ["/w/w /x/y", "/w/w", "/x/y", "/w/a"]),
        ('echo `rm /x` "$(rm /y)"', ["/x", "/y"]),
        ("if " * 100_000 + "rm /x", ["/x"]),
        ("python3 <<E\nopen(Path.home() / '.claude' / 'x', 'w')\nE", ["/home/me/.claude/x/w", "/", "/"]),
        ("dd of=/b", ["/w/of=/b", "/w/of", "/b"]),
    ],
)
def test_what_is_seen(command: str, paths: list[str]) -> None:
    """Every word of a command that may write counts, because only some of them are paths into a memory folder."""
    assert list(map(str, written(command, HERE, HOME))) == paths

"""Repair: one sound region again, and not a word of the user's lost."""

from hypothesis import given, settings
from hypothesis import strategies as st

from dreamtui.render.region import RegionProblem, State, place_region, read_region
from dreamtui.render.repair import Repair, repair

END = b"<!-- dreamtui:end -->\n"


def placed(data: bytes | None, body: str) -> bytes:
    """The file with its region."""
    result = place_region(data, body)
    assert isinstance(result, bytes)
    return result


def repaired(data: bytes, body: str | None = "- new", known: tuple[str, ...] = ()) -> bytes:
    """The repaired bytes, which must be sound."""
    result = repair(data, body, known)
    assert isinstance(result, Repair), result
    assert result.data is not None
    assert read_region(result.data).state is (State.ONE if body else State.ABSENT)
    again = repair(result.data, body, known)
    assert isinstance(again, Repair) and again.data == result.data and not again.done
    return result.data


def test_duplicates_go_and_text_between_stays() -> None:
    """Of two regions one is kept; what stands between them is the user's."""
    one = placed(b"top\n", "- old")
    file = one + b"between\n" + placed(None, "- old") + b"below\n"
    assert repaired(file) == placed(b"top\n", "- new") + b"between\nbelow\n"


def test_hand_edits_move_below() -> None:
    """A line added by hand goes below the region; lines we wrote earlier and the fresh ones do not."""
    file = placed(b"top\n", "- old\n- new").replace(b"- old", b"- old\n- caf\xc3\xa9 by hand") + b"below\n"
    fixed = repaired(file, "- new", known=("- old",))
    assert fixed == placed(b"top\n", "- new") + "\n- café by hand\n".encode() + b"below\n"
    assert repaired(file, None, known=("- old\n- new",)).startswith(b"top\n")
    result = repair(file, "- new", ("- old",))
    assert isinstance(result, Repair) and any("1 lines" in said for said in result.done)


def test_an_unclosed_region_is_closed_where_our_words_end() -> None:
    """The hash says where our text ended; what follows is the user's."""
    whole = placed(b"top\n", "- a\n\n- b")
    file = whole.replace(END, b"") + b"user text\n- more\n"
    assert repaired(file) == placed(b"top\n", "- new") + b"user text\n- more\n"
    changed = whole.replace(END, b"").replace(b"- b", b"- hand") + b"user text\n"
    fixed = repaired(changed, "- new", known=("- a",))
    assert b"- hand" in fixed and fixed.endswith(b"user text\n") and b"- a\n" not in fixed
    cut = whole[: whole.index(b"- b") + 1]
    assert repaired(cut, "- new", known=("- a",)).startswith(b"top\n")


def test_a_stray_end_goes_with_our_lines_above_it() -> None:
    """An end marker without its begin is taken away, and what we know above it; the fresh text follows below."""
    file = b"top\n" + placed(None, "- a\n- b").split(b"\n", 1)[1] + b"below\n"
    result = repair(file, "- new", ("- a\n- b",))
    assert isinstance(result, Repair) and result.data == placed(b"top\nbelow\n", "- new")
    gone = repair(file, None, ("- a\n- b",))
    assert isinstance(gone, Repair) and gone.data == b"top\nbelow\n"


def test_conflicts_inside_the_region() -> None:
    """A merge conflict in our lines is rendered again; hand-written lines of either side move below."""
    file = placed(b"top\n", "- a").replace(
        b"- a", b"<<<<<<< HEAD\n- a\n||||||| base\n- z\n=======\n- b\n- by hand\n>>>>>>> topic"
    )
    fixed = repaired(file, "- a\n- b")
    assert fixed == placed(b"top\n", "- a\n- b") + b"\n- by hand\n"


def test_conflicts_around_the_markers() -> None:
    """Two branches that wrote different regions: one fresh region; other conflicts are left to the user."""
    mine, theirs = placed(None, "- a"), placed(None, "- b")
    other = b"<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> topic\n"
    file = other + b"<<<<<<< HEAD\n" + mine + b"=======\n" + theirs + b">>>>>>> topic\nlow\n"
    fixed = repaired(file, "- a\n- b")
    assert fixed.startswith(other) and fixed.endswith(b"low\n") and fixed.count(b"dreamtui:begin") == 1
    heads = (
        b"<<<<<<< HEAD\n" + mine.split(b"\n")[0] + b"\n=======\n" + theirs.split(b"\n")[0] + b"\n>>>>>>> topic\n"
        b"\n<<<<<<< HEAD\n- a\n=======\n- b\n>>>>>>> topic\n\n" + END
    )
    assert repaired(heads, "- a\n- b") == placed(None, "- a\n- b")


def test_a_conflict_in_the_users_text_is_left_to_the_user() -> None:
    """When the sides differ in the user's own words, nothing is guessed."""
    file = b"<<<<<<< HEAD\nmine\n" + placed(None, "- a") + b"=======\ntheirs\n>>>>>>> topic\n"
    result = repair(file, "- a")
    assert isinstance(result, RegionProblem) and result.state is State.CONFLICT


PIECE = st.sampled_from(
    [
        placed(None, "- a"),
        placed(None, "- a").split(b"\n")[0] + b"\n",
        END,
        b"- a\n",
        b"user one\n",
        b"user two\n",
        b"\n",
        b"<<<<<<< HEAD\n",
        b"=======\n",
        b">>>>>>> x\n",
        b"```\n",
        b"- hand\r\n",
        b"\xff",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECE, max_size=12).map(b"".join))
def test_no_word_of_the_users_is_lost(file: bytes) -> None:
    """However broken the file is, every line that is not ours is still there, and the result is sound."""
    result = repair(file, "- new", ("- a",))
    if isinstance(result, RegionProblem):
        return
    assert result.data is not None or not file
    data = result.data or b""
    assert read_region(data).state in (State.ONE, State.ABSENT)
    for word in (b"user one", b"user two", b"- hand", b"\xff"):
        assert (word in data) is (word in file)

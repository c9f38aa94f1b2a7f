"""A brief is read into its parts, each with its line."""

from hypothesis import given
from hypothesis import strategies as st
from training_briefs import WHOLE

from dreamtui.training.briefs.brief import Part, Written, parse
from dreamtui.training.curriculum.levels import PRESETS, Level, OutputType, level_at, output_at


def test_a_whole_brief_is_read_into_its_parts() -> None:
    """Title, level, what was recalled, risks, actions, what is for others and the sources, each on its line."""
    brief = parse(WHOLE)
    assert (brief.vertical, brief.cycle, brief.output) == ("gateway", 3, OutputType.TEARDOWN)
    assert brief.level is Level.FOUNDATION
    assert brief.retrieval.findings[0].text == "Retries without jitter overload the limiter."
    assert len(brief.retrieval.findings) == 3
    assert brief.retrieval.recommendation is not None and brief.retrieval.question is not None
    assert brief.retrieval.question.text == "who owns the bucket size?"
    assert brief.headline is not None
    assert (brief.headline.text, brief.headline.line) == ("One bucket a client starves batch jobs [1].", 14)
    assert [risk.text for risk in brief.risks] == ["a larger table", "#2 is slower"]
    assert [said.text for said in brief.assumptions + brief.tests] == ["clients keep their keys", "replay a day"]
    assert [said.text for said in brief.actions] == ["Ana, by 2026-12-01: measure"]
    [crossing] = brief.crossings
    assert crossing.vertical == "infrastructure"
    assert crossing.insight is not None and crossing.insight.text == "your balancer retries too."
    assert crossing.question is not None and crossing.question.text == "which timeout does it use"
    assert [(one.address, one.said.label) for one in brief.sources] == [
        ("https://www.envoyproxy.io/docs", "1"),
        ("gateway/limits.py:14", "2"),
        ("https://example.org/a_(b)/", "3"),
    ]


def test_headings_in_fences_and_comments_open_no_part() -> None:
    """What a reader sees as code, or not at all, is no heading."""
    brief = parse(WHOLE)
    assert [section.part for section in brief.sections].count(Part.SOURCES) == 1
    assert [section.part for section in brief.sections].count(Part.ACTIONS) == 1
    assert [said.form for said in brief.said(Part.RESEARCH)] == [
        Written.HEADING,
        Written.ROW,
        Written.ROW,
        Written.CODE,
    ]


def test_an_evaluation_in_one_list_is_told_apart_by_its_words() -> None:
    """Risks, assumptions and tests as labels of items and paragraphs."""
    brief = parse(
        "## Critical evaluation\n- Risk 1: slow\n- Risk 2: dear\nAssumptions:\n- steady\n- How to test: load it\n"
    )
    assert [one.text for one in brief.risks] == ["slow", "dear"]
    assert [one.text for one in brief.assumptions] == ["steady"]
    assert [one.text for one in brief.tests] == ["load it"]


def test_a_connection_may_name_its_vertical_once() -> None:
    """In the heading or before the first sentence; several verticals are kept apart."""
    brief = parse(
        "## Cross-department insight → legal\nLicences differ.\n\nWhich of them are allowed?\n\nFor web: cache it.\n"
    )
    assert [(one.vertical, one.insight is not None, one.question is not None) for one in brief.crossings] == [
        ("legal", True, True),
        ("web", True, False),
    ]


def test_levels_and_output_types_are_those_of_the_tables() -> None:
    """The borders of each preset, and eight types in turn."""
    assert "".join(level_at(cycles)[:2] for cycles in range(23)) == "Fo" * 4 + "Ap" * 3 + "An" * 6 + "St" * 8 + "In" * 2
    assert [level_at(n, PRESETS["faster"]) for n in (1, 2, 4, 8, 14)] == list(Level)
    assert [level_at(n, PRESETS["slower"]) for n in (5, 6, 12, 20, 30)] == list(Level)
    assert [output_at(n) for n in range(16)] == [*OutputType, *OutputType]
    assert level_at(13) is Level.STRATEGY


@given(st.text(alphabet=st.sampled_from("#*-|`<>!:\n [](1).abcRisksources?/\t\x1b\u202e"), max_size=300))
def test_any_text_is_read_and_lines_are_lines_of_it(text: str) -> None:
    """No text breaks the reader, and what it says stands on the line it names."""
    brief = parse(text)
    lines = brief.text.split("\n")
    for section in brief.sections:
        for said in (section.heading, *section.said):
            assert 1 <= said.line <= len(lines)
            assert said.text.split("\n")[0].strip()[:3].strip("*_ ")[:1] in lines[said.line - 1]

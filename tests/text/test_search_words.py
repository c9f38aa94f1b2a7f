"""Words as the index of the search has them, questions as they are typed, and how well a text answers."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as some

from dreamtui.text.search.question import Asked, read_question, times
from dreamtui.text.search.rank import Text, TextAnswer, answer
from dreamtui.text.search.words import indexed, plain, stem, words_of


def rate(question: str, title: str = "", text: str = "", evidence: str = "", names: str = "") -> TextAnswer:
    asked = [(one, 1.0) for one in read_question(question).asked]
    return answer(Text(title, text, evidence, names), asked, {})


def test_names_in_camel_case_are_found_by_their_parts() -> None:
    """The name stays as it is; its parts are words of the index too."""
    assert indexed("call resetKeyCache() first") == "call resetKeyCache() first\nreset Key Cache"
    assert "HTTP Server" in indexed("HTTPServer")
    assert indexed("plain words of no name") == "plain words of no name"


def test_scripts_without_blanks_are_parted() -> None:
    """Each Chinese character, kana and Hangul syllable is a word."""
    assert words_of("缓存key失效") == ["缓", "存", "key", "失", "效"]
    assert words_of("テスト") == ["テ", "ス", "ト"]
    assert words_of("한글") == ["한", "글"]


def test_accents_and_compatibility_forms_are_folded() -> None:
    """As the index does."""
    assert words_of("Café Ｎode ﬁx") == ["cafe", "node", "fix"]


@pytest.mark.parametrize(("word", "beginning"), [
    ("migrations", "migr"), ("migrate", "migrat"), ("tests", "test"), ("fixed", "fix"), ("cache", "cach"),
    ("caching", "cach"), ("class", "class"), ("db", "db"), ("sha1s", "sha1s"), ("caf\u00e9s", "caf\u00e9s"),
])  # fmt: skip
def test_forms_of_a_word_share_their_beginning(word: str, beginning: str) -> None:
    """Of English words; everything else stays whole."""
    assert stem(word) == beginning


@given(some.text())
def test_lines_stay_lines(text: str) -> None:
    """Folding neither adds nor removes a line, so that the number of a line is that of the file."""
    assert plain(text).count("\n") == text.count("\n")


def test_a_question_in_the_grammar_of_the_filter() -> None:
    """Fields, exclusions, ages and words as they stand; what is not known is said, and the rest still searches."""
    asked = read_question('retry "late answer" -draft kind:note,rule file:src/ age<30d flag:secret')
    assert [(str(one), one.field) for one in asked.asked] == [("retry", ""), ("late answer", ""), ("src", "file")]
    assert [str(one) for one in asked.excluded] == ["draft"]
    assert asked.kinds == ("note", "rule")
    assert times(asked, datetime(2026, 11, 18, tzinfo=UTC)) == ("2026-10-19T00:00:00Z", "")
    assert any("flag" in sentence for sentence in asked.problems)


def test_words_that_questions_are_made_of_count_only_alone() -> None:
    """“why not the” is still searched for."""
    assert [str(one) for one in read_question("why are floats not allowed in the shop").asked] == [
        "floats", "not", "allowed", "shop"]  # fmt: skip
    assert [str(one) for one in read_question("how").asked] == ["how"]


def test_a_path_is_one_thing() -> None:
    """Its parts have to follow one another; the last word may be half typed."""
    (one,) = read_question("src/search.py").asked
    assert one == Asked(("src", "search", "py"), open=True)
    assert not read_question("db ").asked[0].open
    assert read_question("db").asked[0].open


@given(some.text(max_size=60))
def test_any_text_is_a_question(text: str) -> None:
    """Whatever is typed is read, and rated, without an error."""
    rate(text, text, text)
    read_question(text)


def test_the_title_counts_more_than_the_text_and_all_words_more_than_some() -> None:
    """The word itself more than what begins with it, and that more than what has it inside."""
    assert rate("retry", "Retry policy").score > rate("retry", "Policy", "we retry").score
    assert rate("retry policy", "Retry policy").score > rate("retry policy", "Retry").score
    assert rate("node ", "node").score > rate("node ", "nodemailer").score > rate("node ", "anodes").score > 0
    assert rate("tests ", "test").score > rate("tests ", "testament").score


def test_the_line_that_answers_best() -> None:
    """The one with most of the question, in the part it stands in."""
    found = rate("late answer", "Payments", "a table\nlate again\nthe answer was late\n")
    assert (found.part, found.line) == ("text", 2)
    assert rate("late answer", "Payments", "late", "an answer\na late answer").part == "evidence"
    assert rate("payments", "Payments").part == "title"


def test_words_one_behind_the_other_may_have_other_signs_between_them() -> None:
    """test_pay_twice is found as it is written, and as three words; not where something else stands between."""
    assert rate('"test pay twice"', "test_pay_twice failed").share == 1
    assert rate("test_pay_twice", "test pay twice").share == 1
    assert rate("test_pay_twice", "test of pay twice").share == 0

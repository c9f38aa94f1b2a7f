"""What attackers and accidents did to this program once, and the test that fails where it is possible again."""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

ATTACKS = {
    # what agents read
    "a rule that nobody decided": "e2e/test_e2e_manipulations.py::test_a_rule_without_a_record",
    "other words in the file of a decided rule": "e2e/test_e2e_manipulations.py::test_a_swapped_or_an_edited_rule",
    "an agent that decides what it proposed": "e2e/test_e2e_agents.py::test_no_agent_decides",
    "a decision under the name of another": (
        "e2e/test_e2e_agents.py::test_a_decision_without_a_terminal_or_under_another_name_is_marked"
    ),
    "a secret in what is printed or shared": (
        "e2e/test_e2e_secrets_and_orders.py::test_a_secret_leaves_by_no_way_unless_it_is_asked_for"
    ),
    "a secret or an order in a rule, a note or a reason": "desk/test_risky_ways_in.py::test_no_way_lets_one_in_unasked",
    "words begun that a workspace brings along": (
        "tui/test_hostile_state.py::test_words_that_a_workspace_brings_are_not_offered_as_ones_own"
    ),
    # the records
    "a record that somebody made": "e2e/test_e2e_manipulations.py::test_a_new_record",
    "a chain of records sealed again": "e2e/test_e2e_manipulations.py::test_a_resealed_chain",
    "a journal that a repository ships": "e2e/test_e2e_forged_journal.py::test_a_forged_journal_changes_no_file",
    "a forged record whose undo writes a user's file": (
        "e2e/test_e2e_forged_journal.py::test_a_forged_record_makes_undo_change_no_file_that_no_decision_changes"
    ),
    "opposite decisions on two branches": (
        "e2e/test_e2e_decided_apart.py::test_the_same_words_stand_everywhere_and_no_output_has_it"
    ),
    "a check beside a writer": "e2e/test_e2e_said_is_so.py::test_a_check_beside_a_writer_is_no_false_alarm",
    "an object of a record that is no list of spans": (
        "kinds/test_record_fields.py::test_numbers_and_depths_without_an_end_are_refused"
    ),
    # what is read
    "a commit message that is read for minutes": "project/test_project_patterns.py::test_every_pattern_is_linear",
    "one malformed file that stops every command": (
        "e2e/test_e2e_malformed.py::test_a_malformed_file_is_named_and_the_rest_goes_on"
    ),
    "aliases of YAML that become gigabytes": (
        "e2e/test_e2e_odd_files.py::test_aliases_are_no_way_to_make_much_of_little"
    ),
    "settings with a hundred thousand keys": "e2e/test_e2e_odd_files.py::test_settings_without_an_end_are_refused",
    "a pipe or a device where a file should be": "e2e/test_e2e_odd_files.py::test_what_has_no_end_is_named",
    "a home that is a link into git's own files": (
        "e2e/test_e2e_odd_files.py::test_a_home_that_leads_into_gits_own_files_is_left_alone"
    ),
    "a region whose marker has an empty hash": "kinds/test_malformed.py::test_a_region_without_a_hash_is_repaired",
    # what is said and written
    "a repair that pushes rules of a merge outside": (
        "e2e/test_e2e_repair_merge.py::test_every_rule_of_both_branches_is_kept"
    ),
    "a rule that reaches nobody": "e2e/test_e2e_reach.py::test_a_rule_that_reaches_nobody_is_said",
    "a note that proves the symbol it names": (
        "desk/test_verify.py::test_a_memory_that_names_a_symbol_is_no_proof_that_it_exists"
    ),
    "new insights that are not said": "e2e/test_e2e_said_is_so.py::test_new_insights_are_said",
    "a contradiction for every pair of incidents": (
        "e2e/test_e2e_said_is_so.py::test_incidents_of_different_days_contradict_nothing"
    ),
    "proposals beyond a cap that nobody hears of": "e2e/test_e2e_said_is_so.py::test_what_a_cycle_left_out_is_said",
    "a proposal that can never be accepted": (
        "e2e/test_e2e_said_is_so.py::test_a_proposal_that_is_no_longer_possible_leaves_the_queue"
    ),
    "a redundant memory that counts as a loss": "e2e/test_e2e_said_is_so.py::test_what_is_said_elsewhere_is_no_loss",
    "a day of forgetting that an import drops": (
        "sources/test_secondbrain.py::test_what_is_to_be_forgotten_on_a_day_is_asked_about_then"
    ),
    "our output taken for another's": "e2e/test_e2e_doctor_truth.py::test_an_output_of_ours_is_no_sign_of_dotagent",
    "a folder that is a link, and all is well": "e2e/test_e2e_doctor_truth.py::test_a_folder_that_is_a_link_is_named",
    "a rejected proposal shown as waiting": (
        "e2e/test_e2e_said_is_so.py::test_what_was_rejected_is_not_shown_as_waiting"
    ),
    "a not-now whose day passes unnoticed": "e2e/test_e2e_said_is_so.py::test_not_now_comes_back_by_itself",
    "a suggested rule that is a masked secret": "coach/test_suggest.py::test_no_rule_is_made_of_words_around_a_secret",
    "advice against a plain imperative": "e2e/test_e2e_said_is_so.py::test_a_plain_imperative_is_an_instruction",
    "headings of a split said twice": "e2e/test_e2e_said_is_so.py::test_a_split_says_its_headings_once",
    "a filter that does not know the words of a row": (
        "e2e/test_e2e_said_is_so.py::test_a_row_is_found_by_the_word_it_shows"
    ),
    "a model command that writes where it should read": (
        "training/test_night_reads_only.py::test_a_night_changes_nothing_but_its_brief"
    ),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_each_attack_has_its_test(attack: str) -> None:
    """Under the name that is told here."""
    path, _, name = ATTACKS[attack].partition("::")
    defined = ast.parse((TESTS / path).read_text("utf-8")).body
    assert name in {node.name for node in defined if isinstance(node, ast.FunctionDef)}

"""What a hook is told: the event on standard input, and the person's variables."""

from pathlib import Path

import pytest

from dreamtui.schedule.hooks.event import HookSettings, folder_of, is_idle, parsed, settings


@pytest.mark.parametrize("data", [b"", b"{", b"[1]", b"null", b"\xff\xfe", b"[" * 200_000, b'{"a": \xff}'])
def test_what_is_no_event_is_an_empty_one(data: bytes) -> None:
    """A hook never fails for what it is given."""
    assert parsed(data) == {}


def test_the_folder_is_the_session_s(tmp_path: Path) -> None:
    """Else the project's; a folder that is gone, or no folder at all, is neither."""
    env = {"CLAUDE_PROJECT_DIR": str(tmp_path)}
    assert folder_of({"cwd": "/"}, env) == Path("/")
    for odd in ("/nowhere/at/all", "relative", 7, None, "/a\0b"):
        assert folder_of({"cwd": odd}, env) == tmp_path


def test_a_session_with_something_in_the_background_is_not_idle() -> None:
    """A dream waits for the next answer."""
    assert is_idle({})
    assert is_idle({"background_tasks": []})
    assert not is_idle({"background_tasks": [{"id": "1"}]})


@pytest.mark.parametrize("prefix", ["DREAMTUI_HOOK_DREAM", "SB_HOOK_DREAM"])
def test_settings_come_from_the_environment(prefix: str) -> None:
    """SecondBrain's names count as ours do."""
    assert settings({}) == HookSettings(True, 1, 6.0, "")
    for word in ("0", "false", "No", " off "):
        assert not settings({prefix: word}).on
    assert settings({prefix: "1"}).on
    assert settings({f"{prefix}_LOOKBACK_DAYS": "7"}).lookback_days == 7
    assert settings({f"{prefix}_MIN_INTERVAL_HOURS": "0"}).interval_hours == 0
    assert settings({f"{prefix}_MIN_INTERVAL_HOURS": "0.5"}).interval_hours == 0.5
    assert settings({f"{prefix}_INSTRUCTIONS": " look at tests " + "x" * 5000}).instructions.startswith(
        "look at tests x"
    )
    assert len(settings({f"{prefix}_INSTRUCTIONS": "x" * 5000}).instructions) == 4096


@pytest.mark.parametrize("odd", ["-1", "nan", "inf", "soon", "1e999", "²"])
def test_a_number_that_cannot_be_meant_counts_as_none(odd: str) -> None:
    """The default stands."""
    env = {"DREAMTUI_HOOK_DREAM_LOOKBACK_DAYS": odd, "DREAMTUI_HOOK_DREAM_MIN_INTERVAL_HOURS": odd}
    assert settings(env) == HookSettings()


def test_ours_comes_before_secondbrain_s() -> None:
    """Where both are set."""
    env = {"SB_HOOK_DREAM_LOOKBACK_DAYS": "3", "DREAMTUI_HOOK_DREAM_LOOKBACK_DAYS": "2"}
    assert settings(env).lookback_days == 2

"""Toasts: at most two at a time, and of what belongs together only the newest, so that none says what is over."""

from dataclasses import dataclass

from textual.app import App
from textual.notifications import Notification, Notify, SeverityLevel

MOST = 2

DECISION = "decision"
"""What was recorded or taken back last, and the key that takes it back; it is removed last."""


@dataclass
class Toast(Notification):
    """A toast that knows what it is about."""

    about: str = ""
    """Toasts with the same word replace each other; with an empty one none does."""


class ToastingApp(App[int]):
    """An app whose toasts replace each other."""

    def toast(self, text: str, severity: SeverityLevel, timeout: float, about: str = "") -> None:
        """Show a toast for some seconds."""
        self.post_message(Notify(Toast(text, severity=severity, timeout=timeout, markup=False, about=about)))

    def over(self, about: str) -> None:
        """What was said about this holds no longer: its toast goes."""
        for gone in [one for one in self._notifications if _about(one) == about]:
            del self._notifications[gone]
        self._refresh_notifications()

    def _refresh_notifications(self) -> None:
        """Forget those that newer ones replace before Textual shows what there is."""
        standing = list(self._notifications)
        for gone in replaced(standing):
            del self._notifications[gone]
        super()._refresh_notifications()
        self._say_once()

    def _say_once(self) -> None:
        """Toasts are shown on the top screen only; below a dialog they would be seen a second time."""
        for screen in self.screen_stack:
            for rack in screen.query("ToastRack"):
                rack.display = screen is self.screen


def replaced(standing: list[Notification]) -> list[Notification]:
    """Of some toasts those to be removed, oldest first."""
    newest = {_about(one): one for one in standing}
    kept = [one for one in standing if newest[_about(one)] is one]
    while len(kept) > MOST:
        kept.remove(next((one for one in kept[:-1] if _about(one) != DECISION), kept[0]))
    return [one for one in standing if one not in kept]


def _about(one: Notification) -> str:
    return (one.about if isinstance(one, Toast) else "") or one.message

"""Settings: every value with where it comes from, what is wrong, who and where one is, and the themes."""

from dreamtui.tui import themes
from dreamtui.tui.actions.registry import Scope, bindings_of
from dreamtui.tui.screens.browse import BrowseScreen
from dreamtui.tui.screens.pages import Page, RowsRead
from dreamtui.tui.texts import settings
from dreamtui.tui.widgets.lists.long_list import LongList
from dreamtui.tui.widgets.lists.row_list import ListRow


class SettingsScreen(BrowseScreen):
    """Settings are looked at here and changed in their files; a theme can be kept for the sitting."""

    SCOPES = (Scope.SETTINGS, Scope.BROWSE)
    BINDINGS = bindings_of(*SCOPES)
    HEADING = "Settings"
    COLUMNS = settings.COLUMNS

    def __init__(self) -> None:
        super().__init__()
        self._kept = ""
        self._values: dict[str, str] = {}

    def on_mount(self) -> None:
        """Remember the theme, to come back to it."""
        self._kept = self.console.theme

    def read_rows(self) -> RowsRead:
        """Problems first, then settings, themes, places."""
        desk = self.console.here.desk
        problems = (*desk.config.problems, *self.console.keymap.problems)
        rows = [
            *settings.problem_rows(problems),
            *settings.setting_rows(desk.config),
            *settings.theme_rows(self._kept or self.console.theme),
            *settings.place_rows(desk),
        ]
        self._values = {row.id: row.cells[2].text for row in rows if not row.heading}
        own = sum(map(settings.is_own, desk.config.values.values()))
        count = len(problems)
        wrong = f", {count} {'problem' if count == 1 else 'problems'}" if count else ", nothing is wrong"
        own_words = f"{own} of your own" if own else "all as they come"
        return RowsRead(rows, f"{len(desk.config.values)} settings, {own_words}{wrong}")

    def read_page(self, row_id: str) -> Page:
        """One of them."""
        desk = self.console.here.desk
        kind, _, name = row_id.partition(":")
        if kind == "setting":
            return Page(settings.setting_lines(desk, name))
        if kind == "theme":
            return Page(settings.theme_lines(desk, name))
        if kind == "problem":
            return Page(settings.problem_lines(self._values.get(row_id, "")))
        return Page(settings.place_lines(name, self._values.get(row_id, "")))

    def copied(self, row: ListRow) -> str:
        """The value."""
        kind, _, name = row.id.partition(":")
        return name if kind == "theme" else self._values.get(row.id, "")

    # Themes

    def on_long_list_highlighted(self, message: LongList.Highlighted) -> None:
        """The cursor on a theme shows it; elsewhere the one that is kept comes back."""
        chosen = self.rows.chosen
        kind, _, name = chosen.id.partition(":") if chosen is not None else ("", "", "")
        self._use(name if kind == "theme" else self._kept)

    def _use(self, name: str) -> None:
        wanted = themes.choose(name, no_color=self.console.no_color)
        if wanted and wanted != self.console.theme:
            self.console.theme = wanted

    def on_long_list_opened(self, message: LongList.Opened) -> None:
        """Enter on a theme keeps it in this workspace; elsewhere it goes to the pane."""
        chosen = self.rows.chosen
        if chosen is None or not chosen.id.startswith("theme:"):
            return
        message.stop()
        message.prevent_default()
        self._kept = self.console.theme_chosen = self.console.theme
        short = self._kept.removeprefix("dreamtui-")
        self.console.say(f"Theme {short} is kept in this workspace; `dreamtui: {{theme: {short}}}` sets it everywhere")
        self.read_again()

    def do_app_theme(self) -> None:
        """The next theme, kept."""
        self.console.do_app_theme()
        self._kept = self.console.theme
        self.read_again()

    def on_unmount(self) -> None:
        """A theme that was only looked at goes."""
        if self._kept:
            self._use(self._kept)

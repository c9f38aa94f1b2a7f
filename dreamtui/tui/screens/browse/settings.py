"""Settings: every value with where it comes from, what is wrong, who and where one is, and the themes."""

from dreamtui.present.parts import ListRow
from dreamtui.text.words import counted
from dreamtui.tui import themes
from dreamtui.tui.panes.page_pane import Page
from dreamtui.tui.screens.browse.screen import BrowseScreen
from dreamtui.tui.screens.browse.subject import RowsRead, Subject
from dreamtui.tui.texts import settings


class SettingRows(Subject):
    """Settings are looked at here and changed in their files; a theme can be kept for the sitting."""

    HEADING = "Settings"
    COLUMNS = settings.COLUMNS

    def __init__(self, screen: BrowseScreen) -> None:
        super().__init__(screen)
        self._kept = ""
        self._values: dict[str, str] = {}

    def opened(self) -> None:
        self._kept = self.console.theme

    def read(self) -> RowsRead:
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
        wrong = f", {counted(count, 'problem')}" if count else ", no problems"
        own_words = f"{own} of your own" if own else "all at their defaults"
        return RowsRead(rows, f"{len(desk.config.values)} settings, {own_words}{wrong}")

    def page(self, row_id: str) -> Page:
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
        kind, _, name = row.id.partition(":")
        return name if kind == "theme" else self._values.get(row.id, "")

    # Themes

    def cursor_moved(self, row: ListRow | None) -> None:
        """The cursor on a theme shows it; elsewhere the one that is kept comes back."""
        kind, _, name = row.id.partition(":") if row is not None else ("", "", "")
        self._use(name if kind == "theme" else self._kept)

    def _use(self, name: str) -> None:
        wanted = themes.choose(name, no_color=self.console.no_color)
        if wanted and wanted != self.console.theme:
            self.console.theme = wanted

    def opens(self, row: ListRow) -> bool:
        """Enter on a theme keeps it in this workspace."""
        if not row.id.startswith("theme:"):
            return False
        self._kept = self.console.theme_chosen = self.console.theme
        short = self._kept.removeprefix("dreamtui-")
        self.console.say(f"Theme {short} is kept in this workspace; `dreamtui: {{theme: {short}}}` sets it everywhere")
        self.screen.reader.again()
        return True

    def do_app_theme(self) -> None:
        """The next theme, kept."""
        self.console.do_app_theme()
        self._kept = self.console.theme
        self.screen.reader.again()

    def closed(self) -> None:
        """A theme that was only looked at goes."""
        if self._kept:
            self._use(self._kept)

"""The console: a thin Textual application over the desk.

How it hangs together, for whoever adds a screen:

- `actions.py` is the one registry. Every key of the console is an `Action` in one of the tables in `tables/`; bindings,
  the key bar, help, the palette, the keymap of the configuration file and the table in the documentation are all made
  from it. A screen never writes a `Binding` of its own: `BINDINGS = bindings_of(Scope.HISTORY)`.
- `app.py` is the application; it is small, and what it does by itself has files of its own: `themes.py`, `toasts.py`,
  `typed_ahead.py` (keys meant for a box that is not there yet), `keyboard.py`, `plain_signs.py`, `ending.py`.
- `screens/base.py` has `BaseScreen[Result]` for whole screens and `BaseDialog[Result]` for modal ones. An action with
  the id `history.verify` runs the method `do_history_verify` of the screen on top, or of the app. Actions that decide
  (`decides=True`) pass the guard first: dead for 300 ms after a screen change, dead in read-only mode, dead while the
  terminal is too small. Keys, key bar and palette all come through `do(action_id)`.
- `services.py` is everything a screen may ask of the desk, on top of what a console keeps for itself (`keeping.py`) and
  how it reads its queue (`queue_reading.py`); `everywhere.py` on top of `gathering.py` puts several workspaces behind
  the same face, and `workspace_names.py` knows their names in front of ids. Each call blocks, so it is made in a
  worker, and `BaseScreen.guarded` posts `Failed` with a sentence when the desk refuses. A worker never touches a
  widget. What only one place waits for comes back through `errands.working.in_worker(screen, call, then, …)`; what a
  base class has read for its subclasses, or anybody may react to, is a message that a handler shows.
- `errands/` are what screens have done for them: asking for a reason, taking decisions back, writing the outputs or a
  file, lending the terminal to an editor. A screen holds them as attributes; no screen inherits one.
- A screen inherits only what it is. `ReviewScreen`: `ArrivingScreen` (rows that come), `DecidingScreen` (keys that
  decide), `LookingScreen` (keys that change nothing), `ReadingScreen` (its two panes and what is read for them). The
  screens beside the queue: `BesideTheQueue` where something is decided, `BrowseScreen` (rows and one of them),
  `AskingScreen` (a line to ask in).
- `widgets/` take plain data and post messages. Text that was read is made inert by the widget that shows it; a line of
  words is a `BarLine`, a text a `TextPane`, a diff a `DiffView`, a list a `LongList`. Nothing is shown as markup.
- One style sheet a screen in `styles/` (theme variables only), named by `stylesheet("history.tcss")`; the class
  `-wide` on the screen means two panes side by side, `-narrow` (under 100 columns) one above the other where it is
  also `-high`, and else one at a time.
- `sitting.py` knows what was decided since the console was opened, what was said in toasts, and what is worth resuming.
"""

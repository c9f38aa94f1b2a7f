"""The console: a thin Textual application over the desk.

How it hangs together, for whoever adds a screen:

- `actions/registry.py` is the one registry. Every key of the console is an `Action` in `actions/all_actions.py`;
  bindings, the key bar, help, the palette, configured keys and the table in the documentation are all made
  from it. A screen never writes a `Binding`: it says which `SCOPES` are alive on it.
- `app.py` is the application; it is small, and what it does by itself has files of its own: `themes.py`, `toasts.py`,
  `typed_ahead.py` (words typed where no box is yet, or any more), `terminal/`.
- `screens/base.py` has `BaseScreen[Result]` for whole screens and `BaseDialog[Result]` for modal ones. An action with
  the id `history.verify` runs the method `do_history_verify` of one of the `CONTROLLERS` of the screen on top, of that
  screen, or of the app. Actions that decide (`decides=True`) pass the guard first: dead for 300 ms after a screen
  change, dead in read-only mode, dead while the terminal is too small. Keys, key bar and palette all come through
  `do(action_id)`.
- `session/` is what a console knows. A `Session` is one workspace: what may be asked of its desk, its `queue`, its
  `drafts`, its `presence`. `Sessions` has one for each workspace of the console, knows which the cursor is in (`here`),
  and does what is about several: their queues as one (`MergedQueue`), their drafts (`DraftBook`), a decision on items
  of more than one. Things are named by `Ref(workspace, id)`; ids alone are of one session. Each call blocks, so it is
  made in a worker by `controllers.working.in_worker(screen, call, then, …)`, which posts `Failed` with a sentence when
  the desk refuses. A worker never touches a widget: what it found is given to `then` in the event loop.
- `controllers/` are what several screens have done for them: asking for a reason, taking decisions back, writing the
  outputs or a file, lending the terminal to an editor. A screen holds them as attributes; no screen inherits one. What
  one screen alone is made of lies beside it: `ReviewScreen` has `Reading` (what is read for its two panes), `Arriving`
  (rows that come), `Looking` (keys that change nothing), `Deciding` (keys that decide), `TopLines` (what is above the
  panes), `SavedPlace` (where it is resumed) and `Entering` (the presence mark); the box of a reason has `LoadingBuffer`
  (what is typed while its subject is read), `ReasonDraft`, `Citing` (the evidence above it), `Rejecting` (a rejection
  begun with a number) and `Recording`.
- The screens beside the queue are one `BrowseScreen` (rows, one of them, a line to ask in) with a `Subject` each; the
  dialogs that ask or tell are one `FormScreen` with a `DialogForm` each.
- `widgets/` take plain data and post messages. Text that was read is made inert by the widget that shows it; a line of
  words is a `BarLine`, a text a `TextPane`, a diff a `DiffView`, a list a `LongList` with a painter of its rows.
  Nothing is shown as markup.
- One style sheet a screen in `styles/` (theme variables only), named by `stylesheet("history.tcss")`; the class
  `-wide` on the screen means two panes side by side, `-narrow` (under 100 columns) one above the other where it is
  also `-high`, and else one at a time; the review screen is also `-broad` (the changes beside the item) and, under 22
  rows, `-low` (no preview below the queue).
- `session/sitting.py` knows what was decided since the console was opened, what was said in toasts, and what is worth
  resuming.
"""

"""The console: a thin Textual application over the desk.

How it hangs together, for whoever adds a screen:

- `actions.py` is the one registry. Every key of the console is an `Action` in one of the tables in `tables/`; bindings,
  the key bar, help, the palette, the keymap of the configuration file and the table in the documentation are all made
  from it. A screen never writes a `Binding` of its own: `BINDINGS = bindings_of(Scope.HISTORY)`.
- `screens/base.py` has `BaseScreen[Result]` for whole screens and `BaseDialog[Result]` for modal ones. An action with
  the id `history.verify` runs the method `do_history_verify` of the screen on top, or of the app. Actions that decide
  (`decides=True`) pass the guard first: dead for 300 ms after a screen change, dead in read-only mode, dead while the
  terminal is too small. Keys, key bar and palette all come through `do(action_id)`.
- `services.py` is everything a screen may ask of the desk. Each call blocks, so it is made in a worker:
  `@work(thread=True, exclusive=True, exit_on_error=False, group="history", description="…")`. A worker never touches a
  widget: it posts one message, and the screen's handler shows it. `BaseScreen.guarded` runs a call and posts `Failed`
  with a sentence when the desk refuses.
- `widgets/` take plain data and post messages. Text that was read is made inert by the widget that shows it; a line of
  words is a `BarLine`, a text a `TextPane`, a diff a `DiffView`, a list a `LongList`. Nothing is shown as markup.
- One style sheet a screen in `styles/` (theme variables only), named by `stylesheet("history.tcss")`; the class
  `-wide` on the screen means two panes side by side, `-narrow` (under 100 columns) one above the other where it is
  also `-high`, and else one at a time.
- `sitting.py` knows what was decided since the console was opened, what was said in toasts, and what is worth resuming.
"""

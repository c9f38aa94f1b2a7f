"""The terminal itself: driver, clipboard, editor, ending."""

"""Shared by all tests; its place puts this folder on the import path, so that tests can import `faults`."""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # a shell has what it starts in the background ignore interrupts, and what the tests start would inherit that
    signal.signal(signal.SIGINT, signal.default_int_handler)

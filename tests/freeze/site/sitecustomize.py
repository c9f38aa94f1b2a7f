"""Loaded by the interpreters that the frozen record starts: every machine has the same name.

With FROZEN_DIE_AT=N the process dies, as if killed, at its N-th rename, link or unlink: that is how interrupted changes
are left behind.
"""

import os
import socket

socket.gethostname = lambda: "frozen"
_uname = os.uname
os.uname = lambda: os.uname_result(("Linux", "frozen", *_uname()[2:]))

if "FROZEN_DIE_AT" in os.environ:
    _left = [int(os.environ["FROZEN_DIE_AT"])]

    def _dying(real):
        def rename(*paths, **where):
            _left[0] -= 1
            if _left[0] <= 0:
                os._exit(137)
            return real(*paths, **where)

        return rename

    for _name in ("rename", "replace", "link", "unlink"):
        setattr(os, _name, _dying(getattr(os, _name)))

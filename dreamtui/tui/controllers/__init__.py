"""What a screen has done for it: each an object or a function that is given its screen, and whom to tell afterwards.

A controller asks what it has to ask in dialogs, does what may block in a worker of the screen (`in_worker`), and hands
on what came of it. It holds no widget and posts no message, and reaches another controller only through its screen.
"""

"""What a screen has done for it: each an object or a function that is given its screen, and whom to tell afterwards.

An errand asks what it has to ask in boxes, does what may block in a worker of the screen (`in_worker`), and hands on
what what came of it. It holds no widget and posts no message, and reaches another errand only through its screen.
"""

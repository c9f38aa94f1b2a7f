"""What screens delegate: each an object or a function that gets its screen, and a callback for the result.

A controller asks its questions in dialogs, does what may block in a worker of the screen (`in_worker`), and passes the
result on. It holds no widget and posts no message, and reaches another controller only through its screen.
"""

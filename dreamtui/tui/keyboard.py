"""What comes in from the terminal: bytes that are no UTF-8 are left out, instead of ending the console."""

from textual.drivers.linux_driver import LinuxDriver


class LenientDriver(LinuxDriver):
    """Goes on reading keys after bytes that mean nothing, such as a letter of a terminal that is not set to UTF-8."""

    def run_input_thread(self) -> None:
        """Read what is typed until the console ends."""
        while True:
            try:
                super().run_input_thread()
                return
            except UnicodeDecodeError:
                continue

"""The schedulers of a system: cron, systemd's user timers, launchd, and the workflow of a forge."""

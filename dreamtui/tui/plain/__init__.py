"""Line mode: one item at a time, its text, a prompt; for screen readers, pipes and scripts. The same desk calls."""

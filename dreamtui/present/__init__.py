"""What front ends share of how things are shown, without a terminal."""

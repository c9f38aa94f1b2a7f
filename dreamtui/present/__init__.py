"""What is said, once for every front end: rows, lines and sentences made from data, without a terminal."""

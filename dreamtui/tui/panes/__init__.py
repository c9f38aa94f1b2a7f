"""The two halves of the review screen, queue and item. They show what they are given and post what is wanted."""

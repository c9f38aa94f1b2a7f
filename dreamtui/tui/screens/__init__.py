"""The screens of the console, one file each."""

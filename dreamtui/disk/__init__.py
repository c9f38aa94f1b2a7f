"""Opens untrusted files; the rooms above read files only through here."""

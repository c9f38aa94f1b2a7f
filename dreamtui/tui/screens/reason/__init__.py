"""The box in which a reason is written: what it asks for, its loading, its draft, its recording."""

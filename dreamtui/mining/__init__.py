"""From events to candidates and insights: signals, noise, intake. Pure; reads no file."""

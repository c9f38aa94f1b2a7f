"""The nouns: frozen dataclasses and enums. No input, no output, nothing imported from other rooms."""

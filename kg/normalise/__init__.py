"""From printed strings to typed values, or the reason why not; nothing here guesses."""

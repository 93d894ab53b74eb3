"""Speed of the server: what HTTP adds to a question, and how it bears many clients at once."""

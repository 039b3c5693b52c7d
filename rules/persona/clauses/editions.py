"""The editions of the text, by the ids that the option has."""

REVISED = "2001-03-05"
ORIGINAL = "original"

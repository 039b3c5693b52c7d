"""senki: an event-sourced combat log and replay server for tabletop RPGs."""

"""The web pages: HTML shells and, beside them in `static`, one style sheet and small ES modules; no build step."""

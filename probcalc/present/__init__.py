"""Answers as people and programs read them: sentences, tables, Markdown, CSV, JSON, terminal text, charts."""

"""How an answer, or a list of them, is handed on."""

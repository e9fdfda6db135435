"""Lists of requests: their cards, what they are called beside each other, and how a list is handed on."""

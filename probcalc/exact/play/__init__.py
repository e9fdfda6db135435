"""Play turn after turn: where it ends, and how often each state is played from."""

"""What a formula is to whoever asked for it: values and laws that can be evaluated, combined and shown."""

"""What a scenario says beyond its answer: panels that open, computed only then."""

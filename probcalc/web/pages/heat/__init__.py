"""Two figures against each other, as one map or as several."""

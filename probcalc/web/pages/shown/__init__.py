"""What a page shows, as the plain data of the parts: read off a request with its answer, and off nothing else."""

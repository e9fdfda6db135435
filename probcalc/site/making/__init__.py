"""What runs under Node while the pages are built: the engine compiled by Pyodide, and files compressed."""

"""The pages as a folder of static files: drawn as HTML, put together with the engine that runs in the browser."""

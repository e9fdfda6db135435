"""The parts of a page: each one pure function from plain data to markup, without state and without Streamlit."""

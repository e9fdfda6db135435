"""What all features of the pages draw with: pure functions from plain data to markup, without Streamlit."""

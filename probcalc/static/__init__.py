"""The pages without a server: a stand-in for Streamlit that records what they draw, and the visit that runs them."""

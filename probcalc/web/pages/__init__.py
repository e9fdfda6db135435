"""The pages by feature: what each shows, how it is drawn, and where it stands."""

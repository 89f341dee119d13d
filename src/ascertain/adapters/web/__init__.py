"""The web behind its ports: one guarded client, fetching under policy, kept answers."""

"""The stores of a run: its ledger, snapshots and artifacts in one folder."""

"""The archive of a run: what went over the wire, as WARC and WACZ."""

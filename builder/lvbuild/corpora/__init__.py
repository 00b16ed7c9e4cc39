"""Corpora: sources of documents, found on this machine or fetched from the Hub."""

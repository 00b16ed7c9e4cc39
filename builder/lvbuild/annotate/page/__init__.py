"""The review page: rows beside their question and evidence, decided on in a browser."""

"""The workbench of annotators: tables suggested, drafted, reviewed, approved.

The tables are the truth. A `Workbench` holds a recipe with its questions, texts and tables;
whatever changes a row goes through its `apply`, which writes the table and then the ledger.
"""

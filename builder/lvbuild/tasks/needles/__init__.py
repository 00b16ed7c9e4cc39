"""The needle tasks: coined facts in running text, and what is asked of them."""

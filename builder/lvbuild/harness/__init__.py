"""Other people's evaluators: releases are exported to them, and what they write is scored."""

HARNESSES = ("lm-eval", "inspect", "opencompass", "longbench-v2", "openai-batch")
"""Their names; the module of an exporter has its harness's."""

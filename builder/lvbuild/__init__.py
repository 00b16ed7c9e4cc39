"""Long-context question-answering benchmarks, built reproducibly."""

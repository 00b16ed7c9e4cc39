"""How well models answer: the metrics, predictions, and figures of the scores."""

from lvbuild.score.metric import Metric, register, score_answer

__all__ = ["Metric", "register", "score_answer"]

"""How well models answer: the metrics, predictions, and figures of the scores."""

from lvbuild.score.answer import score_answer
from lvbuild.score.metric import Metric, register

__all__ = ["Metric", "register", "score_answer"]

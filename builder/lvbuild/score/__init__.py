"""How well models answer: the metrics, predictions, and figures of the scores."""

from lvbuild.score.answer import Scorer, score_answer

__all__ = ["Scorer", "score_answer"]

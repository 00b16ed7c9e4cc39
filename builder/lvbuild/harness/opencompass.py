"""OpenCompass: a module with its data set and evaluator, and the configuration of both."""

from __future__ import annotations

from lvbuild.harness.export import Export

RUN = (
    "cd {out} && PYTHONPATH=. opencompass --models MODEL --config-dir . --datasets lvbuild_datasets"
)
TRAPS = (
    "the names {idx} and {subdivision} in a text are replaced by its formatter",
    "predictions hold no id: keep the order, and leave test_range alone, for `lvbuild score`",
    "its max_seq_len cuts prompts in the middle: set it over the level's tokens",
    "its own cmrc and dureader metrics differ from LV-Eval's: these are lvbuild's",
    "it wants datasets<4, numpy<2 and pyarrow<22: install lvbuild beside it without extras",
)

_MODULE = '''"""The release's records, and how answers are scored: lvbuild does both."""

from datasets import Dataset
from opencompass.datasets.base import BaseDataset
from opencompass.openicl.icl_evaluator import BaseEvaluator

from lvbuild.harness.asking import asked, score_asked


class Records(BaseDataset):
    @staticmethod
    def load(release, **chosen):
        # A second column would be replaced in prompts that name it.
        return Dataset.from_list([{"prompt": one["prompt"]} for one in asked(release, **chosen)])


class Scorer(BaseEvaluator):
    def __init__(self, release, **chosen):
        super().__init__()
        self.release, self.chosen = release, chosen

    def score(self, predictions, references=None):
        ones = list(asked(self.release, **self.chosen))
        pairs = zip(ones, predictions, strict=True)
        scores = [score_asked(self.release, one, said) for one, said in pairs]
        details = {str(n): {"score": 100 * score} for n, score in enumerate(scores)}
        return {"score": 100 * sum(scores) / len(scores), "details": details}
'''
_HEAD = '''"""The data sets of a release."""

from lvbuild_opencompass import Records, Scorer
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever

datasets = [
'''
_DATASET = """    dict(
        type=Records,
        abbr={task!r},
        release={place!r},
        **{options!r},
        reader_cfg=dict(input_columns=["prompt"], output_column=None),
        infer_cfg=dict(
            prompt_template=dict(
                type=PromptTemplate,
                template=dict(round=[dict(role="HUMAN", prompt="{{prompt}}")]),
            ),
            retriever=dict(type=ZeroRetriever),
            inferencer=dict(type=GenInferencer, max_out_len={limit}),
        ),
        eval_cfg=dict(evaluator=dict(type=Scorer, release={place!r}, **{options!r})),
    ),
"""


def write(export: Export) -> None:
    """Write the module and the configuration."""
    export.put("lvbuild_opencompass.py", _MODULE)
    sets = "".join(
        _DATASET.format(
            task=export.task(name),
            place=export.place,
            options=export.options(name),
            limit=export.limit(name),
        )
        for name in export.configurations
    )
    export.put("datasets/lvbuild_datasets.py", f"{_HEAD}{sets}]\n")

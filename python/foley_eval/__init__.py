"""foley-eval: the test bench for sound search and sound generation.

Ranking measures over a frozen golden set with the gate that blocks a change which makes search
worse, agreement of raters (may a judge be trusted?), and distances of generated sounds from real
ones. Everything is deterministic and computed by one C++ core; NumPy is needed only where vectors
and ratings are.
"""

from __future__ import annotations

from . import trec
from ._errors import BadInputError
from ._foley import SCORE_VERSION
from ._foley import version as _version
from .agreement import AgreementCounts, AgreementResult, Calibration, calibrate, load_ratings
from .agreement import agreement as measure_agreement
from .baseline import DEFAULT_TOLERANCE, is_stale, load_baseline, write_baseline
from .comparison import ComparisonResult, compare
from .embedder import HashingBowEmbedder
from .evaluation import EvaluationResult, evaluate
from .fidelity import (
    FidelityResult,
    FidelityStamp,
    frechet_distance,
    generation_fidelity,
    kernel_audio_distance,
)
from .golden import (
    GoldenItem,
    build_eval_library,
    load_golden,
    run_ring0_retrieval_eval,
    to_qrels,
)
from .reliability import (
    ALPHA_RELIABLE,
    AlphaResult,
    calibrate_judge_vs_human,
    krippendorff_alpha,
    percent_agreement,
    reliability_band,
)
from .retrieval import (
    RetrievalReport,
    average_precision_at_k,
    build_run,
    evaluate_run,
    mean_over_queries,
    mrr_at_k,
    ndcg_at_k,
    precision_at_k,
    recall_at_k,
)

__version__ = _version()

__all__ = [
    "ALPHA_RELIABLE",
    "DEFAULT_TOLERANCE",
    "SCORE_VERSION",
    "AgreementCounts",
    "AgreementResult",
    "AlphaResult",
    "BadInputError",
    "Calibration",
    "ComparisonResult",
    "EvaluationResult",
    "FidelityResult",
    "FidelityStamp",
    "GoldenItem",
    "HashingBowEmbedder",
    "RetrievalReport",
    "__version__",
    "average_precision_at_k",
    "build_eval_library",
    "build_run",
    "calibrate",
    "calibrate_judge_vs_human",
    "compare",
    "evaluate",
    "evaluate_run",
    "frechet_distance",
    "generation_fidelity",
    "is_stale",
    "kernel_audio_distance",
    "krippendorff_alpha",
    "load_baseline",
    "load_golden",
    "load_ratings",
    "mean_over_queries",
    "measure_agreement",
    "mrr_at_k",
    "ndcg_at_k",
    "percent_agreement",
    "precision_at_k",
    "recall_at_k",
    "reliability_band",
    "run_ring0_retrieval_eval",
    "to_qrels",
    "trec",
    "write_baseline",
]

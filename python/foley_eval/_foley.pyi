"""
Compiled core of foley_eval; the public names are in the package itself.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import numpy
import numpy.typing
from numpy.typing import NDArray


def version() -> str:
    """Version of the software."""

SCORE_VERSION: int = 1

class Error:
    """One failure of foreign data."""

    @property
    def kind(self) -> str: ...

    @property
    def source(self) -> str: ...

    @property
    def line(self) -> int: ...

    @property
    def item(self) -> str: ...

    @property
    def field(self) -> str: ...

    @property
    def problem(self) -> str: ...

    @property
    def advice(self) -> str: ...

    def to_line(self) -> str:
        """One printable line."""

class Failure(Exception):
    pass

class NonTextIds(Exception):
    pass

def measure_names() -> list[str]: ...

def score_query(judged: dict[str, float], row: dict[str, float], metrics: Sequence[tuple[str, int]], rel_level: float) -> tuple[list[float], int]:
    """Values of the metrics for one query, and the rank of its best answer."""

def score_run(run: dict[str, dict[str, float]], qrels: dict[str, dict[str, float]], metrics: Sequence[tuple[str, int]], names: list[str], rel_level: float) -> tuple[dict[str, dict[str, float]], dict[str, float], dict[str, int]]:
    """Per-query values, means and ranks of a run."""

def ranked_ids(row: dict[str, float]) -> list[str]:
    """Ids by score descending, then id."""

def regression_diff(metric: str, current: float, value: float, tolerance: float, rows: Sequence[tuple[str, float, str]]) -> str:
    """Text of a regression diff."""

class Judgments:
    """Qrels, prepared for any number of runs."""

    def __len__(self) -> int: ...

class ReadRun:
    """A run as far as it was judged."""

    @property
    def answered(self) -> int: ...

    @property
    def unjudged(self) -> list[str]: ...

    @property
    def tag(self) -> str: ...

    @property
    def dropped(self) -> list[Error]: ...

    @property
    def dropped_count(self) -> int: ...

def judgments_from_dict(table: dict[str, dict[str, float]], skip_empty: bool) -> Judgments: ...

def judgments_from_columns(query: object, doc: object, grades: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Judgments: ...

def run_from_columns(query: object, doc: object, scores: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], judgments: Judgments, ties: str, depth: int, judged_only: bool) -> ReadRun: ...

def read_qrels(path: bytes) -> Judgments:
    """Qrels of a file or a BEIR folder."""

def run_from_dict(table: dict[str, dict[str, float]], judgments: Judgments, ties: str, depth: int, judged_only: bool) -> ReadRun: ...

def read_run(path: bytes, judgments: Judgments, ties: str, depth: int, judged_only: bool, lenient: bool, threads: int) -> ReadRun:
    """A run from a file."""

class Columns:
    """Measures with all their parameters fixed."""

    @property
    def names(self) -> list[str]: ...

def parse_columns(names: Sequence[str], rel_level: float, expected: bool) -> Columns:
    """Measures from names in any grammar."""

def evaluate(judgments: Judgments, run: ReadRun, columns: Columns, topics: str, threads: int) -> tuple[dict[str, dict[str, float]], dict[str, float], list[str]]:
    """
    Values of each query, their summary, and the judged queries that the run lacks.
    """

def trec_columns(requested: Sequence[str], relevance_level: int) -> Columns:
    """Measures of trec_eval 9.0.8."""

def trec_evaluate(judgments: Judgments, run: dict[str, dict[str, float]], columns: Columns, names: list[str], judged_only: bool) -> dict[str, dict[str, float]]:
    """Values as pytrec_eval gives them."""

def trec_measures() -> list[str]: ...

def trec_nicknames() -> list[tuple[str, list[str]]]: ...

def compare_values(runs: Sequence[str], measures: Sequence[str], topics: Sequence[str], values: Sequence[Sequence[Sequence[float]]], confidence: float, replicates: int, permutations: int, seed: int, alpha: float, power: float, tolerance: float, threads: int) -> list[dict[str, Any]]:
    """A comparison a measure; the first run is the baseline."""

class Scale:
    """How far two values are apart."""

    def __init__(self, level: str, domain: Sequence[float] | None = None, circumference: float | None = None, poles: tuple[float, float] | None = None, distances: Sequence[float] = []) -> None: ...

class AgreementCounts:
    """How many units received which ratings."""

    def __init__(self) -> None: ...

    @staticmethod
    def of(ratings: Annotated[NDArray[numpy.float64], dict(shape=(None, None), device='cpu', writable=False)]) -> AgreementCounts: ...

    @staticmethod
    def from_bytes(bytes: bytes) -> AgreementCounts: ...

    def to_bytes(self) -> bytes: ...

    def merge(self, other: AgreementCounts) -> None: ...

    @property
    def values(self) -> list[float]: ...

    @property
    def patterns(self) -> int: ...

    @property
    def units(self) -> int: ...

    @property
    def ratings(self) -> int: ...

    @property
    def lone_ratings(self) -> int: ...

    def same_as(self, arg: AgreementCounts, /) -> bool: ...

    def alpha(self, scale: Scale) -> dict[str, Any]: ...

    def percent_agreement(self) -> dict[str, Any]: ...

def values_rise(level: str) -> bool: ...

def reliability_band(alpha: float) -> str: ...

class Ratings:
    """Ratings by unit, without the missing ones."""

    @staticmethod
    def of_matrix(ratings: Annotated[NDArray[numpy.float64], dict(shape=(None, None), device='cpu', writable=False)]) -> Ratings: ...

    @staticmethod
    def of_rows(unit: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], rater: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], value: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], order: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], units: int, raters: int) -> Ratings: ...

    def rows(self) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]]:
        """Unit, rater, value and order of all ratings, unit by unit."""

    def counts(self) -> AgreementCounts: ...

    @property
    def raters(self) -> int: ...

    @property
    def units(self) -> int: ...

    @property
    def size(self) -> int: ...

class RatingsRequest:
    """How a file of ratings is to be read."""

    def __init__(self, format: str, unit: str, rater: str, value: str, stratum: str, order: str, rater_columns: Sequence[str], question: str, predictions: bool, text_values: bool, label_order: Sequence[str], domain: Sequence[float] | None, repeat: str) -> None: ...

def usual_rating_columns() -> dict[str, Any]: ...

def read_ratings(path: bytes, request: RatingsRequest) -> tuple[Ratings, list[str], list[str], list[str], list[str], int]:
    """
    Ratings, units, raters, labels, strata and number of repeats of a file.
    """

class Weighting:
    """How much two different categories agree."""

    def __init__(self, kind: str, domain: Sequence[float] | None = None, table: Sequence[float] = []) -> None: ...

def agreement_coefficient(ratings: Ratings, kind: str, weights: Weighting, ci: str, confidence: float, replicates: int, seed: int, threads: int) -> dict[str, Any]: ...

def intraclass_correlations(ratings: Ratings, confidence: float) -> list[dict[str, Any]]: ...

def lin_concordance(ratings: Ratings, confidence: float) -> dict[str, Any]: ...

def overall_concordance(ratings: Ratings) -> dict[str, Any]: ...

def spearman_rho(ratings: Ratings) -> dict[str, Any]: ...

def kendall_tau_b(ratings: Ratings) -> dict[str, Any]: ...

def kendall_w(ratings: Ratings) -> dict[str, Any]: ...

def alpha_interval(counts: AgreementCounts, scale: Scale, method: str, replicates: int, confidence: float, raters: int, seed: int, threads: int) -> dict[str, Any]: ...

def calibration(ratings: Annotated[NDArray[numpy.float64], dict(shape=(None, None), device='cpu', writable=False)], scale: Scale, ci: str, replicates: int, confidence: float, seed: int, threads: int) -> dict[str, Any]: ...

def plan_from_pilot(pilot: AgreementCounts, scale: Scale, half_width: float, confidence: float, replicates: int, seed: int, threads: int) -> dict[str, Any]: ...

def plan_from_shares(values: Sequence[float], shares: Sequence[float], alpha: float, raters: int, scale: Scale, half_width: float, confidence: float, replicates: int, seed: int, threads: int) -> dict[str, Any]: ...

def rater_profiles(ratings: Ratings, scale: Scale, confidence: float, threads: int) -> list[dict[str, Any]]: ...

def leave_one_rater_out(ratings: Ratings, scale: Scale, replicates: int, confidence: float, seed: int, threads: int) -> list[dict[str, Any]]: ...

def leave_one_unit_out(ratings: Ratings, scale: Scale, most: int, threads: int) -> list[dict[str, Any]]: ...

def find_suspects(ratings: Ratings, scale: Scale, level: float, least_shift: float, most_comparisons: float = 150000000.0) -> dict[str, Any]: ...

def most_disputed_units(ratings: Ratings, most: int, scale: Scale) -> list[dict[str, Any]]: ...

def confusion_of(ratings: Ratings, first: int, second: int) -> dict[str, Any]: ...

def confusion_with_others(ratings: Ratings, rater: int) -> dict[str, Any]: ...

class GaussianFit:
    """Mean and factored covariance of a set."""

    @staticmethod
    def of_rows(rows: numpy.typing.NDArray[Any], what: str, threads: int, told: object | None) -> GaussianFit: ...

    @staticmethod
    def of_moments(moments: Moments) -> GaussianFit: ...

    @staticmethod
    def of_statistics(mean: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], covariance: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], count: int) -> GaussianFit: ...

    @property
    def count(self) -> int: ...

    @property
    def dimension(self) -> int: ...

def frechet_distance(reference: GaussianFit, generated: GaussianFit, told: object | None) -> dict[str, Any]: ...

def frechet_influence(other: GaussianFit, fit: GaussianFit, rows: numpy.typing.NDArray[Any], threads: int, told: object | None) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

def frechet_without(other: GaussianFit, rows: numpy.typing.NDArray[Any], left_out: int, threads: int, told: object | None) -> float: ...

def influence_error(influence: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], clips: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> float: ...

def distance_interval(value: float, error_generated: float, error_reference: float, confidence: float) -> dict[str, Any]: ...

class SizeOptions:
    """Which subsamples are taken."""

    def __init__(self, sizes: Sequence[int], steps: int, replicates: int, seed: int, confidence: float, share: float, clips: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> None: ...

def frechet_by_size(reference: GaussianFit, generated: numpy.typing.NDArray[Any], options: SizeOptions, told: object | None) -> dict[str, Any]: ...

def kernel_by_size(reference: numpy.typing.NDArray[Any], generated: numpy.typing.NDArray[Any], kernel: Kernel, options: SizeOptions, told: object | None) -> dict[str, Any]: ...

def linear_algebra_name() -> str: ...

class Moments:
    """Count, mean and co-moment of vectors."""

    def __init__(self, dimension: int) -> None: ...

    @staticmethod
    def from_bytes(bytes: bytes) -> Moments: ...

    def to_bytes(self) -> bytes: ...

    def add(self, rows: numpy.typing.NDArray[Any], threads: int, told: object | None) -> None: ...

    def merge(self, other: Moments) -> None: ...

    def same_as(self, arg: Moments, /) -> bool: ...

    def mean(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def covariance(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def count(self) -> int: ...

    @property
    def dimension(self) -> int: ...

class Kernel:
    """Which similarity of two embeddings is averaged."""

    def __init__(self, kind: str, bandwidth: float, degree: int, offset: float) -> None: ...

    @property
    def bandwidth(self) -> float: ...

class KernelDistance:
    """A kernel distance and its parts."""

    @property
    def value(self) -> float: ...

    @property
    def biased(self) -> float: ...

    @property
    def within_reference(self) -> float: ...

    @property
    def within_generated(self) -> float: ...

    @property
    def between(self) -> float: ...

    @property
    def float32_products(self) -> bool: ...

    def influence(self) -> dict[str, Any]:
        """What each row does to it."""

class ResamplingOptions:
    """How kernel distances are resampled."""

    def __init__(self, permutations: int, replicates: int, confidence: float, seed: int, float64: bool, threads: int) -> None: ...

def median_bandwidth(reference: numpy.typing.NDArray[Any], generated: numpy.typing.NDArray[Any] | None, exact_pairs: int, sample_pairs: int, seed: int, lower_median: bool, threads: int, told: object | None) -> dict[str, Any]: ...

def kernel_distance(reference: numpy.typing.NDArray[Any], generated: numpy.typing.NDArray[Any], kernel: Kernel, float64: bool, threads: int, told: object | None) -> KernelDistance: ...

def kadtk_distance(reference: numpy.typing.NDArray[Any], evaluated: numpy.typing.NDArray[Any], kind: str, float64: bool, threads: int, told: object | None) -> tuple[float, dict[str, Any], KernelDistance]: ...

def resampled_distance(reference: numpy.typing.NDArray[Any], generated: numpy.typing.NDArray[Any], kernel: Kernel, options: ResamplingOptions, reference_clips: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], generated_clips: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], told: object | None) -> tuple[KernelDistance, object, float | None]: ...

def kernel_difference(reference: numpy.typing.NDArray[Any], first: numpy.typing.NDArray[Any], second: numpy.typing.NDArray[Any], kernel: Kernel, options: ResamplingOptions, paired: bool, reference_clips: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], first_clips: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], second_clips: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], told: object | None) -> dict[str, Any]: ...

class KernelSums:
    """Sums of kernel values by tile of a declared grid."""

    def __init__(self, reference_rows: int, generated_rows: int, kernel: Kernel, centre: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], float32_products: bool) -> None: ...

    @staticmethod
    def from_bytes(bytes: bytes) -> KernelSums: ...

    def to_bytes(self) -> bytes: ...

    def tiles(self) -> list[tuple[int, int, int]]: ...

    def add(self, pair: int, row_block: int, col_block: int, rows: numpy.typing.NDArray[Any], cols: numpy.typing.NDArray[Any]) -> None: ...

    def merge(self, other: KernelSums) -> None: ...

    def distance(self) -> float: ...

    @property
    def known(self) -> int: ...

    @property
    def complete(self) -> bool: ...

    @property
    def dimension(self) -> int: ...

    @property
    def reference_rows(self) -> int: ...

    @property
    def generated_rows(self) -> int: ...

KERNEL_BLOCK_ROWS: int = 1024

def coverage(reference: numpy.typing.NDArray[Any], generated: numpy.typing.NDArray[Any], k: Sequence[int], replicates: int, confidence: float, seed: int, reference_clips: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], generated_clips: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, told: object | None) -> dict[str, Any]: ...

def memorised(reference: numpy.typing.NDArray[Any], generated: numpy.typing.NDArray[Any], quantile: float, threads: int, told: object | None) -> dict[str, Any]: ...

def outliers(reference: numpy.typing.NDArray[Any], generated: numpy.typing.NDArray[Any], k: int, threshold: float, threads: int, told: object | None) -> dict[str, Any]: ...

def vendi_score(rows: numpy.typing.NDArray[Any], order: float, bandwidth: float | None, max_rows: int, seed: int, threads: int, told: object | None) -> dict[str, Any]: ...

def set_contents(rows: numpy.typing.NDArray[Any], what: str, threads: int) -> dict[str, Any]: ...

def load_embeddings(path: bytes, model: str, threads: int) -> dict[str, Any]: ...

def load_statistics(path: bytes, model: str) -> dict[str, Any]: ...

def holds_statistics(path: bytes) -> bool: ...

def save_statistics(path: bytes, mean: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], covariance: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], count: int, bandwidth: float | None, bandwidth_rule: str, manifest: Sequence[tuple[str, str]]) -> None: ...

def manifest_field_names() -> list[str]: ...

def manifest_differences(first: Sequence[tuple[str, str]], second: Sequence[tuple[str, str]]) -> list[tuple[str, str, str]]: ...

def manifest_unknown_fields(first: Sequence[tuple[str, str]], second: Sequence[tuple[str, str]]) -> list[tuple[str, str, str]]: ...

def tokenize(text: str) -> list[str]:
    """Lower-cased runs of ASCII letters and digits."""

def hash_embed(texts: Sequence[str], dim: int) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C')]:
    """Hashed bags of words, one float32 row a text."""

def reciprocal_rank_fusion(lists: Sequence[Sequence[str]], k: float) -> list[tuple[str, float]]: ...

def fuse_hits(vector_hits: Sequence[tuple[str, float]], keyword_hits: Sequence[tuple[str, float]], k: int, rrf_k: float) -> list[tuple[str, float, float | None, float | None]]: ...

class MemoryIndex:
    """Vector leg and keyword leg of a search, in memory."""

    def __init__(self, dim: int = 0) -> None: ...

    @property
    def dim(self) -> int: ...

    def __len__(self) -> int: ...

    def upsert(self, id: str, vector: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def index(self, id: str, text: str) -> None: ...

    def knn(self, vector: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int) -> list[tuple[str, float]]: ...

    def bm25(self, query: str, k: int) -> list[tuple[str, float]]: ...

    def get_vector(self, id: str) -> Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C')] | None: ...

    def hybrid_search(self, query: str, vector: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int, candidates: int, rrf_k: float) -> list[tuple[str, float, float | None, float | None]]: ...

class License:
    """A licence as it applies to one sound."""

    def __init__(self, id: str, rights_verified: bool, contains_recognizable_voice: bool, potential_trademark: bool) -> None: ...

class IntendedUse:
    """What sounds are wanted for."""

    def __init__(self) -> None: ...

    @property
    def commercial(self) -> bool: ...

    @commercial.setter
    def commercial(self, arg: bool, /) -> None: ...

    @property
    def publish(self) -> bool: ...

    @publish.setter
    def publish(self, arg: bool, /) -> None: ...

    @property
    def redistribute_standalone(self) -> bool: ...

    @redistribute_standalone.setter
    def redistribute_standalone(self, arg: bool, /) -> None: ...

    @property
    def will_train(self) -> bool: ...

    @will_train.setter
    def will_train(self, arg: bool, /) -> None: ...

    @property
    def can_attribute(self) -> bool: ...

    @can_attribute.setter
    def can_attribute(self, arg: bool, /) -> None: ...

    @property
    def revenue_usd(self) -> float: ...

    @revenue_usd.setter
    def revenue_usd(self, arg: float, /) -> None: ...

    @property
    def allow_voice_or_trademark(self) -> bool: ...

    @allow_voice_or_trademark.setter
    def allow_voice_or_trademark(self, arg: bool, /) -> None: ...

    @property
    def territory(self) -> str: ...

    @territory.setter
    def territory(self, arg: str, /) -> None: ...

def license_ids() -> list[str]: ...

def license_terms(id: str) -> dict[str, Any]:
    """What a licence grants; nothing for an unknown one."""

def license_refusal(license: License, use: IntendedUse) -> str | None:
    """Why the licence refuses the use, or None."""

def license_from_cc(text: str) -> tuple[str, bool]:
    """Licence id and whether it is verified, from an address or label."""

def check_golden(bytes: bytes, source: str) -> Error | None:
    """First fault of a golden set, or None."""

def check_corpus(bytes: bytes, source: str) -> Error | None:
    """First fault of a corpus manifest, or None."""

def check_json_object(bytes: bytes, source: str) -> Error | None:
    """First fault of a JSON object, or None."""

def write_atomically(path: bytes, bytes: bytes) -> Error | None:
    """Replaces a file as a whole or not at all; the error, or None."""

def fixture_digest(bytes: bytes) -> str:
    """SHA-256 of a text with its line ends made LF."""

def clip_id(file: str) -> str:
    """Clip id of a manifest's file name."""

"""What an analysis of fidelity is made of. Numbers are never NaN: where data allow no result it is
None, and a reason or a warning says why."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from .comparison import Interval


@dataclass
class FidelityStamp:
    """What a score was measured with; scores with other stamps do not compare."""

    embedding: str
    toolkit: str
    version: str
    n_ref: int
    n_gen: int


@dataclass
class FidelityResult:
    """A stamped score."""

    metric: str
    value: float
    stamp: FidelityStamp


@dataclass
class ScoreStamp(FidelityStamp):
    """The same with all that a number of this package depends on."""

    score_version: int = 0
    dimension: int = 0
    dtype: str = ""
    kernel: str = ""
    bandwidth: float | None = None
    bandwidth_rule: str = ""
    convention: str = ""
    precision: str = "float64"
    seed: int | None = None
    linear_algebra: str = ""
    unlike: list[str] = field(default_factory=list)
    """Fields in which the manifests differ, where that was allowed."""


class _Plain:
    def to_dict(self) -> dict[str, Any]:
        """Plain dicts and lists."""
        return plain(asdict(self))  # type: ignore[no-any-return, call-overload]


def plain(value: Any) -> Any:
    """Arrays as lists, all the way down."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value.tolist() if hasattr(value, "tolist") else value


@dataclass(frozen=True)
class SetHealth(_Plain):
    """How far a set can carry a Fréchet distance."""

    count: int
    dimension: int
    samples_per_dimension: float
    """Below 10 the distance is biased upwards by much."""
    rank: int
    condition: float | None
    """Largest by smallest eigenvalue beyond rounding; None without spread."""
    constant_columns: int
    warnings: list[str]


@dataclass(frozen=True)
class Fad(_Plain):
    """A Fréchet distance with its terms: ``mean_term + traces - 2 overlap``, never negative."""

    value: float
    mean_term: float
    trace_reference: float
    trace_generated: float
    overlap: float
    reference: SetHealth
    generated: SetHealth
    interval: Interval | None
    """By the delta method, at this n: its bias is in it."""
    warnings: list[str]
    stamp: ScoreStamp


@dataclass(frozen=True)
class Bandwidth(_Plain):
    """A bandwidth; ``low`` and ``high`` are a 95 % interval where it comes from a sample."""

    value: float
    low: float
    high: float
    pairs: int
    sampled: bool
    zero_median: bool
    """More than half of the pairs are equal, so that it is 1 and not 0."""
    rule: str
    seed: int


@dataclass(frozen=True)
class Kad(_Plain):
    """A kernel distance: unbiased, 0 in the mean for sounds of one kind, so that it may be below
    0."""

    value: float
    biased: float
    """With the pairs of a row with itself."""
    within_reference: float
    within_generated: float
    between: float
    bandwidth: Bandwidth | None
    """None for the polynomial."""
    interval: Interval | None
    p_value: float | None
    """Of both sets being drawn from the same sounds."""
    warnings: list[str]
    stamp: ScoreStamp


@dataclass(frozen=True)
class DistanceDifference(_Plain):
    """Two distances to one reference."""

    a: float
    b: float
    difference: float
    """B less A: below 0 where B is closer."""
    interval: Interval | None
    p_value: float | None
    method: str


@dataclass(frozen=True)
class FidelityComparison(_Plain):
    """Which of two generated sets is closer to a reference."""

    fad: DistanceDifference | None
    kad: DistanceDifference | None
    paired: bool
    level: float
    """p up to which a difference counts as shown."""
    verdict: str
    """``a``, ``b``, or ``undecided`` where no distance, or not the same one, is shown to be
    smaller."""
    warnings: list[str]
    stamp: ScoreStamp


@dataclass(frozen=True)
class SizePoint(_Plain):
    """The distance of subsamples of one size."""

    n: int
    mean: float
    spread: float
    replicates: int


@dataclass(frozen=True)
class SizeCurve(_Plain):
    """How a distance changes with the number of sounds, and where that leads."""

    value: float
    """At infinite n; below 0 only by chance."""
    interval: Interval
    points: list[SizePoint]
    slope: float
    """The bias at n is slope / n."""
    r_squared: float
    largest_residual: float
    narrow: bool
    few_for_dimension: bool
    enough: int | None
    """The smallest n at which bias (KAD: the half width of the interval) is small."""
    warnings: list[str]
    stamp: ScoreStamp


@dataclass(frozen=True, eq=False)
class Influence(_Plain):
    """What each row does to a distance, as its derivative by the row's weight: of mean 0, above 0
    where the row makes the distance larger."""

    metric: str
    of: str
    """``generated`` or ``reference``."""
    distance: float
    rows: Any
    """By row."""
    without: Any
    """The distance without each row: exact for KAD, to first order for FAD."""
    names: list[str]
    """The clip of each row."""

    def top(self, count: int = 10) -> list[tuple[str, float]]:
        """Clips that raise the distance most, with the sum over their rows."""
        sums: dict[str, float] = {}
        for name, value in zip(self.names, self.rows.tolist(), strict=True):
            sums[name] = sums.get(name, 0.0) + value
        return sorted(sums.items(), key=lambda each: -each[1])[:count]


@dataclass(frozen=True)
class Share(_Plain):
    """A share of rows, or the reason why there is none."""

    value: float | None
    interval: Interval | None
    reason: str


@dataclass(frozen=True)
class CoverageAt(_Plain):
    """Precision, recall, density and coverage with balls to the k-th neighbour."""

    k: int
    precision: Share
    recall: Share
    density: Share
    coverage: Share
    outside: list[int]
    """Generated rows in no ball: what precision lacks."""
    uncovered: list[int]
    """Reference rows whose ball is empty: what coverage lacks."""


@dataclass(frozen=True)
class Coverage(_Plain):
    """The four numbers for each k."""

    at: list[CoverageAt]
    reference_rows: int
    generated_rows: int
    reference_families: int
    """Different rows."""
    generated_families: int
    stamp: ScoreStamp

    def __getitem__(self, k: int) -> CoverageAt:
        for each in self.at:
            if each.k == k:
                return each
        raise KeyError(k)


@dataclass(frozen=True)
class Nearest(_Plain):
    """The reference row nearest to a generated one."""

    row: int
    distance: float
    ratio: float | None
    """To the usual distance between neighbours of the reference."""
    local_ratio: float | None
    """To that of the found row and its own neighbour."""
    exact: bool
    near: bool
    """Suspiciously near, or a copy."""


@dataclass(frozen=True)
class NearestReference(_Plain):
    """Whether generated sounds are copies of the reference."""

    nearest: list[Nearest]
    """One a generated row."""
    exact_count: int
    near_count: int
    expected_near: float
    """So many would be near by chance."""
    usual_distance: float | None
    near_limit: float | None


@dataclass(frozen=True)
class Outlier(_Plain):
    """A generated row far from all of the reference."""

    row: int
    nearest: int
    distance: float
    score: float


@dataclass(frozen=True, eq=False)
class Outliers(_Plain):
    """Generated rows against the spread of the reference."""

    scores: Any
    """Robust standard deviations by row; empty with a reason."""
    far: list[Outlier]
    """Furthest first."""
    median_distance: float
    log_spread: float
    reason: str


@dataclass(frozen=True)
class Vendi(_Plain):
    """How many different sounds a set is worth."""

    value: float
    rows: int
    used: int
    sampled: bool
    zero_rows: int


@dataclass(frozen=True)
class Contents(_Plain):
    """What makes numbers over a set mean little."""

    warnings: list[str]
    repeated: list[list[int]]
    """The rows of each family of equal ones, the largest first."""
    repeats: int
    constant_columns: list[int]
    all_identical: bool


def interval_of(found: dict[str, Any] | None, scale: float = 1.0) -> Interval | None:
    """An interval of the core, times a factor."""
    if found is None:
        return None
    low, high = found["low"] * scale, found["high"] * scale
    return Interval(low, high, found["confidence"], found["reason"])

"""Embedding sets: numbers, the clips they belong to, and the manifest of how they were made."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import _foley
from ._draws import threads_of
from ._errors import BadInputError, raise_for
from ._fidelity_arrays import no_clips, number_array
from ._fidelity_tables import is_table, read_table
from ._inputs import _is_path, _opened

MANIFEST_FIELDS: tuple[str, ...] = tuple(_foley.manifest_field_names())
"""Fields with a meaning of their own: ``embedding`` (name of the model), ``model_digest``, …"""


@dataclass(frozen=True)
class Difference:
    """A field in which two manifests differ; ``""`` where a side does not know it."""

    field: str
    first: str
    second: str

    def __str__(self) -> str:
        return f"{self.field}: {self.first or 'unknown'} and {self.second or 'unknown'}"


@dataclass(frozen=True)
class Manifest(Mapping[str, str]):
    """What embeddings were made with: fields by name, all as text. See ``MANIFEST_FIELDS``."""

    fields: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, fields: Mapping[str, Any] | None = None, **more: Any) -> Manifest:
        """A manifest from values of any kind; None and ``""`` are unknown."""
        given = {**(fields or {}), **more}
        return cls({str(k): _text(v) for k, v in given.items() if v is not None and v != ""})

    def differences(self, other: Manifest) -> list[Difference]:
        """The fields, known to both, whose difference makes numbers incomparable: all but ``n``,
        ``dtype`` and ``created_by``."""
        found = _foley.manifest_differences(self._pairs(), other._pairs())
        return [Difference(*each) for each in found]

    def unknown(self, other: Manifest) -> list[Difference]:
        """The fields of that kind that one side knows and the other does not."""
        found = _foley.manifest_unknown_fields(self._pairs(), other._pairs())
        return [Difference(*each) for each in found]

    def _pairs(self) -> list[tuple[str, str]]:
        return list(self.fields.items())

    def __getitem__(self, name: str) -> str:
        return self.fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.fields.items())))


@dataclass(frozen=True, eq=False)
class EmbeddingSet:
    """Embeddings with what is known of them; ``of`` and ``load_embeddings`` make one."""

    numbers: Any
    """A row a vector, float32 or float64."""
    clips: list[str] = field(default_factory=list)
    """Names by clip; empty where none are known."""
    clip_of_row: Any = field(default_factory=no_clips)
    """The clip of each row; empty: each row is a clip of its own."""
    categories: list[str] = field(default_factory=list)
    """By clip; empty where none are known."""
    manifest: Manifest = field(default_factory=Manifest)
    source: str = ""
    """The path it was read from."""

    def __post_init__(self) -> None:
        import numpy as np

        name = self.source or "embeddings"
        clips = np.asarray(self.clip_of_row)
        if len(clips) not in (0, len(self.numbers)):
            raise BadInputError(f"{name}: {len(clips)} clips for {len(self.numbers)} rows")
        if clips.dtype != np.uint32 and clips.size and (clips.min() < 0 or clips.max() >= 2**32):
            raise BadInputError(f"{name}: clips are numbered from 0 on")
        object.__setattr__(self, "numbers", number_array(self.numbers, name))
        object.__setattr__(self, "clip_of_row", np.ascontiguousarray(clips, dtype=np.uint32))
        for what, values in (("clips", self.clips), ("categories", self.categories)):
            if values and len(values) != self.clip_count:
                raise BadInputError(f"{name}: {len(values)} {what} for {self.clip_count} sounds")

    @classmethod
    def of(
        cls,
        data: Any,
        *,
        clips: Sequence[Any] | None = None,
        categories: Sequence[Any] | None = None,
        manifest: Mapping[str, Any] | None = None,
        embedding_column: str | None = None,
        clip_column: str | None = None,
        category_column: str | None = None,
        name: str = "embeddings",
    ) -> EmbeddingSet:
        """A set from an array (one dimension is one row), a list of vectors, a table of pandas,
        Polars or Arrow, or a path.

        Of a table, one column of lists or all columns of numbers are the vectors; columns named
        ``clip`` (``id``, ``name``, ``file`` …) and ``category`` say what a row belongs to.
        ``clips`` and ``categories`` say it of other data, a value a row: rows with the same clip
        belong together. An array of float32 or float64 with its rows one after the other is not
        copied.
        """
        if isinstance(data, EmbeddingSet):
            found = data
        elif _is_path(data):
            found = load_embeddings(data)
        elif is_table(data):
            numbers, named, grouped = read_table(
                data, name, embedding_column, clip_column, category_column
            )
            found = _with_rows(cls(numbers), named, grouped, name)
        else:
            found = cls(number_array(data, name))
        found = _with_rows(found, clips, categories, name)
        if manifest is None:
            return found
        return _changed(found, manifest=Manifest.of(manifest))

    @property
    def rows(self) -> int:
        """Vectors."""
        return int(self.numbers.shape[0])

    @property
    def dimension(self) -> int:
        """Numbers a vector."""
        return int(self.numbers.shape[1])

    def __len__(self) -> int:
        return self.rows

    @property
    def clip_count(self) -> int:
        """Sounds: clips, or rows where each is one."""
        return int(self.clip_of_row.max()) + 1 if len(self.clip_of_row) else self.rows

    def clip_name(self, row: int) -> str:
        """The name of the clip of a row; ``row 17`` (from 0) where the set names none."""
        clip = int(self.clip_of_row[row]) if len(self.clip_of_row) else row
        return self.clips[clip] if clip < len(self.clips) else f"row {row}"

    def category_of_row(self) -> list[str]:
        """The category of each row; empty where none are known."""
        if not self.categories:
            return []
        if not len(self.clip_of_row):
            return list(self.categories)
        return [self.categories[clip] for clip in self.clip_of_row.tolist()]

    def select(self, rows: Any) -> EmbeddingSet:
        """A copy of some rows, by places or by a mask."""
        import numpy as np

        chosen = np.asarray(rows)
        if chosen.dtype == np.bool_:
            chosen = np.flatnonzero(chosen)
        clips = self.clip_of_row if len(self.clip_of_row) else np.arange(self.rows)
        kept, of_row = np.unique(clips[chosen], return_inverse=True)
        single = not len(self.clip_of_row) and bool((np.diff(chosen) > 0).all())
        return EmbeddingSet(
            np.ascontiguousarray(self.numbers[chosen]),
            [self.clips[each] for each in kept] if self.clips else [],
            no_clips() if single else of_row.astype(np.uint32),
            [self.categories[each] for each in kept] if self.categories else [],
            self.manifest,
            self.source,
        )

    def by_category(self) -> dict[str, EmbeddingSet]:
        """The rows of each category, in the order in which categories first occur."""
        places: dict[str, list[int]] = {}
        for row, category in enumerate(self.category_of_row()):
            places.setdefault(category, []).append(row)
        return {category: self.select(rows) for category, rows in places.items()}


@dataclass(frozen=True, eq=False)
class Statistics:
    """Mean and covariance of a reference, and its bandwidth: what can be published in place of
    sounds. ``save_statistics`` writes it."""

    mean: Any
    covariance: Any
    """d x d, divisor n - 1."""
    count: int
    """Rows behind them; 0 where a foreign file does not say."""
    bandwidth: float | None = None
    bandwidth_rule: str = ""
    manifest: Manifest = field(default_factory=Manifest)
    source: str = ""

    @property
    def dimension(self) -> int:
        """Numbers a vector."""
        return len(self.mean)


def load_embeddings(
    path: Any, *, model: str | None = None, threads: int | None = None, **columns: Any
) -> EmbeddingSet:
    """Embeddings from ``.npy``, ``.npz``, ``.csv``, ``.tsv``, ``.parquet``, a folder of ``.npy``
    files, or a folder with a cache of fadtk or kadtk (``model`` chooses one of several).

    A ``.npy`` of float32 or float64 is mapped, not read. Clips, categories and the manifest are
    taken from the file or beside it (``<file>.manifest.json``, ``manifest.json`` of a folder).
    ``columns`` are those of ``EmbeddingSet.of`` for Parquet. BadInputError names file, row and
    column; FileNotFoundError for what is not there.
    """
    opened = _opened(path)
    if not _is_path(opened):
        source = os.fsdecode(path)
        found = EmbeddingSet.of(opened, name=source, **columns)
        return _changed(found, source=source)
    try:
        read = _foley.load_embeddings(os.fsencode(path), model or "", threads_of(threads))
    except _foley.Failure as failure:
        raise_for(failure.args[0])
    return EmbeddingSet(
        read["numbers"], read["clips"], read["clip_of_row"], read["categories"],
        Manifest(dict(read["manifest"])), os.fsdecode(path),
    )  # fmt: skip


def load_statistics(path: Any, *, model: str | None = None) -> Statistics:
    """Statistics from a ``.npz`` (``mean`` and ``covariance``; ``mu`` and ``cov`` of other tools)
    or a folder with ``stats/<model>/mu.npy``. BadInputError for what is neither."""
    try:
        read = _foley.load_statistics(os.fsencode(path), model or "")
    except _foley.Failure as failure:
        raise_for(failure.args[0])
    size = len(read["mean"])
    return Statistics(
        read["mean"], read["covariance"].reshape(size, size), read["count"], read["bandwidth"],
        read["bandwidth_rule"], Manifest(dict(read["manifest"])), os.fsdecode(path),
    )  # fmt: skip


def save_statistics(path: Any, statistics: Statistics) -> None:
    """Writes statistics as a ``.npz`` that any NumPy reads, whole or not at all."""
    import numpy as np

    mean = np.ascontiguousarray(statistics.mean, dtype=np.float64)
    covariance = np.ascontiguousarray(statistics.covariance, dtype=np.float64)
    if mean.ndim != 1 or covariance.shape != (len(mean), len(mean)):
        raise BadInputError(
            f"a mean of shape {mean.shape} and a covariance of shape {covariance.shape} do not "
            "belong together"
        )
    try:
        _foley.save_statistics(
            os.fsencode(path), mean, covariance.ravel(), statistics.count, statistics.bandwidth,
            statistics.bandwidth_rule, statistics.manifest._pairs(),
        )  # fmt: skip
    except _foley.Failure as failure:
        raise_for(failure.args[0])


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _changed(of: EmbeddingSet, **fields: Any) -> EmbeddingSet:
    from dataclasses import replace

    return replace(of, **fields)


def _with_rows(
    of: EmbeddingSet, clips: Sequence[Any] | None, categories: Sequence[Any] | None, name: str
) -> EmbeddingSet:
    """The set with the clip and the category of each row."""
    import numpy as np

    for what, values in (("clips", clips), ("categories", categories)):
        if values is not None and len(values) != of.rows:
            raise BadInputError(f"{name}: {len(values)} {what} for {of.rows} rows")
    if clips is not None:
        places: dict[str, int] = {}
        rows = [places.setdefault(str(each), len(places)) for each in clips]
        single = len(places) == len(rows)
        of = _changed(
            of,
            clips=list(places),
            clip_of_row=no_clips() if single else np.array(rows, dtype=np.uint32),
            categories=[],
        )
    if categories is not None:
        of_clip: dict[int, str] = {}
        clip_of = of.clip_of_row.tolist() if len(of.clip_of_row) else range(of.rows)
        for row, (clip, category) in enumerate(zip(clip_of, categories, strict=True)):
            if of_clip.setdefault(clip, str(category)) != str(category):
                raise BadInputError(
                    f"{name}: row {row} (from 0) gives the clip {of.clip_name(row)!r} another "
                    "category"
                )
        of = _changed(of, categories=[of_clip[clip] for clip in range(of.clip_count)])
    return of

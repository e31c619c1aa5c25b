"""Measures and their values over every order of equal scores, the slow and obvious way."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, permutations, product
from math import fsum, log2
from pathlib import Path

from foley_command import write_bytes

Grades = Mapping[str, int]
Measure = Callable[[Sequence[str], Grades], float]


def relevant(grades: Grades, level: int = 1) -> set[str]:
    return {doc for doc, grade in grades.items() if grade >= level}


def reciprocal_rank(docs: Sequence[str], grades: Grades) -> float:
    good = relevant(grades)
    return next((1 / rank for rank, doc in enumerate(docs, 1) if doc in good), 0.0)


def average_precision(docs: Sequence[str], grades: Grades) -> float:
    good, found, parts = relevant(grades), 0, []
    for rank, doc in enumerate(docs, 1):
        if doc in good:
            found += 1
            parts.append(found / rank)
    return fsum(parts) / len(good) if good else 0.0


def precision(k: int) -> Measure:
    return lambda docs, grades: len(relevant(grades).intersection(docs[:k])) / k


def recall(k: int) -> Measure:
    def value(docs: Sequence[str], grades: Grades) -> float:
        good = relevant(grades)
        return len(good.intersection(docs[:k])) / len(good) if good else 0.0

    return value


def ndcg(k: int) -> Measure:
    def gain(grades: Sequence[int]) -> float:
        return fsum(max(g, 0) / log2(rank + 1) for rank, g in enumerate(grades[:k], 1))

    def value(docs: Sequence[str], grades: Grades) -> float:
        ideal = gain(sorted(grades.values(), reverse=True))
        return gain([grades.get(doc, 0) for doc in docs]) / ideal if ideal > 0 else 0.0

    return value


MEASURES: dict[str, Measure] = {
    "RR": reciprocal_rank,
    "AP": average_precision,
    "P@3": precision(3),
    "R@3": recall(3),
    "nDCG@4": ndcg(4),
    "nDCG": ndcg(1000),
}


def orders(row: Mapping[str, float]) -> Iterator[list[str]]:
    """Every ranking that the scores allow."""
    falling = sorted(row, key=lambda doc: -row[doc])
    groups = [list(group) for _, group in groupby(falling, key=lambda doc: row[doc])]
    for parts in product(*(permutations(group) for group in groups)):
        yield [doc for part in parts for doc in part]


@dataclass(frozen=True)
class Case:
    """A run and qrels of a few topics with many equal scores."""

    run: dict[str, dict[str, float]]
    qrels: dict[str, dict[str, int]]

    def values(self, name: str, topic: str) -> list[float]:
        measure = MEASURES[name]
        return [measure(docs, self.qrels[topic]) for docs in orders(self.run.get(topic, {}))]

    def write(self, folder: Path) -> list[Path]:
        qrels = [f"{q} 0 {d} {g}\n" for q, row in self.qrels.items() for d, g in row.items()]
        run = [f"{q} Q0 {d} 0 {s} t\n" for q, row in self.run.items() for d, s in row.items()]
        return [
            write_bytes(folder / "qrels.trec", "".join(qrels).encode()),
            write_bytes(folder / "run.trec", "".join(run).encode()),
        ]


def random_case(seed: int, topics: int = 4, docs: int = 6) -> Case:
    """Scores of few values, so that most documents are tied; some of them are not judged."""
    dice = random.Random(seed)
    case = Case({}, {})
    for t in range(topics):
        names = [f"d{i}" for i in range(docs + 2)]
        grades = {name: dice.choice([0, 0, 1, 2, 3]) for name in dice.sample(names, docs - 1)}
        grades[dice.choice(names)] = 1
        case.qrels[f"q{t}"] = grades
        case.run[f"q{t}"] = {name: dice.choice([1.0, 2.0]) for name in dice.sample(names, docs)}
    return case

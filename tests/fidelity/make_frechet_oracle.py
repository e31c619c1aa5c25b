"""Writes frechet_oracle.json: Fréchet distances by other ways than ours.

Small sets are computed with 60 digits, larger ones by
scipy.linalg.sqrtm where it is sound (more rows than dimensions, full rank), and one with fewer
rows than dimensions by the symmetric form of the root with numpy.linalg.eigh:

    python3 -m venv oracle-env
    oracle-env/bin/pip install numpy scipy mpmath
    oracle-env/bin/python tests/fidelity/make_frechet_oracle.py

The sets come from the generator of the shared oracle (see oracle_sets in embedding_sets.hpp);
half the number before is then added to each number of a generated row, `copy` replaces the last
dimension of both sets by the first one, and `base` is added to all numbers.
"""

import json
from pathlib import Path

import mpmath
import numpy as np
import scipy.linalg

CASES = [
    {"note": "60 digits, d = 1", "by": "mpmath", "n_ref": 9, "n_gen": 7, "d": 1, "seed": 11},
    {"note": "60 digits, d = 8", "by": "mpmath", "n_ref": 40, "n_gen": 30, "d": 8, "seed": 12},
    {"note": "60 digits, n < d", "by": "mpmath", "n_ref": 9, "n_gen": 6, "d": 12, "seed": 13},
    {"note": "60 digits, n < d once", "by": "mpmath", "n_ref": 30, "n_gen": 6, "d": 12, "seed": 14},
    {
        "note": "60 digits, far from zero",
        "by": "mpmath",
        "n_ref": 40,
        "n_gen": 30,
        "d": 8,
        "seed": 15,
        "base": 1e6,
    },
    {
        "note": "60 digits, a dimension twice",
        "by": "mpmath",
        "n_ref": 60,
        "n_gen": 50,
        "d": 10,
        "seed": 16,
        "copy": True,
    },
    {"note": "scipy, d = 64", "by": "scipy", "n_ref": 900, "n_gen": 700, "d": 64, "seed": 17},
    {"note": "eigh, 600 x 2048", "by": "eigh", "n_ref": 600, "n_gen": 600, "d": 2048, "seed": 18},
]


def sets_of(case):
    state = case["seed"]

    def draw(rows, scale, shift):
        nonlocal state
        values = []
        for _ in range(rows * case["d"]):
            state = (6364136223846793005 * state + 1442695040888963407) % 2**64
            values.append((2.0 * ((state >> 11) * 2.0**-53) - 1.0) * scale + shift)
        return np.array(values).reshape(rows, case["d"])

    reference = draw(case["n_ref"], 1.0, 0.0)
    generated = draw(case["n_gen"], 1.3, 0.2)
    mixed = generated.copy()
    mixed[:, 1:] += 0.5 * generated[:, :-1]
    if case.get("copy"):
        reference[:, -1] = reference[:, 0]
        mixed[:, -1] = mixed[:, 0]
    return reference + case.get("base", 0.0), mixed + case.get("base", 0.0)


def by_mpmath(x, y):
    mpmath.mp.dps = 60

    def moments(rows):
        n, d = rows.shape
        m = mpmath.matrix(rows.tolist())
        mean = [mpmath.fsum(m[i, j] for i in range(n)) / n for j in range(d)]
        centred = mpmath.matrix(n, d)
        for i in range(n):
            for j in range(d):
                centred[i, j] = m[i, j] - mean[j]
        return mean, centred.T * centred / (n - 1)

    mean_x, cov_x = moments(x)
    mean_y, cov_y = moments(y)
    values, vectors = mpmath.eigsy(cov_x)
    roots = mpmath.diag([mpmath.sqrt(max(v, 0)) for v in values])
    root = vectors * roots * vectors.T
    inner = root * cov_y * root
    eigenvalues = mpmath.eigsy((inner + inner.T) / 2, eigvals_only=True)
    overlap = mpmath.fsum(mpmath.sqrt(max(v, 0)) for v in eigenvalues)
    d = x.shape[1]
    gap = mpmath.fsum((a - b) ** 2 for a, b in zip(mean_x, mean_y, strict=True))
    traces = mpmath.fsum(cov_x[j, j] + cov_y[j, j] for j in range(d))
    return float(gap + traces - 2 * overlap)


def terms(x, y):
    gap = x.mean(0) - y.mean(0)
    cov_x = np.atleast_2d(np.cov(x, rowvar=False))
    cov_y = np.atleast_2d(np.cov(y, rowvar=False))
    return gap @ gap + np.trace(cov_x) + np.trace(cov_y), cov_x, cov_y


def by_scipy(x, y):
    rest, cov_x, cov_y = terms(x, y)
    return float(rest - 2 * np.trace(scipy.linalg.sqrtm(cov_x @ cov_y)).real)


def by_eigh(x, y):
    rest, cov_x, cov_y = terms(x, y)
    values, vectors = np.linalg.eigh(cov_x)
    root = (vectors * np.sqrt(np.clip(values, 0, None))) @ vectors.T
    inner = np.linalg.eigvalsh(root @ cov_y @ root)
    return float(rest - 2 * np.sqrt(np.clip(inner, 0, None)).sum())


# A mean of 1e6 is rounded to 1e-10.
FAR = 1e-10
TOLERANCE = {"mpmath": 1e-12, "scipy": 1e-10, "eigh": 1e-6}


def main():
    rows = []
    for case in CASES:
        x, y = sets_of(case)
        value = {"mpmath": by_mpmath, "scipy": by_scipy, "eigh": by_eigh}[case["by"]](x, y)
        lcg = {key: case[key] for key in ("seed", "n_ref", "n_gen", "d")}
        lcg |= {"scale_gen": 1.3, "shift_gen": 0.2}
        rows.append(
            {
                "note": case["note"],
                "lcg": lcg,
                "copy": case.get("copy", False),
                "base": case.get("base", 0.0),
                "fad": value,
                "relative": FAR if "base" in case else TOLERANCE[case["by"]],
            }
        )
    path = Path(__file__).with_name("frechet_oracle.json")
    path.write_text(json.dumps({"cases": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()

"""Records alpha of random ratings as krippendorff 0.9.0 and irrCAC 0.4.4 give it.

In an environment of its own, since irrCAC wants versions of its own:

    python3 -m venv oracle-env
    oracle-env/bin/pip install krippendorff==0.9.0 irrCAC==0.4.4 numpy pandas scipy
    cd tests/reliability
    ../../oracle-env/bin/python make_alpha_oracle.py > alpha_oracle.json
"""

import json
import warnings

import irrCAC.raw
import krippendorff
import numpy as np
import pandas as pd

MATRICES = 200
LEVELS = ("nominal", "ordinal", "interval", "ratio")
WEIGHTS = {
    "nominal": "identity",
    "interval": "quadratic",
    "ratio": "ratio",
    "circular": "circular",
    "bipolar": "bipolar",
}


def random_ratings(rng):
    """Noisy copies of a truth on one of four scales, or pure noise, with holes."""
    raters = int(rng.integers(2, 9))
    units = int(rng.integers(4, 31))
    scale = [
        np.arange(1, 4),
        np.arange(0, 4),
        np.arange(1, 8),
        np.arange(0, 101, 5) / 10,
    ][int(rng.integers(4))]
    truth = rng.choice(scale, size=units)
    noise = rng.choice(scale, size=(raters, units))
    ratings = np.where(rng.random((raters, units)) < rng.random(), truth, noise)
    return np.where(rng.random((raters, units)) < rng.choice([0.0, 0.1, 0.4]), np.nan, ratings)


def usable(ratings):
    """Whether both rivals can say something: two values within the units that two raters saw."""
    pairs = ratings[:, (~np.isnan(ratings)).sum(axis=0) >= 2]
    return pairs.size > 0 and np.unique(pairs[~np.isnan(pairs)]).size >= 2


def main():
    warnings.simplefilter("ignore")
    rng = np.random.default_rng(20261130)
    cases = []
    while len(cases) < MATRICES:
        ratings = random_ratings(rng)
        if not usable(ratings):
            continue
        exact = {
            level: float(krippendorff.alpha(ratings, level_of_measurement=level))
            for level in LEVELS
        }
        frame = pd.DataFrame(ratings.T)
        rounded = {
            level: float(
                irrCAC.raw.CAC(frame, weights=weights).krippendorff()["est"]["coefficient_value"]
            )
            for level, weights in WEIGHTS.items()
            if level != "ratio" or np.nanmin(ratings) > 0  # irrCAC refuses 0 there
        }
        data = [[None if np.isnan(x) else float(x) for x in row] for row in ratings]
        cases.append({"data": data, "krippendorff": exact, "irrCAC": rounded})
    print('{"tools": "krippendorff 0.9.0, irrCAC 0.4.4", "cases": [')
    print(",\n".join(json.dumps(case, separators=(",", ":")) for case in cases))
    print("]}")


main()

"""Records kappas of random ratings as irrCAC, statsmodels and scikit-learn give them.

In an environment of its own, since irrCAC wants versions of its own:

    python3 -m venv oracle-env
    oracle-env/bin/pip install irrCAC==0.4.4 statsmodels==0.15.0 scikit-learn==1.9.1 scipy==1.12.0
    oracle-env/bin/python tests/reliability/make_kappa_oracle.py \
        > tests/reliability/kappa_oracle.json

irrCAC rounds its results to a number of decimals that can be chosen; twelve here. Its module of
tables (Cohen, Scott, percent agreement of two raters) knows the categories 1, 2, ... only.
"""

import json
import warnings

import numpy as np
import pandas as pd
from irrCAC.raw import CAC as RawRatings
from irrCAC.table import CAC as CrossTable
from irrCAC.weights import Weights
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import cohens_kappa, fleiss_kappa

MATRICES = 64
TABLES = 32
WEIGHTS = (
    "identity",
    "linear",
    "quadratic",
    "ordinal",
    "radical",
    "ratio",
    "circular",
    "bipolar",
)
SCALES = ([1, 2], [1, 2, 3], [1, 2, 4, 7], [2, 3, 5, 6, 9], [0.5, 1, 1.5, 2, 2.5, 3])
METHODS = {
    "fleiss_kappa": "fleiss",
    "conger_kappa": "conger",
    "brennan_prediger": "bp",
    "gwet_ac": "gwet",
}


def numbers(estimate):
    """The parts of a result of irrCAC that are numbers."""
    low, high = estimate["confidence_interval"]
    return {
        "value": float(estimate["coefficient_value"]),
        "pa": float(estimate["pa"]),
        "pe": float(estimate["pe"]),
        "se": float(estimate["se"]),
        "low": float(low),
        "high": float(high),
    }


def noisy_copies(rng, scale, raters, units):
    """Ratings, units x raters: copies of a truth, each rating replaced at some rate."""
    truth = rng.choice(scale, size=units)
    noise = rng.choice(scale, size=(units, raters))
    kept = rng.random((units, raters)) < rng.uniform(0.3, 0.95)
    return np.where(kept, truth[:, None], noise).astype(float)


def raw_case(rng, number):
    """One table with holes, by all methods for any number of raters."""
    weights = WEIGHTS[number % len(WEIGHTS)]
    scale = SCALES[number % len(SCALES)]
    raters = int(rng.integers(2, 7))
    units = int(rng.integers(8, 41))
    missing = (0.0, 0.15, 0.4)[number % 3]
    while True:
        ratings = noisy_copies(rng, scale, raters, units)
        ratings[rng.random(ratings.shape) < missing] = np.nan
        given = ~np.isnan(ratings)
        values = np.unique(ratings[given])
        if given.any(axis=0).all() and (given.sum(axis=1) > 1).sum() > 2 and len(values) > 1:
            break
    # A category at either end or in the middle that nobody uses, now and then.
    domain = sorted({*map(float, scale), 8.0}) if number % 4 == 0 else values.tolist()
    case = {
        "ratings": [[None if np.isnan(x) else x for x in row] for row in ratings.T],
        "weights": weights,
        "domain": domain,
        "table": Weights(domain)[weights].tolist(),
    }
    rater_names = [f"r{i}" for i in range(raters)]
    cac = RawRatings(
        pd.DataFrame(ratings, columns=rater_names), weights=weights, categories=domain, digits=12
    )
    case["irrcac"] = {name: numbers(getattr(cac, of)()["est"]) for name, of in METHODS.items()}
    if missing == 0.0 and weights == "identity":
        counts = [[(row == value).sum() for value in values] for row in ratings]
        case["statsmodels_fleiss"] = float(fleiss_kappa(np.array(counts), method="fleiss"))
    return case


def table_case(rng, number):
    """Two raters without holes, by the methods for a cross table."""
    weights = WEIGHTS[number % len(WEIGHTS)]
    q = int(rng.integers(2, 7))
    units = int(rng.integers(10, 60))
    while True:
        ratings = noisy_copies(rng, np.arange(1, q + 1), 2, units).astype(int)
        cross = np.zeros((q, q))
        np.add.at(cross, (ratings[:, 0] - 1, ratings[:, 1] - 1), 1)
        if np.count_nonzero(cross.sum(axis=0) + cross.sum(axis=1)) == q > 1:
            break
    cac = CrossTable(pd.DataFrame(cross), weights=weights, digits=12)
    scott = numbers(cac.scott()["est"])
    del scott["pe"]  # irrCAC writes 0
    case = {
        "ratings": ratings.T.tolist(),
        "weights": weights,
        "irrcac": {
            "cohen_kappa": numbers(cac.cohen()["est"]),
            "scott_pi": scott,
        },
        "irrcac_percent": numbers(cac.pa2()["est"]),
    }
    agreement = Weights(list(range(1, q + 1)))[weights]
    model = cohens_kappa(cross, weights=1 - agreement)
    case["statsmodels_cohen"] = {
        "value": float(model.kappa),
        "se": float(np.sqrt(model.var_kappa)),
    }
    if weights in ("identity", "linear", "quadratic"):
        name = None if weights == "identity" else weights
        case["sklearn_cohen"] = float(cohen_kappa_score(*ratings.T, weights=name))
    return case


def main():
    """Print the oracle."""
    warnings.simplefilter("ignore")
    rng = np.random.default_rng(20)
    oracle = {
        "tools": "irrCAC 0.4.4, statsmodels 0.15.0, scikit-learn 1.9.1",
        "raw": [raw_case(rng, number) for number in range(MATRICES)],
        "tables": [table_case(rng, number) for number in range(TABLES)],
    }
    print(json.dumps(oracle))


if __name__ == "__main__":
    main()

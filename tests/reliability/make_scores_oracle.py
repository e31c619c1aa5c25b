"""Records ICC, rank correlations and the variance of Lin's concordance for random scores.

In an environment of its own:

    python3 -m venv oracle-env
    oracle-env/bin/pip install pingouin==0.6.1 scipy==1.12.0
    oracle-env/bin/python tests/reliability/make_scores_oracle.py \
        > tests/reliability/scores_oracle.json

ICC is pingouin's, rho and tau-b SciPy's, Kendall's W follows from SciPy's Friedman test. For the
interval of Lin's concordance there is no package: its variance is the delta method in numbers, from
the covariances of the sample moments of a normal pair, times n / (n - 2).
"""

import json
import warnings

import numpy as np
import pandas as pd
import pingouin
from scipy import stats

CASES = 48
ICC_FORMS = {
    "ICC(1,1)": "ICC(1,1)",
    "ICC(A,1)": "ICC(2,1)",
    "ICC(C,1)": "ICC(3,1)",
    "ICC(1,k)": "ICC(1,k)",
    "ICC(A,k)": "ICC(2,k)",
    "ICC(C,k)": "ICC(3,k)",
}


def scores(rng, number):
    """Scores, raters x units: signal, levels of raters and noise; every other time rounded."""
    raters = 2 if number % 3 == 0 else int(rng.integers(2, 7))
    units = int(rng.integers(4, 31))
    signal = rng.normal(size=units) * rng.uniform(0.2, 3)
    level = rng.normal(size=(raters, 1)) * rng.uniform(0, 2)
    spread = rng.uniform(0.5, 2, size=(raters, 1))
    result = signal * spread + level + rng.normal(size=(raters, units))
    return np.round(result) if number % 2 else result


def icc(table):
    """All six forms of pingouin."""
    raters, units = table.shape
    long = pd.DataFrame(
        {
            "unit": np.tile(np.arange(units), raters),
            "rater": np.repeat(np.arange(raters), units),
            "score": table.ravel(),
        }
    )
    rows = pingouin.intraclass_corr(long, "unit", "rater", "score")
    return {
        ICC_FORMS[row.Type]: {
            "value": float(row.ICC),
            "f": float(row.F),
            "df1": float(row.df1),
            "df2": float(row.df2),
            "p": float(row.pval),
            "low": float(row.CI95[0]),
            "high": float(row.CI95[1]),
        }
        for row in rows.itertuples()
    }


def concordance(moments):
    """Lin's coefficient from two means, two variances and a covariance."""
    x, y, xx, yy, xy = moments
    return 2 * xy / (xx + yy + (x - y) ** 2)


def lin(x, y):
    """Lin's coefficient and the standard error of its artanh, by the delta method in numbers."""
    n = len(x)
    (xx, xy), (_, yy) = np.cov(x, y, bias=True)
    moments = np.array([x.mean(), y.mean(), xx, yy, xy])
    covariance = np.zeros((5, 5))
    covariance[:2, :2] = [[xx, xy], [xy, yy]]
    covariance[2:, 2:] = [
        [2 * xx * xx, 2 * xy * xy, 2 * xx * xy],
        [2 * xy * xy, 2 * yy * yy, 2 * yy * xy],
        [2 * xx * xy, 2 * yy * xy, xx * yy + xy * xy],
    ]
    slope = np.zeros(5)
    for i in range(5):
        step = np.zeros(5)
        step[i] = 1e-5 * max(1.0, abs(moments[i]))
        up, down = (np.arctanh(concordance(moments + s)) for s in (step, -step))
        slope[i] = (up - down) / (2 * step[i])
    return {
        "value": float(concordance(moments)),
        "precision": float(stats.pearsonr(x, y).statistic),
        "se_z": float(np.sqrt(slope @ covariance @ slope / (n - 2))),
    }


def two_raters(x, y):
    """What exists for two raters only."""
    rho = stats.spearmanr(x, y)
    tau = stats.kendalltau(x, y, method="asymptotic")
    return {
        "rho": {"value": float(rho.statistic), "p": float(rho.pvalue)},
        "tau": {"value": float(tau.statistic), "p": float(tau.pvalue)},
        "lin": lin(x, y),
    }


def main():
    """Print the oracle."""
    warnings.simplefilter("ignore")
    pingouin.options["round.column.CI95"] = None
    rng = np.random.default_rng(5)
    cases = []
    for number in range(CASES):
        table = scores(rng, number)
        case = {"ratings": table.tolist(), "icc": icc(table)}
        if len(table) == 2:
            case.update(two_raters(*table))
        else:
            friedman = stats.friedmanchisquare(*table.T)
            case["w"] = {"chi_squared": float(friedman.statistic), "p": float(friedman.pvalue)}
        cases.append(case)
    print(json.dumps({"tools": "pingouin 0.6.1, SciPy 1.12.0", "cases": cases}))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Write oracle.json: what SciPy 1.17.1 and statsmodels 0.15.0 say of the same data.

usage: python make_oracle.py > oracle.json
Needs numpy, scipy and statsmodels; the tests need only what it wrote.
"""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace

import numpy as np
import pandas as pd
import scipy
import statsmodels
import statsmodels.formula.api as smf
from scipy import stats
from scipy.optimize import brentq
from statsmodels.stats.anova import anova_lm
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import TTestPower

ALTERNATIVES = ("two-sided", "greater", "less")


def pairs() -> list[dict]:
    """Paired tests: continuous values, ties, topics without a difference, a large set."""
    rng = np.random.default_rng(20)
    sets = {
        "continuous 12": (rng.random(12), rng.random(12)),
        "continuous 50": (rng.random(50) + 0.05, rng.random(50)),
        "continuous 51": (rng.random(51), rng.random(51)),
        "ties 30": (rng.integers(0, 9, 30) / 8, rng.integers(0, 9, 30) / 8),
        "ties 200": (rng.integers(0, 17, 200) / 16, rng.integers(0, 15, 200) / 16),
        "close 300": (rng.random(300), rng.random(300)),
        "two": (np.array([0.5, 0.25]), np.array([0.125, 0.5])),
    }
    rows = []
    for name, (a, b) in sets.items():
        d = a - b
        left = d[d != 0]
        tied = len(np.unique(np.abs(left))) < len(left)
        exact = len(left) <= 50 and not tied
        row = {"name": name, "first": a.tolist(), "second": b.tolist(), "exact": exact}
        row["t"] = stats.ttest_rel(a, b).statistic
        row["w_plus"] = stats.wilcoxon(left, alternative="greater").statistic
        row["wins"] = int((d > 0).sum())
        for alternative in ALTERNATIVES:
            w = stats.wilcoxon(
                left,
                zero_method="wilcox",
                correction=True,
                alternative=alternative,
                method="exact" if exact else "approx",
            )
            row[alternative] = {
                "t": stats.ttest_rel(a, b, alternative=alternative).pvalue,
                "wilcoxon": w.pvalue,
                "sign": stats.binomtest(row["wins"], len(left), 0.5, alternative).pvalue,
            }
        row["interval_90"] = list(stats.t.interval(0.9, len(d) - 1, d.mean(), stats.sem(d)))
        rows.append(row)
    return rows


def studentized_range() -> list[list]:
    """Rows of groups, degrees of freedom, q, cdf, sf."""
    rows = []
    for k in (2, 3, 5, 10, 40):
        for df in (1, 2, 3, 7, 20, 120, 3996, np.inf):
            for q in (0.3, 1.0, 2.5, 4.0, 7.0):
                cdf = stats.studentized_range.cdf(q, k, df)
                rows.append([k, "inf" if np.isinf(df) else df, q, cdf])
    return rows


def bca() -> list[dict]:
    """BCa and percentile intervals from given replicates, and z0 and a by hand."""
    rng = np.random.default_rng(21)
    rows = []
    for values in (rng.exponential(size=25), rng.normal(size=15), rng.integers(0, 4, 20) / 3):
        data = (values,)
        drawn = stats.bootstrap(data, np.mean, n_resamples=199, rng=rng)
        row = {
            "values": values.tolist(),
            "replicates": sorted(drawn.bootstrap_distribution.tolist()),
            "jackknife": [float(np.delete(values, i).mean()) for i in range(len(values))],
        }
        for confidence in (0.8, 0.95):
            for method in ("percentile", "BCa"):
                given = SimpleNamespace(bootstrap_distribution=drawn.bootstrap_distribution)
                interval = stats.bootstrap(
                    data,
                    np.mean,
                    n_resamples=0,
                    bootstrap_result=given,
                    confidence_level=confidence,
                    method=method,
                ).confidence_interval
                row[f"{method} {confidence}"] = list(interval)
        rows.append(row)
    return rows


def tukey() -> dict:
    """Two-way table of 4 systems x 15 topics by least squares, and Tukey's p and intervals."""
    rng = np.random.default_rng(22)
    k, n = 4, 15
    x = rng.random(n)[None, :] + 0.3 * rng.random((k, n)) + np.array([0, 0.02, 0.1, 0.12])[:, None]
    frame = pd.DataFrame(
        [(i, j, x[i, j]) for i in range(k) for j in range(n)], columns=["s", "t", "x"]
    )
    table = anova_lm(smf.ols("x ~ C(s) + C(t)", frame).fit())
    variance = table.loc["Residual", "mean_sq"]
    df = (k - 1) * (n - 1)
    unit = np.sqrt(variance / n)
    differences = [x[i].mean() - x[j].mean() for i in range(k) for j in range(i + 1, k)]
    return {
        "systems": k,
        "topics": n,
        "values": x.ravel().tolist(),
        "system_squares": table.loc["C(s)", "sum_sq"],
        "topic_squares": table.loc["C(t)", "sum_sq"],
        "residual_squares": table.loc["Residual", "sum_sq"],
        "f": table.loc["C(s)", "F"],
        "p": table.loc["C(s)", "PR(>F)"],
        "critical_90": stats.studentized_range.ppf(0.9, k, df) * unit,
        "pair_p": [stats.studentized_range.sf(abs(d) / unit, k, df) for d in differences],
    }


def rejects(effect: float, n: float, alpha: float, two_sided: bool) -> float:
    """Power of the paired t-test by SciPy's noncentral t, NaN in whose far tail is 0."""
    critical = stats.t.isf(alpha / 2 if two_sided else alpha, n - 1)
    delta = effect * np.sqrt(n)
    above = stats.nct.sf(critical, n - 1, delta)
    return above + np.nan_to_num(stats.nct.cdf(-critical, n - 1, delta)) * two_sided


def power() -> dict:
    """Power of the paired t-test, detectable effects, numbers of topics (not rounded)."""
    test = TTestPower()
    name = {True: "two-sided", False: "larger"}
    powers = [
        [e, n, a, two, test.power(e, n, a, alternative=name[two])]
        for e in (0.05, 0.2, 0.5, 1.5)
        for n in (2, 5, 20, 50, 500)
        for a in (0.01, 0.05)
        for two in (True, False)
    ]
    goals = [(a, p, two) for a in (0.01, 0.05) for p in (0.8, 0.95) for two in (True, False)]
    effects = [
        [n, a, p, two, brentq(lambda e: rejects(e, n, a, two) - p, 0, 20, xtol=1e-13)]  # noqa: B023
        for n in (5, 20, 50, 500)
        for a, p, two in goals
    ]
    topics = [
        [e, a, p, two, brentq(lambda n: rejects(e, n, a, two) - p, 2, 1e4, xtol=1e-9)]  # noqa: B023
        for e in (0.1, 0.35, 0.8)
        for a, p, two in goals
    ]
    # SciPy's noncentral t is NaN in the far tail that a two-sided test looks at
    powers = [row for row in powers if not np.isnan(row[-1])]
    return {"power": powers, "effect": effects, "topics": topics}


def shares() -> list[list]:
    """Rows of successes, trials, confidence, Wilson's bounds, Clopper and Pearson's bounds."""
    rows = []
    for successes, trials in ((0, 1), (1, 1), (0, 20), (3, 20), (10, 20), (20, 20), (77, 1000)):
        for confidence in (0.9, 0.95):
            test = stats.binomtest(successes, trials)
            row = [successes, trials, confidence]
            row += list(test.proportion_ci(confidence, "wilson"))
            row += list(test.proportion_ci(confidence, "exact"))
            rows.append(row)
    return rows


def distributions() -> dict[str, list[list]]:
    """Arguments in the order of our functions, then the value."""
    points = (0.0, 1e-12, 1e-3, 0.1, 0.5, 0.8, 0.999)
    inside = points[1:]
    return {
        "normal_cdf": [[x, stats.norm.cdf(x)] for x in (-37.0, -8.0, -1.0, 0.0, 0.5, 9.0)],
        "normal_quantile": [[p, stats.norm.ppf(p)] for p in inside],
        "student_t_sf": [
            [t, df, stats.t.sf(t, df)] for t in (-3.0, 0.0, 0.5, 2.0, 40.0) for df in (1, 2.5, 999)
        ],
        "student_t_quantile": [[p, df, stats.t.ppf(p, df)] for p in inside for df in (1, 5, 999)],
        "noncentral_t_sf": [
            [t, df, d, stats.nct.sf(t, df, d)]
            for t in (-2.0, 0.0, 1.0, 3.0)
            for df in (1, 9, 99)
            for d in (-1.0, 0.0, 2.0, 5.0)
        ],
        "fisher_f_sf": [
            [x, a, b, stats.f.sf(x, a, b)] for x in (0.1, 1, 9.0) for a in (1, 4) for b in (2, 50)
        ],
        "fisher_f_quantile": [[p, 3, 17, stats.f.ppf(p, 3, 17)] for p in inside],
        "chi_squared_sf": [[x, df, stats.chi2.sf(x, df)] for x in (0.1, 3, 50) for df in (1, 8)],
        "chi_squared_quantile": [[p, df, stats.chi2.ppf(p, df)] for p in inside for df in (1, 8)],
        "beta_quantile": [
            [p, a, b, stats.beta.ppf(p, a, b)] for p in inside for a, b in ((1, 4), (9, 2))
        ],
        "binomial_cdf": [
            [k, n, p, stats.binom.cdf(k, n, p)]
            for k, n in ((0, 1), (0, 30), (7, 30), (29, 30), (480, 1000))
            for p in (0.01, 0.5)
        ],
    }


def adjusted() -> list[dict]:
    """Holm and Benjamini-Hochberg, with ties, ones and a zero."""
    rng = np.random.default_rng(23)
    sets = [rng.random(8) ** 3, [0.04, 0.01, 0.03, 0.01, 1.0, 0.0], [0.6, 0.7], [0.5]]
    return [
        {
            "p": [float(p) for p in values],
            "holm": multipletests(values, method="holm")[1].tolist(),
            "bh": stats.false_discovery_control(values).tolist(),
        }
        for values in sets
    ]


def main() -> None:
    """Print everything as one document."""
    document = {
        "made_with": f"scipy {scipy.__version__}, statsmodels {statsmodels.__version__}",
        "pairs": pairs(),
        "studentized_range": studentized_range(),
        "bca": bca(),
        "tukey": tukey(),
        "power": power(),
        "shares": shares(),
        "distributions": distributions(),
        "adjusted": adjusted(),
    }
    json.dump(document, sys.stdout, default=float, allow_nan=False, separators=(",", ":"))
    print()


if __name__ == "__main__":
    main()

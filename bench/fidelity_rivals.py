"""How others compute FAD and KAD, for fidelity.py: their arithmetic without their frameworks."""

from __future__ import annotations

from typing import Any

import numpy as np


def ours_fad(x: Any, y: Any) -> float:
    from foley_eval.fidelity import fad

    return float(fad(x, y, threads=1).value)


def ours_kad(x: Any, y: Any) -> float:
    from foley_eval.fidelity import kad

    return float(kad(x, y, threads=1).value)


def frechet_audio_distance(x: Any, y: Any) -> complex:
    """frechet_audio_distance 0.3.4: means in the type of the input, sqrtm of the product."""
    from scipy import linalg

    mean_x, mean_y = np.mean(x, axis=0), np.mean(y, axis=0)
    cov_x, cov_y = np.cov(x, rowvar=False), np.cov(y, rowvar=False)
    root = linalg.sqrtm(cov_x @ cov_y)
    gap = mean_x - mean_y
    return complex(gap @ gap + np.trace(cov_x) + np.trace(cov_y) - 2 * np.trace(root))


def fadtk(x: Any, y: Any) -> complex:
    """fadtk 1.1.0: eigenvalues beside sqrtm, and an inverse it does not use."""
    from scipy import linalg

    mean_x, mean_y = np.mean(x, axis=0), np.mean(y, axis=0)
    cov_x, cov_y = np.cov(x, rowvar=False), np.cov(y, rowvar=False)
    product = cov_x @ cov_y
    root = linalg.sqrtm(product)
    values, vectors = np.linalg.eig(product)
    np.linalg.inv(vectors)
    gap = mean_x - mean_y
    return complex(gap @ gap + np.trace(cov_x) + np.trace(cov_y) - 2 * np.sqrt(values).sum()) + (
        0 * root[0, 0]
    )


def symmetric(x: Any, y: Any) -> float:
    """A careful NumPy user's way: float64 and symmetric eigenproblems."""
    x, y = x.astype(np.float64), y.astype(np.float64)
    cov_x, cov_y = np.cov(x, rowvar=False), np.cov(y, rowvar=False)
    values, vectors = np.linalg.eigh(cov_x)
    root = (vectors * np.sqrt(np.clip(values, 0, None))) @ vectors.T
    inner = np.linalg.eigvalsh(root @ cov_y @ root)
    gap = x.mean(axis=0) - y.mean(axis=0)
    trace = np.trace(cov_x) + np.trace(cov_y)
    return float(gap @ gap + trace - 2 * np.sqrt(np.clip(inner, 0, None)).sum())


def kadtk(x: Any, y: Any) -> float:
    """kadtk 1.1.0: whole kernel matrices in float32, bandwidth of the evaluated set, times 100."""
    from scipy.spatial.distance import pdist

    bandwidth = np.sort(pdist(y))[(len(y) * (len(y) - 1) // 2 - 1) // 2]
    gamma = np.float32(1 / (2 * bandwidth**2 + 1e-8))

    def squares(a: Any, b: Any) -> Any:
        return (a**2).sum(1)[:, None] + (b**2).sum(1)[None] - 2 * a @ b.T

    k_xx = np.exp(-gamma * squares(x, x))
    k_xx = k_xx - np.diag(np.diagonal(k_xx))
    first = k_xx.sum() / (len(x) * (len(x) - 1))
    k_yy = np.exp(-gamma * squares(y, y))
    k_yy = k_yy - np.diag(np.diagonal(k_yy))
    second = k_yy.sum() / (len(y) * (len(y) - 1))
    k_xy = np.exp(-gamma * squares(x, y))
    return float(100 * (first + second - 2 * k_xy.mean()))


def blocked_numpy(x: Any, y: Any, block: int = 1000) -> float:
    """A careful NumPy user's way: float32 products in blocks; bandwidth from a sample of pairs."""
    rng = np.random.default_rng(0)
    i, j = rng.integers(len(x), size=(2, 20_000))
    bandwidth = np.median(np.linalg.norm((x[i] - x[j])[i != j], axis=1))
    gamma = np.float32(1 / (2 * bandwidth**2))

    def total(a: Any, b: Any) -> float:
        squares_b = (b**2).sum(1)
        result = 0.0
        for start in range(0, len(a), block):
            rows = a[start : start + block]
            d2 = (rows**2).sum(1)[:, None] + squares_b[None] - 2 * rows @ b.T
            result += float(np.exp(-gamma * np.maximum(d2, 0)).sum(dtype=np.float64))
        return result

    n, m = len(x), len(y)
    return float(
        (total(x, x) - n) / (n * (n - 1))
        + (total(y, y) - m) / (m * (m - 1))
        - 2 * total(x, y) / (n * m)
    )


def reference_kad(x: Any, y: Any) -> float:
    """foley 0.0.89, whose arrays are (n + m)^2 x d."""
    from foley.eval.fidelity import kernel_audio_distance

    return float(kernel_audio_distance(x, y))

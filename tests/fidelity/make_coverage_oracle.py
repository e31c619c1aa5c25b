"""Record precision, recall, density and coverage of prdc 0.2 (scikit-learn 1.9, NumPy 2.4).

usage: python make_coverage_oracle.py > coverage_oracle.json

The sets come from the generator that tests/support/embedding_sets.hpp describes.
"""

import contextlib
import io
import json

import numpy as np
from prdc import compute_prdc

CASES = [
    # seed, n_ref, n_gen, d, scale_gen, shift_gen
    (11, 60, 50, 3, 1.0, 0.0),
    (12, 200, 150, 8, 0.7, 0.1),
    (13, 120, 300, 16, 1.2, 0.3),
    (14, 100, 100, 1, 1.0, 0.5),
    (15, 1100, 700, 4, 1.1, 0.05),
]


def draws(seed):
    state = seed
    while True:
        state = (6364136223846793005 * state + 1442695040888963407) % 2**64
        yield 2.0 * ((state >> 11) * 2.0**-53) - 1.0


def main():
    cases = []
    for seed, n_ref, n_gen, d, scale, shift in CASES:
        stream = draws(seed)
        ref = np.array([next(stream) for _ in range(n_ref * d)]).reshape(n_ref, d)
        gen = np.array([next(stream) * scale + shift for _ in range(n_gen * d)]).reshape(n_gen, d)
        results = []
        for k in (1, 3, 5, 10):
            with contextlib.redirect_stdout(io.StringIO()):
                found = compute_prdc(real_features=ref, fake_features=gen, nearest_k=k)
            results.append({"k": k} | {name: float(value) for name, value in found.items()})
        lcg = {"seed": seed, "n_ref": n_ref, "n_gen": n_gen, "d": d}
        lcg |= {"scale_gen": scale, "shift_gen": shift}
        cases.append({"lcg": lcg, "results": results})
    print(json.dumps({"tool": "prdc 0.2", "cases": cases}, indent=1))


if __name__ == "__main__":
    main()

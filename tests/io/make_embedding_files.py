"""Writes embedding_files.json: files that NumPy wrote, as hexadecimal digits, and what is in them.

usage: python make_embedding_files.py > embedding_files.json
"""

import io
import json
import sys
import warnings

import numpy as np

ROWS = np.arange(12).reshape(3, 4) * 0.5 - 1.25
# Smallest subnormal, largest subnormal, smallest normal, largest, 1 + eps, negative zero.
HALVES = np.array([[2**-24, 1023 * 2**-24, 2**-14, 65504.0, 1 + 2**-10, -0.0]], dtype="f2")


def npy(array, version=None):
    file = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # versions 2 and 3 warn that old NumPys cannot read them
        np.lib.format.write_array(file, array, version=version)
    return file.getvalue()


def whole(kind):
    limits = np.iinfo(kind)
    return np.array([[limits.min, 0, 1], [7, 100, limits.max]], dtype=kind)


def arrays():
    for kind in ("f2", "f4", "f8"):
        yield f"{kind}", ROWS.astype(f"<{kind}"), None
        yield f"{kind}_big", ROWS.astype(f">{kind}"), None
        yield f"{kind}_fortran", np.asfortranarray(ROWS.astype(f"<{kind}")), None
        yield f"{kind}_big_fortran", np.asfortranarray(ROWS.astype(f">{kind}")), None
    for kind in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"):
        yield kind, whole(kind), None
        yield f"{kind}_big", whole(kind).astype(f">{kind}"), None
    yield "f2_extremes", HALVES, None
    yield "f4_fraction", np.array([[0.1, 1e-40], [3e38, -0.0]], dtype="f4"), None
    yield "version_2", ROWS, (2, 0)
    yield "version_3", ROWS.astype("f4"), (3, 0)
    yield "one_dimension", ROWS[1], None
    yield "no_dimension", np.array(2.5), None
    yield "no_rows", np.zeros((0, 4)), None
    yield "column_fortran", np.asfortranarray(ROWS[:, :1]), None


def refused():
    yield "bool", npy(ROWS > 0)
    yield "complex", npy(ROWS.astype("c16"))
    yield "long_double", npy(ROWS.astype("f16"))
    yield "three_dimensions", npy(ROWS.reshape(3, 2, 2))
    yield "records", npy(np.zeros(3, dtype=[("a", "f4"), ("b", "i2")]))
    yield "times", npy(np.zeros((2, 2), dtype="M8[s]"))
    yield "texts", npy(np.array(["1", "2"]))
    yield "objects", npy(np.array([1.0, None], dtype=object))


NAMES = np.array(["clip a", "Schritte/Kies ü", "雨", "", "🎧"])


def npz(save, **named):
    file = io.BytesIO()
    save(file, **named)
    return file.getvalue()


def archives():
    named = {
        "embeddings": ROWS.astype("f4"),
        "clips": np.array(["a", "b", "a"]),
        "categories": np.array(["rain", "door", "rain"]),
        "manifest": np.array(json.dumps({"embedding": "clap", "sample_rate_hz": 48000})),
    }
    yield "stored", npz(np.savez, **named)
    yield "deflated", npz(np.savez_compressed, **named)
    yield "other_name", npz(np.savez, labels=np.array([1, 2, 3]), features=ROWS)


def main():
    document = {
        "numpy": np.__version__,
        "arrays": {
            name: {
                "hex": npy(array, version).hex(),
                "dtype": array.dtype.name,
                "dimensions": array.ndim,
                "rows": np.atleast_2d(array).tolist(),
            }
            for name, array, version in arrays()
        },
        "refused": {name: data.hex() for name, data in refused()},
        "texts": {
            "unicode": {"hex": npy(NAMES).hex(), "texts": NAMES.tolist()},
            "unicode_big": {"hex": npy(NAMES.astype(">U16")).hex(), "texts": NAMES.tolist()},
            "bytes": {"hex": npy(np.array([b"ab", b"", b"abc"])).hex(), "texts": ["ab", "", "abc"]},
            "scalar": {"hex": npy(np.array("one text")).hex(), "texts": ["one text"]},
        },
        "archives": {name: data.hex() for name, data in archives()},
    }
    json.dump(document, sys.stdout, indent=1, ensure_ascii=False)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()

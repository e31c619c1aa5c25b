"""The command `agreement`: numbers, views and the ways in."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from foley_command import Answer, assert_one_line, foley, write_bytes, write_json
from rating_files import KRIPPENDORFF, noisy_rows, slow_alpha, write_lines, write_wide

PUBLISHED = {"nominal": 0.743421, "ordinal": 0.815388, "interval": 0.849107, "ratio": 0.797403}
FAST = ["--replicates", "200"]


def agreement(*args: Any, **more: Any) -> Answer:
    return foley("agreement", *(str(each) for each in args), **more)


def document(*args: Any, **more: Any) -> dict[str, Any]:
    answer = agreement(*args, "--json", *FAST, **more)
    assert answer.code == 0, answer.err
    return answer.document


def coefficient(part: dict[str, Any], name: str) -> dict[str, Any]:
    (found,) = [each for each in part["coefficients"] if each["coefficient"] == name]
    return dict(found)


@pytest.mark.parametrize(("level", "value"), PUBLISHED.items())
def test_the_published_example(level: str, value: float) -> None:
    got = document(KRIPPENDORFF, "--level", level)
    alpha = got["all"]["alpha"]
    assert alpha["value"] == pytest.approx(value, abs=5e-7)
    assert (alpha["units"], alpha["ratings"]) == (11, 40)
    assert (got["units"], got["raters"], got["ratings"], got["level"]) == (12, 4, 41, level)
    assert got["schema"] == "foley-eval/agreement/1"
    assert got["score_version"] >= 1
    assert alpha["interval"]["low"] < value < alpha["interval"]["high"]
    assert alpha["evidence"] is True
    text = agreement(KRIPPENDORFF, "--level", level).out
    assert f"{value:.4f}" in text
    assert f"{level} level" in text


def test_the_default_level_is_ordinal() -> None:
    assert document(KRIPPENDORFF)["all"] == document(KRIPPENDORFF, "--level", "ordinal")["all"]


def test_all_ways_in_give_the_same(tmp_path: Path) -> None:
    lines = KRIPPENDORFF.read_text(encoding="utf-8").splitlines()
    rows = [line.split(",") for line in lines[1:]]
    units = list(dict.fromkeys(row[0] for row in rows))
    cells = {(unit, rater): value for unit, rater, value in rows}
    wide = ["item,A,B,D,C"] + [
        ",".join([unit, *(cells.get((unit, rater), "") for rater in "ABDC")]) for unit in units
    ]
    jsonl = [json.dumps({"unit": u, "rater": r, "value": float(v)}) for u, r, v in rows]
    packed = write_bytes(tmp_path / "k.csv.gz", gzip.compress(KRIPPENDORFF.read_bytes()))
    tsv = write_lines(tmp_path / "k.tsv", [line.replace(",", "\t") for line in lines])
    other = [line.replace("unit,rater,value", "what,who,how much") for line in lines]
    named = write_lines(tmp_path / "named.csv", other)
    expected = document(KRIPPENDORFF)["all"]
    assert document(write_lines(tmp_path / "wide.csv", wide))["all"] == expected
    assert document(write_lines(tmp_path / "k.jsonl", jsonl))["all"] == expected
    assert document(packed)["all"] == expected
    assert document(tsv)["all"] == expected
    columns = ["--unit", "what", "--rater", "who", "--value", "how much"]
    assert document(named, *columns)["all"] == expected
    piped = document("-", stdin=KRIPPENDORFF.read_bytes())
    assert piped["all"] == expected
    assert piped["file"] == "standard input"


def test_threads_change_no_byte(tmp_path: Path) -> None:
    file = write_wide(tmp_path / "r.csv", "abcd", noisy_rows(80, 4))
    words = [file, "--json", "--raters", "--units", "5", "--coefficients", *FAST]
    one = agreement(*words, "--threads", "1").raw_out
    assert one == agreement(*words, "--threads", "7").raw_out
    assert one != agreement(*words, "--threads", "1", "--seed", "8").raw_out


@pytest.mark.parametrize("method", ["bca", "percentile", "jackknife", "krippendorff"])
def test_intervals(method: str) -> None:
    alpha = document(KRIPPENDORFF, "--ci", method, "--confidence", "0.9")["all"]["alpha"]
    assert alpha["interval"] == alpha["intervals"][method]
    assert alpha["interval"]["confidence"] == 0.9
    assert alpha["interval"]["low"] < alpha["interval"]["high"]


def test_without_intervals() -> None:
    got = document(KRIPPENDORFF, "--ci", "none")
    assert "interval" not in got["all"]["alpha"]
    assert got["interval_options"] is None
    assert agreement(KRIPPENDORFF, "--ci", "none", "--raters").code == 0


def test_coefficients_of_two_raters(tmp_path: Path) -> None:
    rows = noisy_rows(50, 2, values=3)
    file = write_wide(tmp_path / "r.csv", ["ann", "bob"], rows)
    part = document(file, "--level", "nominal", "--coefficients")["all"]
    same = sum(a == b for a, b in rows) / 50
    chance = sum(
        sum(a == v for a, _ in rows) * sum(b == v for _, b in rows) / 2500 for v in range(3)
    )
    assert coefficient(part, "percent_agreement")["value"] == pytest.approx(same, abs=1e-12)
    kappa = coefficient(part, "cohen_kappa")
    assert kappa["value"] == pytest.approx((same - chance) / (1 - chance), abs=1e-12)
    assert kappa["interval"]["low"] < kappa["value"] < kappa["interval"]["high"]
    nominal = {each["coefficient"] for each in part["coefficients"]}
    assert {"scott_pi", "fleiss_kappa", "conger_kappa", "brennan_prediger", "gwet_ac"} <= nominal
    assert "icc21" not in nominal
    numbers = document(file, "--level", "interval", "--coefficients")["all"]
    names = {each["coefficient"] for each in numbers["coefficients"]}
    assert {"icc11", "icc21", "icc31", "icc1k", "icc2k", "icc3k", "lin_concordance",
            "spearman_rho", "kendall_tau_b", "kendall_w"} <= names  # fmt: skip
    assert coefficient(numbers, "cohen_kappa")["remark"] == "quadratic weights"
    assert len(document(file)["all"]["coefficients"]) < len(names)


def test_more_raters_have_other_coefficients() -> None:
    part = document(KRIPPENDORFF, "--coefficients", "--level", "interval")["all"]
    names = {each["coefficient"] for each in part["coefficients"]}
    assert {"fleiss_kappa", "overall_concordance", "kendall_w"} <= names
    assert not {"cohen_kappa", "lin_concordance", "spearman_rho"} & names


def test_strata(tmp_path: Path) -> None:
    rows = noisy_rows(60, 2)
    lines = ["unit,genre,ann,bob"]
    lines += [f"u{i},{'wind' if i % 3 else 'rain'},{a},{b}" for i, (a, b) in enumerate(rows)]
    file = write_lines(tmp_path / "r.csv", lines)
    got = document(file, "--by", "genre", "--level", "interval")
    assert [each["stratum"] for each in got["strata"]] == ["rain", "wind"]
    assert [each["units"] for each in got["strata"]] == [20, 40]
    for part, keep in zip(got["strata"], (lambda i: i % 3 == 0, lambda i: i % 3 > 0), strict=True):
        some = [row for i, row in enumerate(rows) if keep(i)]
        expected = slow_alpha(some, lambda a, b: (a - b) ** 2)
        assert part["alpha"]["value"] == pytest.approx(expected, abs=1e-12)
    text = agreement(file, "--by", "genre").out
    assert "Strata" in text
    assert [line.split()[0] for line in text.splitlines() if line.startswith(("  all", "  rain"))]
    assert agreement(file, "--by", "genre", "--coefficients").out.count("Krippendorff's alpha") == 3


def test_labels_are_shown_as_labels(tmp_path: Path) -> None:
    file = write_lines(
        tmp_path / "l.csv",
        ["unit,ann,bob", "a,poor,poor", "b,good,fair", "c,fair,fair", "d,good,good"],
    )
    got = document(file, "--labels", "poor,fair,good", "--units", "3")
    assert got["labels"] == ["poor", "fair", "good"]
    assert got["confusion"][0]["values"] == ["poor", "fair", "good"]
    assert got["confusion"][0]["counts"] == [[1, 0, 0], [0, 1, 0], [0, 1, 1]]
    (unit,) = got["disputed_units"]
    assert unit["unit"] == "b"
    assert [each["value"] for each in unit["ratings"]] == ["good", "fair"]
    assert "b" in agreement(file, "--labels", "poor,fair,good", "--units", "3").out
    words = document(file, "--text")
    assert words["level"] == "nominal"
    line = assert_one_line(agreement(file), "'poor' is not a number", "--text", "--labels")
    assert "FE-IO-06" in line
    assert_one_line(agreement(file, "--text", "--level", "ordinal"), "--labels")
    assert_one_line(agreement(file, "--labels", "poor,good"), "'fair'")


def test_levels_that_need_more(tmp_path: Path) -> None:
    file = write_wide(tmp_path / "r.csv", ["a", "b"], [(0, 330), (90, 90), (180, 200), (350, 10)])
    around = document(file, "--level", "circular", "--circumference", "360", "--coefficients")
    assert around["all"]["alpha"]["value"] > document(file)["all"]["alpha"]["value"]
    assert document(file, "--level", "bipolar", "--poles", "0", "360")["level"] == "bipolar"
    assert_one_line(agreement(file, "--level", "bipolar", "--poles", "0", "100"), "poles")
    assert_one_line(agreement(file, "--circumference", "360"), "--level circular")
    assert_one_line(agreement(file, "--poles", "0", "9"), "--level bipolar")


def test_a_table_of_distances(tmp_path: Path) -> None:
    apart = ["1,2,3,4,5", *(",".join("0" if i == j else "1" for j in range(5)) for i in range(5))]
    table = write_lines(tmp_path / "d.csv", apart)
    value = document(KRIPPENDORFF, "--distances", table)["all"]["alpha"]["value"]
    assert value == pytest.approx(PUBLISHED["nominal"], abs=5e-7)
    named = ["," + apart[0], *(f"{i + 1},{row}" for i, row in enumerate(apart[1:]))]
    same = document(KRIPPENDORFF, "--distances", write_lines(tmp_path / "n.csv", named))
    assert same["all"]["alpha"]["value"] == value
    quoted = ['"1","2",3,4,5', *apart[1:]]
    again = document(KRIPPENDORFF, "--distances", write_lines(tmp_path / "q.csv", quoted))
    assert again["all"]["alpha"]["value"] == value
    for lines, says in (
        (apart[:-1], "not as many rows"),
        (["1,2", "0,x", "1,0"], "'x'"),
        (["1,2", "0,nan", "1,0"], "'nan'"),
        (["1,2", "0,1,2", "1,0"], "2 values"),
        (["1,2", "0,1", "2,0"], "symmetric"),
        ([",1,2", "2,0,1", "1,1,0"], "'1'"),
        (["", ""], "rows"),
        (["\ufeff1,2", "0,1", "1,0"], "byte-order mark"),
    ):
        bad = write_lines(tmp_path / "bad.csv", lines)
        assert_one_line(agreement(KRIPPENDORFF, "--distances", bad), "bad.csv", says)
    assert_one_line(agreement(KRIPPENDORFF, "--distances", table, "--level", "ratio"), "--level")


def test_raters_and_units() -> None:
    got = document(KRIPPENDORFF, "--raters", "--units", "2", "--level", "interval")
    profiles = {each["rater"]: each for each in got["rater_profiles"]}
    assert sorted(profiles) == list("ABCD")
    without_a = [
        (1, None, 1), (2, 3, 2), (3, 3, 3), (3, 3, 3), (2, 2, 2), (2, 3, 4), (4, 4, 4), (1, 2, 1),
        (2, 2, 2), (5, 5, 5), (None, 1, 1), (None, 3, None),
    ]  # fmt: skip
    expected = slow_alpha(without_a, lambda a, b: (a - b) ** 2)
    a = profiles["A"]
    assert a["alpha_without"]["value"] == pytest.approx(expected, abs=1e-12)
    assert a["change"] == pytest.approx(expected - got["all"]["alpha"]["value"], abs=1e-12)
    assert a["bias"]["value"] < 0
    assert [each["unit"] for each in got["disputed_units"]] == ["6", "2"]
    text = agreement(KRIPPENDORFF, "--raters", "--units", "2").out
    for word in ("Raters", "alpha without", "bias", "spread", "drift", "Units most disputed"):
        assert word in text


def test_confusion(tmp_path: Path) -> None:
    got = document(KRIPPENDORFF, "--confusion", "A,B", "--confusion", "C")
    pair, others = got["confusion"]
    assert (pair["rows"], pair["columns"], pair["units"]) == ("A", "B", 9)
    assert sum(map(sum, pair["counts"])) == 9
    assert pair["counts"][0] == [2, 1, 0, 0]
    assert (others["rows"], others["columns"]) == ("C", "all others")
    assert "confusion" not in document(KRIPPENDORFF)
    assert_one_line(agreement(KRIPPENDORFF, "--confusion", "A,E"), "'E'")
    assert_one_line(agreement(KRIPPENDORFF, "--confusion", "A,A"), "himself")
    file = write_wide(tmp_path / "r.csv", ["x,y", "z"], [(1, 1), (2, 1), (2, 2)])
    file.write_text(file.read_text().replace("unit,x,y,z", 'unit,"x,y",z'))
    assert document(file, "--confusion", "x,y,z")["confusion"][0]["rows"] == "x,y"
    assert document(file)["confusion"][0]["counts"] == [[1, 0], [1, 1]]
    many = write_wide(tmp_path / "m.csv", ["a", "b"], [(i, i + 1) for i in range(30)])
    assert "31 different values" in agreement(many, "--confusion", "a,b").out
    more = write_wide(tmp_path / "m.csv", ["a", "b"], [(i, i + 1) for i in range(300)])
    assert_one_line(agreement(more, "--confusion", "a,b"), "200")
    assert agreement(more).code == 0


def test_suspects_are_always_shown(tmp_path: Path) -> None:
    rows = [[*row, 4 - row[0]] for row in noisy_rows(80, 3)]
    file = write_wide(tmp_path / "r.csv", ["ann", "bob", "cy", "dee"], rows)
    first = document(file)["suspects"][0]
    assert (first["rater"], first["finding"]) == ("dee", "inverted_scale")
    text = agreement(file).out
    assert "Suspects" in text
    assert "inverted scale" in text
    assert "Suspects" not in agreement(KRIPPENDORFF).out


def test_a_blank_stratum_is_not_all(tmp_path: Path) -> None:
    lines = ["unit,kind,a,b", "u1,x,1,2", "u2,,2,2", "u3,,3,3", "u4,x,3,3"]
    file = write_lines(tmp_path / "r.csv", lines)
    text = agreement(file, "--by", "kind").out
    assert sum(line.split()[:1] == ["all"] for line in text.splitlines()) == 1
    assert "  (blank) " in text
    got = document(file, "--by", "kind")
    assert [each["stratum"] for each in got["strata"]] == ["x", ""]
    assert "stratum" not in got["all"]


def test_no_unit_that_all_rated_is_said_so(tmp_path: Path) -> None:
    rows = [[1, 1, None], [2, 2, None], [None, 3, 2], [1, None, 1]]
    text = agreement(write_wide(tmp_path / "r.csv", "abc", rows), "--coefficients").out
    lines = [line for line in text.splitlines() if line.startswith(("  Kendall's W", "  ICC"))]
    assert len(lines) == 7
    assert all(line.endswith("no unit is rated by all") for line in lines)


def test_a_jackknife_draws_no_replicates() -> None:
    line = agreement(KRIPPENDORFF, "--ci", "jackknife").out.split("intervals: ")[1]
    assert line.startswith("jackknife over units, seed 0;")
    assert "1000 replicates" in agreement(KRIPPENDORFF).out


def test_the_table_is_written_whole(tmp_path: Path) -> None:
    file = write_lines(
        tmp_path / "r.csv", ["unit,kind,a,b", '"u,1",x,1,2', '"u""2",y,2.5,', "u3,x,3,3"]
    )
    out = tmp_path / "long.csv"
    before = document(file, "--by", "kind", "--write-table", out)
    text = out.read_text(encoding="utf-8")
    assert text.splitlines()[0] == "unit,rater,value,order,stratum"
    assert '"u,1",a,1,' in text
    assert '"u""2",a,2.5,' in text
    after = document(out, "--by", "stratum", "--order", "order")
    assert (after["all"], after["strata"]) == (before["all"], before["strata"])
    missing = tmp_path / "no/long.csv"
    assert_one_line(agreement(KRIPPENDORFF, "--write-table", missing), "long.csv")


def test_label_studio(tmp_path: Path) -> None:
    def task(number: int, *grades: int) -> dict[str, Any]:
        def answer(value: int) -> list[dict[str, Any]]:
            return [{"from_name": "quality", "type": "rating", "value": {"rating": value}}]

        return {
            "id": number,
            "data": {"audio": f"{number}.wav"},
            "annotations": [
                {"id": i, "completed_by": i, "result": answer(grade)}
                for i, grade in enumerate(grades[:-1])
            ],
            "predictions": [{"model_version": "v2", "result": answer(grades[-1])}],
        }

    file = write_json(
        tmp_path / "export.json", [task(1, 4, 4, 5), task(2, 1, 2, 1), task(3, 3, 3, 3)]
    )
    got = document(file)
    assert (got["units"], got["raters"], got["ratings"]) == (3, 2, 6)
    assert document(file, "--predictions")["raters"] == 3
    judged = foley("calibrate", "--human", str(file), "--predictions", "--judge-rater", "model:v2",
                   "--json", "--level", "interval")  # fmt: skip
    assert judged.document["units"]["matched"] == 3
    assert_one_line(agreement(file, "--question", "qualty"), "quality")


def test_webmushra(tmp_path: Path) -> None:
    lines = ["session_test_id,session_uuid,trial_id,rating_stimulus,rating_score,rating_time,"
             "rating_comment"]  # fmt: skip
    for rater, shift in (("u1", 0), ("u2", 3)):
        for trial in ("rain", "wind"):
            for stimulus, score in (("reference", 95), ("C1", 60), ("anchor35", 20)):
                lines.append(f"t,{rater},{trial},{stimulus},{score + shift},900,")
    got = document(write_lines(tmp_path / "mushra.csv", lines), "--level", "interval")
    assert (got["units"], got["raters"], got["ratings"]) == (6, 2, 12)
    assert got["all"]["alpha"]["value"] > 0.99


def test_tables_stay_within_a_page(tmp_path: Path) -> None:
    names = [f"a rater with a rather long name {i}" for i in range(5)]
    file = write_wide(tmp_path / "r.csv", names, noisy_rows(40, 5))
    words = ["--raters", "--units", "5", "--coefficients", "--confusion", names[0]]
    for line in agreement(file, *words).out.splitlines():
        assert len(line) <= 120, line


def test_of_many_raters_those_who_matter_are_shown(tmp_path: Path) -> None:
    rows = noisy_rows(60, 40)
    for row in rows:
        row[33] = 4 - row[33]  # one has the scale upside down
    file = write_wide(tmp_path / "r.csv", [f"r{i}" for i in range(40)], rows)
    answer = agreement(file, "--raters")
    shown = answer.out.partition("alpha without")[2]
    assert "the 24 of 40 raters who change alpha most" in shown
    assert shown.splitlines()[2].split()[0] == "r33"
    assert len(agreement(file, "--raters", "--json").document["rater_profiles"]) == 40

"""The frozen test vectors, byte for byte."""

import hashlib

import pytest

from rf_indicators.replay import canonical_json, read_framework, read_json, score, sha256_hex
from support.repository import FRAMEWORK_FILE, METHODOLOGY, VECTORS, read_json_file, sample_runs

THEMES = sorted(path.name[: -len(".runs.jsonl")] for path in VECTORS.glob("*.runs.jsonl"))
FRAMEWORK = read_framework(read_json_file(FRAMEWORK_FILE))
DIGESTS = read_json_file(VECTORS / "digests.json")


def test_framework_has_the_published_digest() -> None:
    assert sha256_hex(read_json_file(FRAMEWORK_FILE)) == DIGESTS["framework"]["digest"]


@pytest.mark.parametrize("theme", THEMES)
def test_theme_gives_the_published_bytes(theme: str) -> None:
    runs = (VECTORS / f"{theme}.runs.jsonl").read_text(encoding="utf-8").splitlines()
    results = b"".join(canonical_json(score(read_json(run).value, FRAMEWORK)) + b"\n" for run in runs)
    published = DIGESTS["files"][f"{theme}.results.jsonl"]
    assert results == (VECTORS / f"{theme}.results.jsonl").read_bytes()
    assert (len(runs), hashlib.sha256(results).hexdigest()) == (published["lines"], published["sha256"])


def test_no_vector_is_left_out() -> None:
    lines = sum(len((VECTORS / f"{theme}.runs.jsonl").read_bytes().splitlines()) for theme in THEMES)
    assert lines == DIGESTS["vectors"]


def test_samples_give_the_published_bytes() -> None:
    results = b"".join(canonical_json(score(run, FRAMEWORK)) + b"\n" for run in sample_runs())
    assert results == (METHODOLOGY / "samples" / "results.jsonl").read_bytes()

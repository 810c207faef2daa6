"""The study of Elkan: its text and splits, exact features, tests over splits, findings, and a quick run."""

from __future__ import annotations

import binascii
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.stats import ttest_1samp
from sklearn.naive_bayes import MultinomialNB

from ilk.experiments.catalogue import load_study
from ilk.experiments.elkan2005 import published
from ilk.experiments.elkan2005.accuracies import Accuracies, mean
from ilk.experiments.elkan2005.classifying import COSTS, machine_accuracy
from ilk.experiments.elkan2005.findings import findings
from ilk.experiments.elkan2005.gradients import DCMGradients, PoweredDCMGradients, rotation
from ilk.experiments.elkan2005.messages import BODY, PREPARATIONS, Newsgroups, Split, newsgroups, split
from ilk.experiments.elkan2005.methods import BAYES, GROUPS, KERNELS, MACHINES
from ilk.experiments.elkan2005.run import KS
from ilk.experiments.elkan2005.settings import QUICK_EVERY, settings
from ilk.experiments.pages import write_page
from ilk.experiments.report import NOTHING
from ilk.experiments.results import Outcome, Results
from ilk.experiments.running import Places, run_study
from ilk.kernels import make_kernel
from ilk.models.dcm import DCM
from ilk.records import Document

STUDY = load_study("elkan2005")
N_TRAIN, N_TEST = 80, 20


@pytest.fixture(scope="module")
def counts() -> csr_array:
    numbers = np.random.default_rng(3)
    dense = numbers.poisson(numbers.gamma(0.3, 1.5, size=(60, 37)))
    dense[5] = 0  # a message without words
    return csr_array(dense.astype(np.int32))


class TestSettings:
    def test_full_run_has_ten_splits_of_all_nine_methods(self) -> None:
        full = settings(quick=False)
        assert len({setting.key for setting in full}) == len(full)
        covered: Counter[str] = Counter()
        for setting in full:
            if setting.parameters["what"] == "bayes":
                covered.update(list(BAYES))
            if setting.parameters["what"] == "neighbours":
                covered.update(GROUPS[str(setting.parameters["group"])])
        assert {name: covered[name] for name in published.METHODS} == dict.fromkeys(published.METHODS, 10)
        assert {s.parameters["kernel"] for s in full if s.parameters["what"] == "svm"} == set(MACHINES)
        assert {s.parameters["text"] for s in full if s.parameters["what"] == "text"} == set(PREPARATIONS)

    def test_quick_run_costs_little_and_leaves_no_part_out(self) -> None:
        full, quick = settings(quick=False), settings(quick=True)
        assert {s.parameters["what"] for s in quick} == {s.parameters["what"] for s in full}
        assert sum(s.cost for s in quick) < sum(s.cost for s in full) / 50

    def test_every_kernel_is_in_one_group(self) -> None:
        assert sorted(name for names in GROUPS.values() for name in names) == sorted(KERNELS)


class TestMessages:
    def test_lines_of_uuencoded_files_can_be_left_out(self) -> None:
        encoded = binascii.b2a_uu(bytes(range(100, 145))).decode()
        text = f"Many words of an ordinary line, exactly as somebody wrote them.\n{encoded}end\n"
        message = Document("1", text, "a picture", {"from": "ann@example.org", "label": "x"})
        assert encoded in PREPARATIONS[BODY].text(message)
        without = PREPARATIONS["without uuencoded lines"].text(message)
        assert encoded.strip() not in without
        assert "an ordinary line" in without
        assert PREPARATIONS["from and subject"].text(message).startswith("ann@example.org\na picture\nMany")

    def test_split_is_a_fifth_and_differs_by_seed(self, counts: csr_array) -> None:
        groups = np.arange(60)
        collection = Newsgroups(counts, groups, np.ones(60, dtype=np.bool_))
        one, again, other = split(collection, 0), split(collection, 0), split(collection, 1)
        assert len(one.test_groups) == 12
        assert sorted([*one.train_groups, *one.test_groups]) == list(range(60))
        assert np.array_equal(one.test_groups, again.test_groups)
        assert not np.array_equal(one.test_groups, other.test_groups)
        assert np.array_equal(one.test.toarray(), counts.toarray()[one.test_groups])

    def test_messages_left_out_change_no_one_else_s_side(self, counts: csr_array) -> None:
        groups, kept = np.arange(60), np.arange(60) % 7 != 0
        whole = split(Newsgroups(counts, groups, np.ones(60, dtype=np.bool_)), 4)
        part = split(Newsgroups(counts, groups, kept), 4)
        assert part.test_groups.tolist() == [group for group in whole.test_groups if group % 7]
        assert part.train_groups.tolist() == [group for group in whole.train_groups if group % 7]


class TestGradients:
    @given(st.integers(1, 70).flatmap(lambda n: st.permutations(range(n))))
    def test_rotation_is_orthogonal_and_makes_ones_sparse(self, order: list[int]) -> None:
        turned = rotation(np.array(order)).toarray()
        n_terms = len(order)
        assert np.allclose(turned @ turned.T, np.eye(n_terms))
        assert np.allclose(turned.sum(axis=0), np.sqrt(n_terms) * np.eye(turned.shape[1])[0], atol=1e-12)

    @pytest.mark.parametrize("normalise", [False, True])
    def test_features_are_the_kernel_exactly(self, counts: csr_array, normalise: bool) -> None:
        train, test = counts[:45], counts[45:]
        features = DCMGradients(normalise=normalise).fit(train)
        kernel = make_kernel("dcm", DCM(), normalise=normalise).fit(train)
        products = (features.transform(test) @ features.transform(train).T).toarray()
        assert np.allclose(products, kernel.gram(test), rtol=1e-10, atol=1e-10 * abs(products).max())

    def test_square_root_of_the_gradient_without_its_constant(self, counts: csr_array) -> None:
        found = PoweredDCMGradients(0.5).fit(counts).transform(counts).toarray()
        _, terms = DCM().fit(counts).gradient(counts)
        for row, gradient in zip(found, terms.toarray(), strict=True):
            root = np.sqrt(gradient)
            assert np.allclose(row, root / (np.linalg.norm(root) or 1.0))


def test_c_is_chosen_without_the_test_part(counts: csr_array) -> None:
    groups = np.arange(60) % 3
    given_split = Split(counts[:45], groups[:45], counts[45:], groups[45:])
    shuffled = Split(counts[:45], groups[:45], counts[45:], groups[45:][::-1])
    one, other = (machine_accuracy(published.TFIDF, each) for each in (given_split, shuffled))
    assert (one["C"], one["held_out"]) == (other["C"], other["held_out"])
    assert one["C"] == COSTS[int(np.argmax(one["held_out"]))]


def made_up(at_three: Mapping[str, float], at_most: Mapping[str, float], seeds: int = 3) -> Results:
    """Return results in which each method has an accuracy at k = 3 and another at all larger k."""
    outcomes = []
    for seed in range(seeds):
        shift = 0.002 * seed
        sizes = {"documents": 100, "terms": 10, "mean_length": 5.0, "train": N_TRAIN, "test": N_TEST}
        accuracy = {name: at_three[name] + shift for name in BAYES}
        outcomes.append(Outcome({"what": "bayes", "every": 1, "seed": seed}, sizes | {"accuracy": accuracy}))
        for group, names in GROUPS.items():
            curves = {
                name: [at_three[name] + shift if k <= 3 else at_most[name] + shift for k in KS]
                for name in names
            }
            result = {
                "k": list(KS),
                "accuracy": {name: {"uniform": c, "similarity": c} for name, c in curves.items()},
            }
            outcomes.append(Outcome({"what": "neighbours", "group": group, "every": 1, "seed": seed}, result))
        for name in MACHINES:
            result = {"accuracy": at_three[name] + shift, "C": 1.0, "held_out": [0.5]}
            outcomes.append(Outcome({"what": "svm", "kernel": name, "every": 1, "seed": seed}, result))
        for text in PREPARATIONS:
            nine = {name: at_three[name] for name in published.METHODS}
            outcomes.append(
                Outcome({"what": "text", "text": text, "every": 1, "seed": seed}, sizes | {"accuracy": nine})
            )
    return Results("elkan2005", 1, quick=False, outcomes=tuple(outcomes))


@pytest.fixture
def printed() -> dict[str, float]:
    """The accuracies of the paper, and for our own methods what makes every finding true."""
    return {
        **dict.fromkeys((*BAYES, *KERNELS), 0.6),
        **{name: 0.677 for name in KERNELS if name.startswith(published.FISHER_DCM)},
        **published.NEWSGROUPS,
        "multinomial Bayes, smoothing 1": 0.80,
    }


@pytest.fixture
def far(printed: dict[str, float]) -> dict[str, float]:
    """Accuracies at large k as the paper describes them: Fisher kernels gain, cosine loses."""
    changes = {published.L2: -0.1, published.FISHER_DCM: 0.05, published.FISHER_MULTINOMIAL: 0.05}
    return {name: value + changes.get(name, 0.0) for name, value in printed.items()}


class TestFindings:
    def test_the_papers_own_numbers_show_all_but_the_abstract(
        self, printed: dict[str, float], far: dict[str, float]
    ) -> None:
        judged = findings(Accuracies(made_up(printed, far)))
        assert [place for place, finding in enumerate(judged, 1) if not finding.seen] == [6]

    @pytest.mark.parametrize(
        ("finding", "at_three", "at_most"),
        [
            (1, {published.BHATTACHARYYA: 0.84}, {}),
            (2, {published.DCM_BAYES: 0.82}, {}),
            (3, {published.DCM_BAYES: 0.84}, {}),
            (4, {"multinomial Bayes, smoothing 1": 0.84}, {}),
            (5, {published.FISHER_MULTINOMIAL: 0.68}, {published.FISHER_MULTINOMIAL: 0.73}),
            (7, {}, {published.FISHER_MULTINOMIAL: 0.65}),
            (8, {}, {published.L2: 0.79}),
            (9, {}, {published.TFIDF: 0.6}),
            (10, {"Fisher DCM, gradient as approximated": 0.64}, {}),
            (11, {"Fisher DCM without its constant, cosine": 0.64}, {}),
        ],
    )
    def test_each_is_lost_when_its_numbers_turn(
        self,
        printed: dict[str, float],
        far: dict[str, float],
        finding: int,
        at_three: dict[str, float],
        at_most: dict[str, float],
    ) -> None:
        judged = findings(Accuracies(made_up(printed | at_three, far | at_most)))
        assert not judged[finding - 1].seen

    def test_the_abstract_would_be_right_with_other_numbers(
        self, printed: dict[str, float], far: dict[str, float]
    ) -> None:
        changed = printed | {published.FISHER_DCM: 0.79}
        assert findings(Accuracies(made_up(changed, far)))[5].seen


class TestReport:
    def test_equal_numbers_differ_by_nothing_and_a_missing_collection_has_dashes(
        self, printed: dict[str, float], far: dict[str, float]
    ) -> None:
        results = made_up({name: value - 0.002 for name, value in printed.items()}, far)
        report = STUDY.report(results)
        tables = {table.caption: table for section in report.sections for table in section.tables}
        newsgroups_table = next(t for c, t in tables.items() if c.startswith("Table 1, 20 Newsgroups"))
        assert [row[-1] for row in newsgroups_table.rows] == ["+0.000"] * 9
        assert newsgroups_table.rows[0] == ("multinomial Bayes", "0.843", "0.843 ± 0.002", "+0.000")
        industry = next(t for c, t in tables.items() if c.startswith("Table 1, Industry Sector"))
        assert {row[2:] for row in industry.rows} == {(NOTHING, NOTHING)}
        assert "Kendall's τ = 1.00" in report.summary
        assert "10 are seen here" in report.summary

    def test_one_split_has_no_deviation_and_no_test(
        self, printed: dict[str, float], far: dict[str, float]
    ) -> None:
        found = Accuracies(made_up(printed, far, seeds=1))
        assert mean(found.bayes[published.DCM_BAYES]).deviation is None
        assert found.gap(found.bayes[published.DCM_BAYES], found.bayes[published.MULTINOMIAL_BAYES]).p is None

    def test_test_over_splits_widens_the_variance_by_their_overlap(
        self, printed: dict[str, float], far: dict[str, float]
    ) -> None:
        found = Accuracies(made_up(printed, far))
        differences = np.array([0.02, 0.05, 0.01, 0.03])
        gap = found.gap(dict(enumerate(differences)), dict.fromkeys(range(4), 0.0))
        assert gap.difference == pytest.approx(0.0275)
        # the plain test on numbers that deviate √(1 + n · n_test/n_train) times as much from their mean
        widened = 0.0275 + (differences - 0.0275) * np.sqrt(1 + 4 * N_TEST / N_TRAIN)
        assert gap.p == pytest.approx(ttest_1samp(widened, 0.0).pvalue)


def test_quick_run(data_folder: Path, tmp_path: Path) -> None:
    results = run_study(STUDY, Places(data_folder, tmp_path), quick=True, workers=1)
    files = write_page(tmp_path, STUDY, results, STUDY.report(results))
    assert all(file.stat().st_size > 1000 for file in files)
    assert "Fisher DCM" in (tmp_path / "elkan2005.md").read_text(encoding="utf-8")
    found, seed = Accuracies(results), 1
    given_split = split(newsgroups(data_folder, BODY, QUICK_EVERY), seed)
    bayes = MultinomialNB(alpha=0.01).fit(given_split.train, given_split.train_groups)
    expected = np.mean(bayes.predict(given_split.test) == given_split.test_groups)
    assert found.bayes[published.MULTINOMIAL_BAYES][seed] == pytest.approx(expected, abs=1e-6)
    assert found.neighbours()[published.TFIDF][seed] == pytest.approx(_naive_tfidf(given_split), abs=1e-6)


def _naive_tfidf(given_split: Split) -> float:
    """Return the accuracy of three neighbours by TF-IDF, with dense arrays and loops."""
    train, test = given_split.train.toarray(), given_split.test.toarray()
    idf = np.log(len(train) / np.maximum((train > 0).sum(axis=0), 0.5))
    train, test = np.log1p(train) * idf, np.log1p(test) * idf
    train, test = (x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-300) for x in (train, test))
    right = 0
    for row, group in zip(test, given_split.test_groups, strict=True):
        near = np.argsort(-(train @ row), kind="stable")[:3]
        votes = Counter(given_split.train_groups[near].tolist())
        most = max(votes.values())
        right += next(g for g in given_split.train_groups[near] if votes[g] == most) == group
    return right / len(test)

"""One EM iteration of the mixture of unigrams, P(d) = Σ_z P(z) Π_w P(w|z)^n(d,w), in log space.

Components are kept in groups of up to 128, each a matrix of its own: a row of it is what one word needs, so
the frequent words stay in cache, where rows over thousands of components would not. Documents are taken a
block at a time, so that no array of all documents times all components is ever made. Both are split the same
way whatever the number of threads, and every sum is in the order of the documents: the same bits everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.models._naive_bayes_kernels import add_products
from ilk.models.em import State
from ilk.models.naive_bayes_seeds import (
    EMPTY,
    REVIVAL_WEIGHT,
    collection,
    revival_gains,
    softened,
    worth_reviving,
)
from ilk.threads import map_in_order

Array = NDArray[np.float64]
Groups = list[Array]
"""A matrix over components, cut by columns: arrays (n_rows, up to GROUP)."""

GROUP = 128
BLOCK = 4096  # documents whose P(z|d) are in memory at once
CHUNK = 512  # rows that one thread takes at a time
MAX_REVIVALS = 3  # of one component
EXP = 10  # multiplications that an exponential or a logarithm costs
ALONE = 2_000_000  # multiplications below which threads cost more than they bring


def in_groups(matrix: Array) -> Groups:
    """Cut (n_rows, n_components) into groups of components."""
    return [np.ascontiguousarray(matrix[:, z : z + GROUP]) for z in range(0, matrix.shape[1], GROUP)]


def product(X: csr_array, dense: Groups, out: Groups, threads: int) -> Groups:
    """Add X @ dense to `out`, group by group and chunk by chunk, and return it."""

    def work(job: tuple[Array, Array, int]) -> None:
        factor, answer, first = job
        last = min(first + CHUNK, X.shape[0])
        add_products(X.indptr, X.indices, X.data, factor, answer, first, last)

    starts = range(0, X.shape[0], CHUNK)
    jobs = ((factor, answer, first) for factor, answer in zip(dense, out, strict=True) for first in starts)
    _side_by_side(work, jobs, X.nnz * sum(group.shape[1] for group in dense), threads)
    return out


def expect(X: csr_array, log_p_w: Groups, log_p_z: Groups, threads: int) -> tuple[Groups, Array]:
    """Return P(z|d) (n_docs, K) in groups and log P(d) (n_docs,) by log-sum-exp."""
    joint = product(X, log_p_w, [np.tile(row, (X.shape[0], 1)) for row in log_p_z], threads)
    log_likelihoods = np.empty(X.shape[0])

    def work(first: int) -> None:
        rows = slice(first, first + CHUNK)
        top = np.max([group[rows].max(axis=1) for group in joint], axis=0)
        for group in joint:
            np.exp(group[rows] - top[:, None], out=group[rows])
        total = np.sum([group[rows].sum(axis=1) for group in joint], axis=0)
        for group in joint:
            group[rows] /= total[:, None]
        log_likelihoods[rows] = top + np.log(total)

    _side_by_side(work, range(0, X.shape[0], CHUNK), EXP * sum(group.size for group in joint), threads)
    return joint, log_likelihoods


def blocks_of(X: csr_array) -> Iterator[csr_array]:
    """Cut documents into blocks."""
    for first in range(0, X.shape[0], BLOCK):
        yield X[first : first + BLOCK]


class MixtureSteps:
    """The parameters P(z) and P(w|z) of a mixture of unigrams and one EM iteration on them.

    The objective is log P(X) + prior · Σ_wz log P(w|z), the log-likelihood itself where prior = 0.
    """

    def __init__(self, X: csr_array, p_z: Array, p_w: Array, prior: float, threads: int) -> None:
        """Start from P(z) (K,) and P(w|z) as (n_terms, K); no document of X is empty."""
        self.X = X
        self.blocks = [(block, block.T.tocsr()) for block in blocks_of(X)]
        self.prior, self.threads = prior, threads
        self.p_z, self.p_w = in_groups(p_z[None, :]), in_groups(p_w)
        self.revivals, self.n_revived = np.zeros(p_z.size, dtype=np.intp), 0

    def step(self) -> float:
        """Do one E-step and one M-step; return the objective of the parameters before.

        Components that became empty are started again first, so that the objective returned is theirs too.
        """
        self._revive()
        log_p_w, log_p_z = logarithms(self.p_w, self.threads), logarithms(self.p_z, 1)
        words = [np.zeros_like(group) for group in self.p_w]
        documents = [np.zeros_like(group) for group in self.p_z]
        log_likelihood = 0.0
        for block, transposed in self.blocks:
            p_z_given_d, log_likelihoods = expect(block, log_p_w, log_p_z, self.threads)
            product(transposed, p_z_given_d, words, self.threads)
            documents = [
                total + group.sum(axis=0) for total, group in zip(documents, p_z_given_d, strict=True)
            ]
            log_likelihood += float(log_likelihoods.sum())
        self._maximise(words, documents)
        return log_likelihood + self._log_prior(log_p_w)

    def state(self) -> State:
        """Return P(z) and P(w|z)."""
        return {"p_z": np.concatenate(self.p_z, axis=1), "p_w": np.concatenate(self.p_w, axis=1)}

    def restore(self, state: State) -> None:
        """Continue from P(z) and P(w|z)."""
        self.p_z, self.p_w = in_groups(state["p_z"]), in_groups(state["p_w"])

    def _maximise(self, words: Groups, documents: Groups) -> None:
        """Set P(z) and P(w|z) from the expected numbers of documents and words."""

        def work(group: int) -> None:
            words[group] += self.prior
            mass = words[group].sum(axis=0)
            words[group] /= np.where(mass > 0, mass, 1.0)
            words[group][:, mass == 0] = self.p_w[group][:, mass == 0]  # a component without words stays

        _side_by_side(work, range(len(words)), sum(group.size for group in words), self.threads)
        self.p_w = words
        total = sum(float(group.sum()) for group in documents)
        self.p_z = [group / total for group in documents]

    def _revive(self) -> None:
        """Start empty components again from the documents that the mixture explains worst, where it pays."""
        p_z, n_docs = np.concatenate(self.p_z, axis=1)[0], self.X.shape[0]
        empty = np.flatnonzero((p_z * n_docs < EMPTY) & (self.revivals < MAX_REVIVALS))
        if empty.size == 0:
            return
        self.revivals[empty] += 1  # also without success: no more is tried for ever
        log_p_w, log_p_z = logarithms(self.p_w, self.threads), logarithms(self.p_z, 1)
        log_likelihoods = np.concatenate(
            [expect(X, log_p_w, log_p_z, self.threads)[1] for X, _ in self.blocks]
        )
        p_w = collection(self.X)
        documents = worth_reviving(revival_gains(self.X, p_w, log_likelihoods), empty.size)
        fresh = softened(self.X[documents], p_w, REVIVAL_WEIGHT)
        p_z *= 1 - documents.size / n_docs
        self.n_revived += documents.size
        for z, distribution in zip(empty, fresh.T, strict=False):
            self.p_w[z // GROUP][:, z % GROUP] = distribution
            p_z[z] = 1 / n_docs
        self.p_z = in_groups(p_z[None, :])

    def _log_prior(self, log_p_w: Groups) -> float:
        if self.prior == 0:
            return 0.0
        return self.prior * sum(float(group.sum()) for group in log_p_w)


def logarithms(groups: Groups, threads: int) -> Groups:
    """Return the logarithm of each group; log 0 is -inf, which log-sum-exp takes as it is."""
    answers = [np.empty_like(group) for group in groups]

    def work(number: int) -> None:
        with np.errstate(divide="ignore"):
            np.log(groups[number], out=answers[number])

    _side_by_side(work, range(len(groups)), EXP * sum(group.size for group in groups), threads)
    return answers


def _side_by_side(
    work: Callable[..., None], jobs: Iterable[object], multiplications: int, threads: int
) -> None:
    """Run the jobs on so many threads where that is worth it; they write into places of their own."""
    for _ in map_in_order(work, jobs, 1 if multiplications < ALONE else threads):
        pass

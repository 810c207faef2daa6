"""Every kernel again, as plain loops over documents, terms and topics in float64, as the formulas stand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import psi


@dataclass
class TopicModel:
    """P(z) (K,), P(w|z) (K, V), and whether a document has one component (a mixture) or many (PLSI)."""

    p_z: np.ndarray
    p_w: np.ndarray
    mixture: bool = False

    def posterior(self, z: int, w: int, p_z_given_d: np.ndarray) -> float:
        """P(z|d,w)."""
        if self.mixture:
            return float(p_z_given_d[z])
        total = sum(p_z_given_d[y] * self.p_w[y, w] for y in range(self.p_z.size))
        return float(p_z_given_d[z] * self.p_w[z, w] / total) if total > 0 else 0.0


def knows_a_word(model: TopicModel, x: np.ndarray) -> bool:
    return any(x[w] > 0 and model.p_w[:, w].any() for w in range(x.size))


def topic_gradient(
    model: TopicModel, x: np.ndarray, p_z_given_d: np.ndarray, form: str, n_words: float
) -> np.ndarray:
    """t_d(z) (K,) of one document."""
    t, length = np.zeros(model.p_z.size), x.sum()
    for z in range(model.p_z.size):
        if not knows_a_word(model, x) or model.p_z[z] == 0:
            continue
        if form == "iid":
            top = sum(x[w] / length * model.posterior(z, w, p_z_given_d) for w in range(x.size))
        elif form == "hofmann" or model.mixture:
            top = p_z_given_d[z]
        else:
            top = p_z_given_d[z] * length / n_words
        t[z] = top / np.sqrt(model.p_z[z])
    return t


def word_gradient(
    model: TopicModel, x: np.ndarray, p_z_given_d: np.ndarray, form: str, n_words: float
) -> np.ndarray:
    """s_d(w,z) (V, K) of one document."""
    s = np.zeros((x.size, model.p_z.size))
    for w in range(x.size):
        for z in range(model.p_z.size):
            if x[w] == 0 or model.p_w[z, w] == 0:
                continue
            total = x.sum() if form != "raw" else 1.0 if model.mixture else n_words
            s[w, z] = x[w] / total * model.posterior(z, w, p_z_given_d) / np.sqrt(model.p_w[z, w])
    return s


def information(
    model: TopicModel, X: np.ndarray, shares: np.ndarray, form: str
) -> tuple[np.ndarray, np.ndarray]:
    """The diagonal G(z) (K,), G(w,z) (V, K) of the fitted documents."""
    n_words, (V, K) = X.sum(), (X.shape[1], model.p_z.size)
    G_z, G_w = np.zeros(K), np.zeros((V, K))
    for x, share in zip(X, shares, strict=True):
        if form == "iid":
            for w in range(V):
                for z in range(K):
                    posterior = model.posterior(z, w, share)
                    if model.p_z[z] > 0 and model.p_w[z, w] > 0:
                        G_z[z] += x[w] * posterior**2 / model.p_z[z]
                        G_w[w, z] += x[w] * posterior**2 / model.p_w[z, w]
            continue
        joint = form == "vector-space" and not model.mixture
        G_z += topic_gradient(model, x, share, form, n_words) ** 2
        G_w += word_gradient(model, x, share, "raw" if joint else form, n_words) ** 2
    return G_z, G_w


def divided(product: np.ndarray, G: np.ndarray, exponent: float) -> float:
    """Σ product / G^a, without the parameters that nothing moves."""
    if exponent == 0:
        return float(product.sum())
    return float(sum(p / g**exponent for p, g in zip(product.ravel(), G.ravel(), strict=True) if g > 0))


def topic_kernel(
    model: TopicModel,
    fitted: tuple[np.ndarray, np.ndarray],
    queries: tuple[np.ndarray, np.ndarray],
    form: str,
    exponent: float,
    part: str,
    by_log: bool = False,
) -> np.ndarray:
    """K(q,d) (m, N) by ρ or by log P; documents are pairs of counts and P(z|d)."""
    (X, shares), (Y, query_shares) = fitted, queries
    n_words = X.sum()
    G_z, G_w = information(model, X, shares, form)
    by_topic, by_word = (model.p_z, model.p_w.T) if by_log else (np.ones(()), np.ones(()))  # (∂ρ/∂log P)²
    G_z, G_w = G_z * by_topic, G_w * by_word
    K = np.zeros((len(Y), len(X)))
    for i, (y, query_share) in enumerate(zip(Y, query_shares, strict=True)):
        for j, (x, share) in enumerate(zip(X, shares, strict=True)):
            if part != "words":
                t = topic_gradient(model, x, share, form, n_words) * by_topic
                K[i, j] += divided(t * topic_gradient(model, y, query_share, form, n_words), G_z, exponent)
            if part != "topics":
                s = word_gradient(model, x, share, form, n_words) * by_word
                K[i, j] += divided(s * word_gradient(model, y, query_share, form, n_words), G_w, exponent)
    return K


def dcm_gradient(x: np.ndarray, alpha: np.ndarray, approximate: bool) -> np.ndarray:
    """elkan2005 equation 2, or its approximation, (V,)."""
    n, s = x.sum(), alpha.sum()
    g = np.zeros(alpha.size)
    for w in range(alpha.size):
        g[w] = psi(s) - psi(s + n)
        if approximate and x[w] >= 1:
            g[w] += np.log(x[w] - 0.5) + 1 / alpha[w] - psi(1)
        elif not approximate:
            g[w] += psi(x[w] + alpha[w]) - psi(alpha[w])
    return g


def gradient_kernel(fitted: np.ndarray, queries: np.ndarray, exponent: float) -> np.ndarray:
    """K(q,d) (m, N) from gradients (N, V) and (m, V), with G from the fitted ones."""
    G = (fitted**2).sum(axis=0)
    K = np.zeros((len(queries), len(fitted)))
    for i, query in enumerate(queries):
        for j, document in enumerate(fitted):
            K[i, j] = divided(query * document, G, exponent)
    return K

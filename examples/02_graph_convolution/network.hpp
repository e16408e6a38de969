#pragma once
#include "insum/insum.hpp"

using Sparse = insum::csr<float>;
using Dense = insum::dense<float, 2>;
using Row = insum::dense<float, 1>;

// The weights of a graph convolutional network of two layers.
struct Network {
  Dense W1, W2;  // [features, hidden], [hidden, classes]
  Row b1, b2;    // [hidden], [classes]
};

// The probability of each class for each node, [nodes, classes]: softmax(A relu(A X W1 + b1) W2 + b2), with
// the normalised adjacency matrix A [nodes, nodes] and sparse features X [nodes, features].
namespace generated {
Dense forward(const Sparse& A, const Sparse& X, const Network& network);
}
namespace handwritten {
Dense forward(const Sparse& A, const Sparse& X, const Network& network);
}

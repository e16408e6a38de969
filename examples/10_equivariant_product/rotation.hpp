#pragma once
#include <array>

#include "insum/insum.hpp"

using Direction = std::array<double, 3>;
using Rotation = std::array<Direction, 3>;  // rows of an orthogonal matrix of determinant 1

Direction rotate(const Rotation& R, const Direction& p);

// The real spherical harmonics of degrees 0 to 3 of a unit vector, whose squares have the mean 1 on the
// sphere; that of degree l and order m is at l*l + l + m.
std::array<double, 16> harmonics(const Direction& p);

// D with harmonics(rotate(R, p)) = D harmonics(p) for all p: what a rotation does to features (Wigner's
// matrices).
insum::dense<double, 2> wigner(const Rotation& R, int components);

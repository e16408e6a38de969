#pragma once

/// A block of 32 threads: thread i reads from[i * stride] and writes it to to[i].
void copy_with_stride(const float* from, float* to, int stride);
/// A block of 32 threads: thread i copies the four elements from 4 * i on, as one vector.
void copy_vectors(const float* from, float* to);
/// 32 threads add 1 to sum[0].
void add_ones(float* sum);
/// 32 threads each add 1 to four elements of their own, all four at once.
void add_vectors_of_ones(float* sums);

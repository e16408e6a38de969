#pragma once

/// A block of 32 threads: thread i reads from[i * stride] and writes it to to[i].
void copy_with_stride(const float* from, float* to, int stride);
/// 32 threads add 1 to sum[0].
void add_ones(float* sum);

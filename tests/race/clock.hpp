// The time by which the runtime's headers measure in these tests: each reading takes 10 ns, and statements
// say how much longer or shorter than a kernel they take.
#pragma once
#include <cstdint>

std::int64_t race_clock();
/// The statement that runs takes so much longer, in nanoseconds.
void spend(int time);
/// How often a statement has said so.
int statements();

void expect(bool fact, const char* what);
#define EXPECT(fact) expect(fact, #fact)

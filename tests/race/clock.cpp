#include "clock.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>

static std::atomic<std::int64_t> now = 0;
static std::atomic<int> count = 0;

std::int64_t race_clock() { return now += 10; }

void spend(int time) {
  now += time;
  ++count;
}

int statements() { return count; }

void expect(bool fact, const char* what) {
  if (fact) return;
  std::fprintf(stderr, "not so: %s\n", what);
  std::exit(2);  // the report is written
}

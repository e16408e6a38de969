// What workspaces ask the system for: memory, counted where it is allocated, and threads.
#include <doctest/doctest.h>

#include <cerrno>
#include <cstdlib>
#include <insum/core/buffer.hpp>
#include <insum/workspace.hpp>
#include <string>
#include <thread>
#include <vector>

#include "team.hpp"

// The sanitizers have these functions of their own.
#if defined(__GLIBC__) && !defined(INSUM_RT_OWN_MEMORY)
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

std::size_t used = 0, most = 0, calls = 0, long_blocks = 0;
bool no_threads = false;
/// Of the arrays that are asked for, how many there are until one is refused; -1: none is.
long until_refused = -1;

bool is_refused(std::size_t bytes) {
  constexpr std::size_t array = 250;
  return bytes >= array && until_refused >= 0 && until_refused-- == 0;
}

void count(void* p) {
  if (p == nullptr) return;
  const std::size_t now = __atomic_add_fetch(&used, malloc_usable_size(p), __ATOMIC_RELAXED);
  std::size_t before = __atomic_load_n(&most, __ATOMIC_RELAXED);
  while (before < now &&
         !__atomic_compare_exchange_n(&most, &before, now, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
  __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
  if (malloc_usable_size(p) >= 65536) __atomic_fetch_add(&long_blocks, 1, __ATOMIC_RELAXED);
}
void uncount(void* p) {
  if (p != nullptr) __atomic_fetch_sub(&used, malloc_usable_size(p), __ATOMIC_RELAXED);
}

}  // namespace

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);

void* malloc(std::size_t bytes) {
  if (is_refused(bytes)) return nullptr;
  void* const p = __libc_malloc(bytes);
  count(p);
  return p;
}
void* calloc(std::size_t n, std::size_t bytes) {
  if (is_refused(n * bytes)) return nullptr;
  void* const p = __libc_calloc(n, bytes);
  count(p);
  return p;
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  if (is_refused(bytes)) return nullptr;
  void* const p = __libc_memalign(alignment, bytes);
  count(p);
  return p;
}
void* realloc(void* p, std::size_t bytes) {
  if (is_refused(bytes)) return nullptr;
  uncount(p);
  void* const moved = __libc_realloc(p, bytes);
  count(moved != nullptr || bytes == 0 ? moved : p);
  return moved;
}
void free(void* p) {
  uncount(p);
  __libc_free(p);
}
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*f)(void*), void* argument) {
  if (no_threads) return EAGAIN;
  using create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto next = reinterpret_cast<create>(dlsym(RTLD_NEXT, "pthread_create"));
  return next(thread, attributes, f, argument);
}
}

namespace {

/// What is beside the arrays: the workspace's objects and threads, exceptions; long arrays end at a page.
constexpr std::size_t beside(std::size_t arrays) { return 6000 + arrays / 64; }

/// Whether a workspace with this bound finished; it never allocates more.
template <class Workspace, class Insert>
bool stays_below(std::size_t bound, insum::workspace_options options, Insert&& insert) {
  options.memory = bound;
  const std::size_t before = used;
  most = used;
  bool finished = true;
  std::size_t counted = 0;
  {
    Workspace* w = nullptr;
    try {
      w = new Workspace({100, 100}, options);
      insert(*w);
      w->finish(100, 100);
    } catch (const insum::memory_error&) {
      finished = false;
    }
    if (w != nullptr) counted = w->memory().peak();
    delete w;
  }
  CAPTURE(bound);
  CAPTURE(options.pipeline);
  CAPTURE(options.double_buffer);
  CHECK(most - before <= bound + beside(bound));
  CHECK(most - before <= counted + beside(counted));
  CHECK(used <= before + 1000);
  return finished;
}

template <class Policy>
int shrink_bound(const insum::workspace_options& options) {
  int finished = 0;
  const auto insert = [](auto& w) {
    for (std::int64_t k = 0; k < 40000; ++k)
      w.insert({k * 7919 % 100, k * 31 % 97}, typename Policy::value_type{});
  };
  for (std::size_t bound = std::size_t{1} << 22; bound > 10000; bound = bound * 3 / 4)
    finished += stays_below<insum::sparse_workspace<Policy>>(bound, options, insert);
  return finished;
}

struct large {
  double part[12];
};
struct first_of {
  template <class T>
  static T identity() {
    return {};
  }
  static large apply(const large& a, const large&) { return a; }
};

}  // namespace

TEST_CASE("a bound holds for what is allocated") {
  {
    insum::rt::grow<char> kept;  // longer blocks, which would be used again
    kept.resize(3 << 20);
  }
  insum::rt::run_team(insum::rt::thread_count(), [](int, int) {});  // the threads' own memory
  for (const bool pipeline : {false, true})
    for (const bool two : {false, true}) {
      const insum::workspace_options options{.pipeline = pipeline, .double_buffer = two};
      CHECK(shrink_bound<insum::coord_workspace<double, insum::op_add, 2>>(options) >= 4);
      CHECK(shrink_bound<insum::bucket_workspace<double, insum::op_add, 2>>(options) >= 4);
      CHECK(shrink_bound<insum::hash_workspace<double, insum::op_add, 2>>(options) >= 4);
      CHECK(shrink_bound<insum::dense_workspace<double, insum::op_add, 2>>(options) >= 4);
      CHECK(shrink_bound<insum::adaptive_workspace<double, insum::op_add, 2>>(options) >= 4);
      CHECK(shrink_bound<insum::coord_workspace<large, first_of, 2>>(options) >= 1);
    }
}

namespace {

/// Refuses each of the arrays that the components take, one after another: those without which there is no
/// result are a memory_error, after which clear() starts again. How many those are.
template <class Policy, class At>
int refuse_each(const insum::coordinates<2>& sizes, const insum::workspace_options& options, At&& at) {
  constexpr std::int64_t components = 6000;
  int errors = 0;
  bool refused = true;
  for (long array = 0; refused; ++array) {
    insum::sparse_workspace<Policy> w(sizes, options);
    const auto fill = [&] {
      for (std::int64_t k = 0; k < components; ++k) w.insert(at(k), 1.0);
      w.finish(sizes[0], sizes[1]);
      double sum = 0;
      w.visit([&](const auto&, double v) { sum += v; });
      CHECK(sum == components);
    };
    until_refused = array;
    try {
      fill();
    } catch (const insum::memory_error& e) {
      ++errors;
      CHECK(std::string(e.what()).find(" bytes, for which there is no memory") != std::string::npos);
    }
    refused = until_refused < 0;
    until_refused = -1;
    w.clear();
    fill();
  }
  return errors;
}

}  // namespace

TEST_CASE("each array for which there is no memory is an error that says so, or does not matter") {
  using adaptive = insum::adaptive_workspace<double, insum::op_add, 2>;
  using coord = insum::coord_workspace<double, insum::op_add, 2>;
  const auto anywhere = [](std::int64_t k) -> insum::coordinates<2> {
    return {k * 7919 % 9973, k * 31 % 9967};
  };
  const auto often = [](std::int64_t k) -> insum::coordinates<2> { return {k % 7, k % 11}; };
  for (const bool pipeline : {false, true})
    CHECK(refuse_each<coord>({10000, 10000}, {.pipeline = pipeline}, anywhere) >= 1);
  CHECK(refuse_each<adaptive>({10000, 10000}, {}, anywhere) >= 3);
  CHECK(refuse_each<adaptive>({10000, 10000}, {}, often) >= 3);
  CHECK(refuse_each<adaptive>({std::int64_t{1} << 40, std::int64_t{1} << 40}, {}, anywhere) >= 3);
  CHECK(refuse_each<adaptive>({1000, 10000}, {.expected = 6000}, [](std::int64_t k) -> insum::coordinates<2> {
          return {k % 1000, k * 31 % 9967};
        }) >= 3);
}

TEST_CASE("a bound holds for what threads allocate together") {
  const team of(4);
  int finished = 0;
  using workspace = insum::parallel_workspace<insum::coord_workspace<double, insum::op_add, 2>>;
  const auto insert = [](workspace& w) {
    for (std::int64_t n = 0; n < 40; ++n) {
      auto&& local = w.local(n);
      for (std::int64_t k = 0; k < 3000; ++k) local.insert({k * 7919 % 100, (k + n) * 31 % 97}, 1.0);
    }
  };
  for (std::size_t bound = std::size_t{1} << 23; bound > 100000; bound = bound * 3 / 4) {
    const std::size_t before = used;
    most = used;
    workspace w({100, 100}, {.memory = bound});
    try {
      insert(w);
      w.finish(100, 100);
      ++finished;
    } catch (const insum::memory_error&) {
    }
    // Each of the 40 ranges has objects of its own.
    CHECK(most - before <= bound + 40 * 2000 + beside(bound));
  }
  CHECK(finished >= 2);
}

TEST_CASE("one row after another takes memory once") {
  const auto check = [](auto&& w) {
    std::size_t first = 0;
    for (int row = 0; row < 50; ++row) {
      for (std::int64_t k = 0; k < 300; ++k) w.insert({k * 7919 % 9973}, 1.0);
      w.finish(10000);
      CHECK(w.count() == 300);
      w.clear();
      if (row == 0) first = calls;
    }
    CHECK(calls - first <= 10);  // those of CHECK
  };
  check(insum::sparse_workspace<insum::coord_workspace<double, insum::op_add, 1>>({10000}));
  check(insum::sparse_workspace<insum::hash_workspace<double, insum::op_add, 1>>({10000}));
  check(insum::sparse_workspace<insum::dense_workspace<double, insum::op_add, 1>>({10000}));
}

TEST_CASE("results take the memory of those that were freed") {
  insum::sparse_workspace<insum::coord_workspace<double, insum::op_add, 2>> w({100, 200});
  for (std::int64_t k = 0; k < 20000; ++k) w.insert({k / 200, k % 200}, static_cast<double>(k));
  w.finish();
  std::size_t first = 0;
  for (int round = 0; round < 50; ++round) {
    insum::buffer<int> pos, crd;
    insum::buffer<double> values;
    insum::rt::write_levels<0>("C", w, values, insum::rt::into_compressed(pos, crd, 100));
    const bool at_lines =
        reinterpret_cast<std::uintptr_t>(crd.data()) % insum::buffer<int>::alignment == 0 &&
        reinterpret_cast<std::uintptr_t>(values.data()) % insum::buffer<int>::alignment == 0;
    CHECK(at_lines);
    const bool is_right = pos[99] == 19800 && crd[19999] == 199 && values[19999] == 19999.0;
    CHECK(is_right);
    if (round == 0) first = long_blocks;
  }
  CHECK(long_blocks == first);
}

TEST_CASE("of the blocks that were freed the last ones are kept") {
  std::vector<std::pair<void*, std::size_t>> blocks;
  for (int k = 0; k < 80; ++k) {  // more than are kept in all
    std::size_t bytes = std::size_t{1} << 20;
    void* const block = insum::rt::detail::fitting_block(bytes);
    blocks.emplace_back(block, bytes);
  }
  for (const auto& [block, bytes] : blocks) insum::rt::detail::free_block(block, bytes);
  constexpr std::size_t like_no_other = (std::size_t{7} << 19) + 12345;
  std::size_t bytes = like_no_other;
  void* const last = insum::rt::detail::fitting_block(bytes);
  insum::rt::detail::free_block(last, bytes);
  const std::size_t before = long_blocks;
  std::size_t again = like_no_other;
  void* const taken = insum::rt::detail::fitting_block(again);
  CHECK(taken == last);
  CHECK(long_blocks == before);
  insum::rt::detail::free_block(taken, again);
}

TEST_CASE("the child of a fork() does not wait for threads that it does not have") {
  const auto work = [] {
    insum::sparse_workspace<insum::coord_workspace<double, insum::op_add, 2>> w({9000, 9000});
    for (std::int64_t k = 0; k < 9000; ++k) w.insert({k * 7 % 9000, k}, 1.0);
    w.finish();
    return w.count() == 9000;
  };
  bool stop = false;
  std::vector<std::thread> others;
  for (int k = 0; k < 3; ++k)
    others.emplace_back([&] {
      while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) work();
    });
  int failures = 0;
  for (int round = 0; round < 300; ++round) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(60);  // ends it where it hangs
      _exit(work() ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    failures += status != 0 ? 1 : 0;
    if (failures != 0) break;
  }
  __atomic_store_n(&stop, true, __ATOMIC_RELAXED);
  for (std::thread& each : others) each.join();
  CHECK(failures == 0);
}

TEST_CASE("pipeline: where there is no thread for it, the batches are merged here") {
  no_threads = true;
  insum::sparse_workspace<insum::coord_workspace<double, insum::op_add, 1>> w(
      {1000}, {.capacity = 10, .pipeline = true});
  for (std::int64_t k = 0; k < 95; ++k) w.insert({k % 50}, 1.0);
  no_threads = false;
  for (std::int64_t k = 95; k < 200; ++k) w.insert({k % 50}, 1.0);
  w.finish();
  CHECK(w.count() == 50);
  w.visit([&](const auto&, double v) { CHECK(v == 4.0); });
}
#endif

// Storage with one thing wrong in it, in kernels that check: an exception that names the tensor where an
// invariant is broken, the result of a naive walk where none is, and nothing that a sanitizer sees.
//
//   fuzz ROUNDS SEED
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "../support/kernel_name.hpp"
#include "cases.hpp"
#include "insum/core/errors.hpp"
#include "objects.hpp"

void damage(Storage& s, std::mt19937& random) {
  const std::size_t which = random() % (s.arrays.size() + 1);
  if (which == s.arrays.size()) {
    if (!s.vals.empty() && random() % 3 == 0) s.vals.pop_back();
    return;
  }
  Index& array = s.arrays[which];
  const std::size_t at = random() % array.size();
  const auto near = [&](unsigned distance) {
    return static_cast<int>(static_cast<unsigned>(array[at]) + distance);
  };
  const int values[] = {-1,        0,         1, near(1), near(-1U), array[at], 1000000,
                        INT32_MAX, INT32_MIN, m, n,       m - 1,     n - 1};
  switch (random() % 5) {
    case 0:
      array.pop_back();
      break;
    case 1:
      array.push_back(values[random() % 13]);
      break;
    case 2:
      std::swap(array[at], array[random() % array.size()]);
      break;
    default:
      array[at] = values[random() % 13];
      break;
  }
}

namespace {

std::string text_of(const Values& list) {
  std::string text;
  for (const double value : list) text += " " + std::to_string(value);
  return text;
}

/// Messages begin with the kernel and its place; then comes an array: A.pos, A_crd0, or A alone for its
/// values or where there is only one, or a size.
bool names_array_of(const std::string& tensor, const std::string& text) {
  const bool of_matrices = text.find("matrices.cpp:") != std::string::npos;
  const std::string message = without_kernel(text, of_matrices ? "matrices.cpp" : "others.cpp");
  if (message.find(" of " + tensor + " has the negative size ") != std::string::npos)
    return message.rfind("mode ", 0) == 0;
  if (message.rfind(tensor, 0) != 0) return false;
  const std::string rest = message.substr(tensor.size());
  return !rest.empty() && std::string("._:[ ").find(rest[0]) != std::string::npos;
}

/// "" or what is wrong.
std::string outcome(const Case& test, Storage& s) {
  const bool valid = test.valid(s);
  const Values expected = valid ? test.expected(s) : Values();
  try {
    const Values result = test.run(s);
    if (!valid) return "no exception";
    return result == expected ? "" : "the result" + text_of(result) + " instead of" + text_of(expected);
  } catch (const insum::error& error) {
    const std::string text = error.what();
    if (valid) return "an exception for valid storage: " + text;
    return names_array_of(test.tensor, text) ? "" : "another array is named: " + text;
  }
}

void print(const Storage& s) {
  for (const Index& array : s.arrays) {
    std::printf("  ");
    for (const int v : array) std::printf(" %d", v);
    std::printf("\n");
  }
  std::printf("   %zu values\n", s.vals.size());
}

/// The number of storages that were handled wrongly, at most 5. Both kinds of storage must occur.
int failures_of(const Case& test, int rounds, std::mt19937& random) {
  int failures = 0, broken = 0, round = 0;
  for (; round < rounds && failures < 5; ++round) {
    Storage s = test.storage;
    for (int times = round == 0 ? 0 : 1 + static_cast<int>(random() % 2); times > 0; --times)
      test.harm(s, random);
    const Storage before = s;
    broken += test.valid(s) ? 0 : 1;
    const std::string wrong = outcome(test, s);
    if (wrong.empty()) continue;
    ++failures;
    std::printf("%s: %s\n", test.name.c_str(), wrong.c_str());
    print(before);
  }
  std::printf("%s: %d of %d storages were broken\n", test.name.c_str(), broken, round);
  return failures + (broken == 0 || broken == round ? 1 : 0);
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 1000;
  std::mt19937 random(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1);
  int failures = failures_of_objects();
  for (const auto& cases : {matrices(), others()})
    for (const Case& test : cases) failures += failures_of(test, rounds, random);
  return failures == 0 ? 0 : 1;
}

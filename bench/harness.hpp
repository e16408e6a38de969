// Runs the forms of a kernel in turn and keeps the fastest call of each.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace bench {

template <class T>
constexpr const char* type_name = std::is_integral_v<T> ? "int"
                                  : sizeof(T) == 4      ? "float"
                                                        : "double";

/// Reads the command line, Google Benchmark's options too. Returns the folder that `--data DIR` names, or the
/// one known from the build; nothing where an option is unknown, which is then reported.
std::optional<std::string> read_options(int count, char** arguments);

/// What a form has computed: forms that disagree are not compared.
struct outcome {
  double entries = 0, sum = 0;
};

/// One way to compute a kernel. `result`, where it is given, tells what the last call has computed.
struct form {
  const char* name;
  std::function<void()> call;
  std::function<outcome()> result = nullptr;
  std::function<void()> before = nullptr;  // each call, untimed
};

/// The forms of a kernel on the same operands, and what a call cannot do without.
struct work {
  double bytes = 0, flops = 0;
  std::vector<form> forms;
  /// For so many seconds a form is called again before the next one's turn, and twice at least where the
  /// first call takes less than ten times as long.
  double turn = 0;
  double pause = 0;             // seconds before each turn
  bool processor_time = false;  // of all threads: other programs do not count
  std::function<double(const form&)> clock =
      nullptr;           // the seconds of a call, instead of the processor's clocks
  bool medians = false;  // one call a turn, and the median of all instead of the fastest
  std::map<std::string, double> counters = {};  // what else is reported
};

/// How long a benchmark runs: as is set for all, as the options of the command line say, or one turn of each
/// form.
enum class duration { fixed, by_options, one_turn };

/// Thrown by `prepare` where the data do not have the kernel.
struct not_applicable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Registers a benchmark: two calls of each form an iteration or as many as `turn` says, in turn, so that
/// what else the machine does meets all of them, and each finds its data in the caches; a counter for each
/// form has the seconds of its fastest call, or the median. `prepare` runs when the benchmark does: only what
/// is measured is read. Forms whose results differ make it an error.
void add(const std::string& name, int threads, std::function<work()> prepare,
         duration length = duration::fixed);

/// The numbers of threads that are measured: 1, and 2 where the machine has them.
std::vector<int> thread_counts();

/// The files of a folder with this ending, the same every time.
std::vector<std::string> files(const std::string& folder, const std::string& ending);

/// The name of a data set, between slashes as in the names of benchmarks.
std::string data_name(const std::string& path);

template <class Tensor>
void fill(Tensor& tensor) {
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (auto& value : tensor.vals)
    value = static_cast<std::remove_reference_t<decltype(value)>>(uniform(generator));
}

}  // namespace bench

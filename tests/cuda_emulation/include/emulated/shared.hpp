// Shared memory. Each block starts with poison in it.
#pragma once

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "machine.hpp"
#include "poison.hpp"
#include "symbols.hpp"

namespace insum::emulated::detail {

/// Dynamic shared memory: ends at a page that may not be touched.
class dynamic_memory {
 public:
  void prepare(std::size_t bytes) {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    constexpr std::size_t most = std::size_t{256} << 10;
    if (end_ == nullptr) {
      void* const all =
          ::mmap(nullptr, most + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (all == MAP_FAILED || ::mprotect(static_cast<std::byte*>(all) + most, page, PROT_NONE) != 0)
        fail("no memory for shared memory");
      end_ = static_cast<std::byte*>(all) + most;
    }
    first_ = end_ - (bytes + 15) / 16 * 16;
    fill_with_poison(first_, static_cast<std::size_t>(end_ - first_));
  }
  std::byte* first() const { return first_; }
  bool contains(const void* pointer) const { return pointer >= first_ && pointer < end_; }

 private:
  std::byte* end_ = nullptr;
  std::byte* first_ = nullptr;
};

inline dynamic_memory dynamic;

/// Where the shared variables of a file of code are in the thread_local memory of any thread.
struct shared_variable {
  std::size_t offset, bytes;
};

/// thread_local variables in functions: the shared ones, and those of host code, which kernels do not use.
inline std::vector<shared_variable> shared_variables_in(const std::string& path) {
  const symbol_table table(path);
  std::vector<shared_variable> found;
  table.for_each([&](const char* name, const ElfW(Sym) & symbol) {
    const bool in_function = std::string_view(name).substr(0, 3) == "_ZZ";
    if ((symbol.st_info & 15) == STT_TLS && in_function && symbol.st_shndx != SHN_UNDEF)
      found.push_back({symbol.st_value, symbol.st_size});
  });
  if (table.empty() && path == "/proc/self/exe")
    fail("the program has no symbols, by which the shared variables are found; do not strip it");
  return found;
}

/// The shared variables of all kernels, as the calling thread has them.
class static_memory {
 public:
  static_memory() {
    for_each_module([&](const std::string& path, const dl_phdr_info& module) {
      if (module.dlpi_tls_data == nullptr) return;
      auto known = files().find(path);
      if (known == files().end()) known = files().emplace(path, shared_variables_in(path)).first;
      for (const shared_variable& one : known->second)
        variables_.emplace_back(static_cast<std::byte*>(module.dlpi_tls_data) + one.offset, one.bytes);
    });
  }
  bool contains(const void* pointer) const {
    const auto* const at = static_cast<const std::byte*>(pointer);
    return std::any_of(variables_.begin(), variables_.end(),
                       [&](const auto& one) { return at >= one.first && at < one.first + one.second; });
  }
  void fill() const {
    for (const auto& [first, bytes] : variables_) fill_with_poison(first, bytes);
  }

 private:
  static std::map<std::string, std::vector<shared_variable>>& files() {
    static std::map<std::string, std::vector<shared_variable>> all;
    return all;
  }
  std::vector<std::pair<std::byte*, std::size_t>> variables_;
};
inline const static_memory* static_shared = nullptr;  // of the grid that runs

}  // namespace insum::emulated::detail

namespace insum::emulated {

/// What `extern __shared__` names in CUDA C++, aligned to 16 bytes.
inline void* dynamic_shared() {
  detail::running_thread("dynamic_shared");
  return detail::dynamic.first();
}

}  // namespace insum::emulated

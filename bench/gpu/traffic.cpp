#include "traffic.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <bitset>
#include <unordered_map>
#include <vector>

namespace bench::gpu {

namespace {

namespace emulated = insum::emulated::detail;

constexpr std::uintptr_t sector_bytes = 32, page_sectors = 128;

/// Sectors, each counted once.
class sector_set {
 public:
  void add(std::uintptr_t sector) {
    const std::uintptr_t page = sector / page_sectors;
    if (page != last_page_ || last_ == nullptr) last_page_ = page, last_ = &pages_[page];
    last_->set(sector % page_sectors);
  }
  std::size_t size() const {
    std::size_t sum = 0;
    for (const auto& [page, sectors] : pages_) sum += sectors.count();
    return sum;
  }

 private:
  std::unordered_map<std::uintptr_t, std::bitset<page_sectors>> pages_;  // whose elements stay where they are
  std::uintptr_t last_page_ = 0;
  std::bitset<page_sectors>* last_ = nullptr;
};

/// The sectors that the lanes of a warp ask for where they execute an access the same time.
using request = std::vector<std::uintptr_t>;

/// One place of the code, in one block.
struct access_place {
  std::vector<std::uint32_t> executed;        // by thread
  std::vector<std::vector<request>> of_warp;  // by warp, then by how often it was executed before
};

struct count_state {
  sector_set read, written;
  std::unordered_map<const void*, access_place> places;
  traffic sum;
};
count_state state;

void end_block() {
  for (const auto& [place, accesses] : state.places)
    for (const auto& requests : accesses.of_warp)
      for (const request& one : requests)
        state.sum.requested += static_cast<double>(one.size() * sector_bytes);
  state.places.clear();
}

void count_access(const void* address, std::size_t bytes, bool write, bool atomic, const void* place) {
  if (!emulated::device.in_reserve(address)) return;
  const unsigned thread = emulated::machine.running->number, warp = thread / emulated::lanes_of_warp;
  access_place& at = state.places[place];
  if (at.executed.size() <= thread) at.executed.resize(thread + 1);
  if (at.of_warp.size() <= warp) at.of_warp.resize(warp + 1);
  const std::uint32_t before = at.executed[thread]++;
  if (at.of_warp[warp].size() <= before) at.of_warp[warp].resize(before + 1);
  request& sectors = at.of_warp[warp][before];
  const auto first = reinterpret_cast<std::uintptr_t>(address) / sector_bytes,
             last = (reinterpret_cast<std::uintptr_t>(address) + bytes - 1) / sector_bytes;
  for (std::uintptr_t sector = first; sector <= last; ++sector) {
    if (std::find(sectors.begin(), sectors.end(), sector) == sectors.end()) sectors.push_back(sector);
    if (!write || atomic) state.read.add(sector);
    if (write) state.written.add(sector);
  }
  state.sum.used += static_cast<double>(bytes);
  state.sum.atomics += atomic ? 1 : 0;
}

void count_matrix_instruction(int rows, int columns, int depth) {
  state.sum.matrix_flops += 2.0 * rows * columns * depth;
}

void count_launch() { ++state.sum.launches; }

}  // namespace

void start_counting() {
  state = {};
  emulated::watcher = {.access = count_access,
                       .multiply = count_matrix_instruction,
                       .begin_grid = count_launch,
                       .begin_block = end_block};
}

traffic counted() {
  end_block();
  traffic sum = state.sum;
  sum.touched = static_cast<double>((state.read.size() + state.written.size()) * sector_bytes);
  return sum;
}

}  // namespace bench::gpu

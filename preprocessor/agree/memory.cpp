#include "agree/memory.h"

#include "support/content_hash.h"

namespace insum::agree {

void Memory::limit(const std::string& array, long long lowest, long long count) {
  arrays_[array].lowest = lowest;
  arrays_[array].count = count;
}

double Memory::read(const std::string& array, long long at) {
  Array& from = arrays_[array];
  const auto known = from.elements.find(at);
  if (known != from.elements.end()) return known->second;
  const std::string key = std::to_string(at);
  const std::vector<double>& others = from.numbers.others;
  if (!others.empty() && draw(array + "=" + key, from.numbers.one_in) == 0)
    return from.elements[at] = others[static_cast<std::size_t>(
               draw(array + "?" + key, static_cast<long long>(others.size())))];
  const long long value = from.lowest + draw(array + "[" + key, from.count);
  const bool negative = from.numbers.sign == Numbers::Sign::minus ||
                        (from.numbers.sign == Numbers::Sign::any && draw(array + "-" + key, 2) == 1);
  return from.elements[at] = static_cast<double>(negative ? -value : value);
}

long long Memory::draw(const std::string& key, long long count) const {
  std::uint64_t state = content_hash(key) + seed_ * 0x9e3779b97f4a7c15u;
  state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9u;  // the finalizer of splitmix64
  state = (state ^ (state >> 27)) * 0x94d049bb133111ebu;
  state ^= state >> 31;
  return count > 0 ? static_cast<long long>(state % static_cast<std::uint64_t>(count)) : 0;
}

}  // namespace insum::agree

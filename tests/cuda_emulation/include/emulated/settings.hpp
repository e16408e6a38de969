// What tests can set about the emulated device, by functions and, before the program starts, by environment
// variables.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace insum::emulated {

struct device_settings {
  int devices = 1;
  std::size_t memory = std::size_t{1} << 30;  // bytes of each device
  bool protection = true;                     // device memory cannot be touched but by kernels and copies
  bool lazy_streams = true;  // work of streams is done when something waits for it, not before
};

namespace detail {

inline long long number_of_environment(const char* name, long long otherwise) {
  const char* const text = std::getenv(name);
  if (text == nullptr) return otherwise;
  char* end = nullptr;
  const long long number = std::strtoll(text, &end, 10);
  if (end == text || *end != '\0' || number < 0) {
    std::fprintf(stderr, "cuda emulation: %s=%s is not a number\n", name, text);
    std::abort();
  }
  return number;
}

inline device_settings settings_of_environment() {
  device_settings s;
  s.devices = static_cast<int>(number_of_environment("INSUM_EMULATION_DEVICES", s.devices));
  s.memory = static_cast<std::size_t>(
      number_of_environment("INSUM_EMULATION_MEMORY", static_cast<long long>(s.memory)));
  s.protection = number_of_environment("INSUM_EMULATION_PROTECTION", 1) != 0;
  s.lazy_streams = number_of_environment("INSUM_EMULATION_LAZY", 1) != 0;
  return s;
}

inline device_settings settings = settings_of_environment();

}  // namespace detail

inline void set_devices(int count) { detail::settings.devices = count; }
inline void set_memory(std::size_t bytes) { detail::settings.memory = bytes; }
inline void set_protection(bool on) { detail::settings.protection = on; }
inline void set_lazy_streams(bool on) { detail::settings.lazy_streams = on; }

}  // namespace insum::emulated

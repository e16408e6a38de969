// What the symbol table of the program says: names of kernels, shared variables.
#pragma once

#include <cxxabi.h>
#include <elf.h>
#include <link.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace insum::emulated::detail {

/// The symbols of an ELF file; none where it was stripped.
class symbol_table {
 public:
  explicit symbol_table(const std::string& path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) return;
    bytes_.resize(static_cast<std::size_t>(file.tellg()));
    file.seekg(0).read(bytes_.data(), static_cast<std::streamsize>(bytes_.size()));
    const auto* header = at<ElfW(Ehdr)>(0);
    if (header == nullptr || header->e_ident[EI_MAG0] != ELFMAG0) return;
    for (unsigned i = 0; i < header->e_shnum; ++i) {
      const auto* section = at<ElfW(Shdr)>(header->e_shoff + i * sizeof(ElfW(Shdr)));
      if (section == nullptr || section->sh_type != SHT_SYMTAB) continue;
      const auto* names = at<ElfW(Shdr)>(header->e_shoff + section->sh_link * sizeof(ElfW(Shdr)));
      if (names == nullptr) continue;
      symbols_ = section->sh_offset;
      count_ = section->sh_size / sizeof(ElfW(Sym));
      names_ = names->sh_offset;
    }
  }

  bool empty() const { return count_ == 0; }

  /// f(name, symbol) for each symbol.
  template <class F>
  void for_each(F f) const {
    for (std::size_t i = 0; i < count_; ++i)
      if (const auto* symbol = at<ElfW(Sym)>(symbols_ + i * sizeof(ElfW(Sym))))
        if (const char* name = at<char>(names_ + symbol->st_name)) f(name, *symbol);
  }

 private:
  template <class T>
  const T* at(std::size_t offset) const {
    if (offset + sizeof(T) > bytes_.size()) return nullptr;
    return reinterpret_cast<const T*>(bytes_.data() + offset);
  }
  std::vector<char> bytes_;
  std::size_t symbols_ = 0, count_ = 0, names_ = 0;
};

/// f(path, info) for the program and each shared library.
template <class F>
void for_each_module(F f) {
  const auto visit = [](dl_phdr_info* info, std::size_t, void* data) {
    const bool is_program = info->dlpi_name == nullptr || *info->dlpi_name == '\0';
    (*static_cast<F*>(data))(std::string(is_program ? "/proc/self/exe" : info->dlpi_name), *info);
    return 0;
  };
  dl_iterate_phdr(visit, &f);
}

inline bool contains(const dl_phdr_info& module, std::uintptr_t address) {
  for (unsigned i = 0; i < module.dlpi_phnum; ++i) {
    const std::uintptr_t first = module.dlpi_addr + module.dlpi_phdr[i].p_vaddr;
    if (module.dlpi_phdr[i].p_type == PT_LOAD && address >= first &&
        address - first < module.dlpi_phdr[i].p_memsz)
      return true;
  }
  return false;
}

inline std::string demangled(const char* name) {
  int status = 0;
  char* const text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string result = status == 0 ? text : name;
  std::free(text);
  return result;
}

/// The name of a function, or its address where the program has no symbols.
inline std::string symbol_name(const void* function) {
  const auto address = reinterpret_cast<std::uintptr_t>(function);
  char text[32];
  std::snprintf(text, sizeof text, "%p", function);
  std::string found = text;
  for_each_module([&](const std::string& path, const dl_phdr_info& module) {
    if (!contains(module, address)) return;
    symbol_table(path).for_each([&](const char* name, const ElfW(Sym) & symbol) {
      if ((symbol.st_info & 15) == STT_FUNC && symbol.st_value + module.dlpi_addr == address)
        found = demangled(name);
    });
  });
  return found;
}

}  // namespace insum::emulated::detail

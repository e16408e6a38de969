// Where insum finds its own parts and Clang's.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace insum {

/// The program that is running; empty where the system does not tell.
std::filesystem::path own_executable();

/// The folder of the runtime's headers: beside an installed program, else in the source tree. Empty: not
/// found.
std::filesystem::path runtime_include_dir();

/// Folders that may hold Clang's own headers, the most trusted first.
std::vector<std::filesystem::path> resource_dir_candidates();

/// `asked` where given, else the first candidate that holds stddef.h, else empty.
std::filesystem::path find_resource_dir(const std::string& asked);

/// The path of a program in PATH; empty: none.
std::filesystem::path find_program(const std::string& name);

}  // namespace insum

#include "driver/child.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "driver/output_files.h"

namespace insum {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder() {
  std::error_code failed;
  std::string name = (fs::temp_directory_path(failed) / "insum-XXXXXX").string();
  if (failed || !mkdtemp(name.data())) throw FileError("no temporary folder can be made in '" + name + "'");
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

namespace {

void limit(int resource, rlim_t value) {
  const rlimit both{value, value};
  setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

/// In the child, between fork and exec.
[[noreturn]] void become(const std::vector<char*>& words, const fs::path& folder, const fs::path& said,
                         ChildLimits limits) {
  setpgid(0, 0);
  limit(RLIMIT_CPU, static_cast<rlim_t>(limits.seconds));
  limit(RLIMIT_AS, limits.bytes);
  limit(RLIMIT_CORE, 0);
  const int input = open("/dev/null", O_RDONLY), output = open("/dev/null", O_WRONLY);
  const int errors = open(said.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(input, 0);
  dup2(output, 1);
  dup2(errors, 2);
  if (chdir(folder.c_str()) == 0) execv(words[0], words.data());
  _exit(127);
}

ChildResult result_of(int state) {
  ChildResult out;
  if (WIFEXITED(state))
    out.status = WEXITSTATUS(state);
  else
    out.ended = WTERMSIG(state) == SIGXCPU || WTERMSIG(state) == SIGKILL
                    ? "it takes too long"
                    : std::string("it ends with '") + strsignal(WTERMSIG(state)) + "'";
  return out;
}

}  // namespace

ChildResult run_child(const std::vector<std::string>& words, const fs::path& folder, const fs::path& scratch,
                      ChildLimits limits) {
  std::vector<char*> pointers;
  for (const std::string& word : words)
    pointers.push_back(const_cast<char*>(word.c_str()));  // as execv wants them
  pointers.push_back(nullptr);
  const fs::path said = scratch / "stderr";  // other threads may hold the lock of memory when it forks
  const pid_t child = fork();
  if (child < 0) return {-1, "no process can be started", ""};
  if (child == 0) become(pointers, folder, said, limits);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2 * limits.seconds);
  int state = 0;
  bool late = false;
  while (waitpid(child, &state, WNOHANG) == 0) {
    if (!late && std::chrono::steady_clock::now() > end) {
      late = true;
      kill(-child, SIGKILL);
      kill(child, SIGKILL);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  kill(-child, SIGKILL);  // what it has left behind
  ChildResult out = result_of(state);
  std::string errors = read_file_bytes(said);
  out.errors = errors.substr(0, 4000);
  return out;
}

}  // namespace insum

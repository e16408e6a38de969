// INSUM_RACE and INSUM_TUNE: the files in which decisions are kept.
#pragma once
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "decisions.hpp"

namespace insum::statement {

/// What decisions are about.
struct decisions_about {
  const char *word, *variable;
  std::string_view title;  // the first line of the file
  bool unasked;            // they are kept in the cache folder where the variable is unset
};
inline constexpr decisions_about races{"race", "INSUM_RACE", decision_file::title, false};

namespace detail {

/// Keeps other processes from replacing files of a folder. Where that cannot be had, or takes longer than a
/// second, they may: the last one to write wins, whose file is whole.
class folder_lock {
 public:
  explicit folder_lock(const std::string& folder) : file_(::open(folder.c_str(), O_RDONLY | O_CLOEXEC)) {
    for (int attempt = 0; file_ >= 0 && ::flock(file_, LOCK_EX | LOCK_NB) != 0 && attempt < 100; ++attempt)
      ::usleep(10000);
  }
  folder_lock(const folder_lock&) = delete;
  folder_lock& operator=(const folder_lock&) = delete;
  ~folder_lock() {
    if (file_ >= 0) ::close(file_);
  }

 private:
  int file_;
};

/// From the root on, and not a link itself: the program may change its folder.
inline std::string absolute_path(const std::string& path) {
  char buffer[PATH_MAX];
  if (::realpath(path.c_str(), buffer)) return buffer;
  return path[0] != '/' && ::getcwd(buffer, sizeof buffer) ? std::string(buffer) + '/' + path : path;
}

/// Says so where a folder of the user's is missing. Those of the cache are made.
inline std::string path_in_folder(const std::string& path, const decisions_about& what) {
  const std::string folder = path.substr(0, path.rfind('/') + 1);
  struct stat status = {};
  if (::stat(folder.c_str(), &status) == 0) return path;
  std::fprintf(stderr, "%s: insum %s: decisions are not kept: there is no folder '%s'; make it first\n",
               path.c_str(), what.word, folder.c_str());
  return "";
}

/// "" where none is wanted: the variable is 0, or unset for what has to be asked for; with 1, it is the
/// user's cache folder.
inline std::string decisions_path(const decisions_about& what) {
  const char* const variable = std::getenv(what.variable);
  const bool set = variable && *variable;
  const std::string wanted = set ? variable : what.unasked ? "1" : "0";
  if (wanted == "0") return "";
  if (wanted != "1") return path_in_folder(absolute_path(wanted), what);
  const std::string file = std::string("/insum/") + what.word;
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache && *cache == '/') return absolute_path(cache + file);  // a relative one is to be ignored
  const char* const home = std::getenv("HOME");
  struct stat status = {};
  if (home && *home == '/' && ::stat(home, &status) == 0 && S_ISDIR(status.st_mode))
    return absolute_path(std::string(home) + "/.cache" + file);
  if (set)
    std::fprintf(stderr,
                 "insum %s: %s is 1, but neither XDG_CACHE_HOME nor HOME is the whole path of a folder; "
                 "nothing is kept\n",
                 what.word, what.variable);
  return "";
}

/// The folder of an absolute path, made with those around it where they are missing.
inline std::string make_folder_of(const std::string& path) {
  for (std::size_t at = path.find('/', 1); at != path.npos; at = path.find('/', at + 1))
    ::mkdir(path.substr(0, at).c_str(), 0777);  // where that fails, writing says why
  return path.substr(0, path.rfind('/') + 1);
}

/// Null, or why the file was not written.
inline const char* write_whole(const std::string& path, const std::string& text) {
  const std::string temporary = path + "." + std::to_string(::getpid()) + ".tmp";
  ::unlink(temporary.c_str());  // of a process that ended amid this
  std::FILE* const out = std::fopen(temporary.c_str(), "wbx");
  if (!out) return std::strerror(errno);
  bool written = std::fwrite(text.data(), 1, text.size(), out) == text.size();
  written &= std::fclose(out) == 0;
  if (written && std::rename(temporary.c_str(), path.c_str()) == 0) return nullptr;
  const int reason = errno;
  ::unlink(temporary.c_str());
  return std::strerror(reason);
}

}  // namespace detail

/// The decisions of earlier processes, read when one is first asked for, and those of this one, written at
/// its end. Guarded by the report's mutex.
class kept_decisions {
 public:
  explicit kept_decisions(const decisions_about& what = races) : what_(what) {}

  const decision* find(const decision_key& key) {
    if (!read_) load();
    const auto found = known_.find(key);
    return found == known_.end() ? nullptr : &found->second;
  }
  /// each(key, decision) of those of earlier processes.
  template <class Each>
  void for_each(const Each& each) {
    if (!read_) load();
    for (const auto& [key, found] : known_) each(key, found);
  }
  void keep(decision_key&& key, decision&& found) { new_[std::move(key)] = std::move(found); }

  void write() {
    if (new_.empty() || path_.empty()) return;
    const detail::folder_lock lock(detail::make_folder_of(path_));
    const decision_file others = read();  // what processes have written since it was loaded
    if (others.foreign) return;
    const char* const reason = detail::write_whole(path_, merged_decisions(others, new_, what_.title));
    if (reason)
      std::fprintf(stderr, "%s: insum %s: decisions are not kept: %s\n", path_.c_str(), what_.word, reason);
  }

 private:
  static constexpr std::int64_t most_bytes = 16 << 20;

  /// Nothing where there is no file. What cannot be read is foreign, and stays as it is.
  decision_file read() const {
    struct stat status = {};
    const bool exists = ::stat(path_.c_str(), &status) == 0;
    if (!exists && (errno == ENOENT || errno == ENOTDIR)) return {};
    decision_file foreign;
    foreign.foreign = true;
    if (!exists || !S_ISREG(status.st_mode) || status.st_size > most_bytes) return foreign;
    std::ifstream in(path_, std::ios::binary);
    if (!in) return foreign;
    const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    return in.bad() ? foreign : parse_decisions(text, what_.title);
  }

  void load() {
    read_ = true;
    path_ = detail::decisions_path(what_);
    if (path_.empty()) return;
    decision_file file = read();
    if (file.foreign) {
      std::fprintf(
          stderr,
          "%s:1: insum %s: this is no file of kept decisions that can be read; it is left alone, and "
          "nothing is kept\n",
          path_.c_str(), what_.word);
      path_.clear();
      return;
    }
    if (!file.damaged.empty()) complain(file.damaged);
    for (decision_file::entry& each : file.entries) known_[std::move(each.key)] = std::move(each.found);
  }

  void complain(const std::vector<std::size_t>& damaged) const {
    const std::string more =
        damaged.size() > 1 ? " (and " + std::to_string(damaged.size() - 1) + " more)" : "";
    std::fprintf(stderr, "%s:%zu: insum %s: this line is no kept decision; it is ignored%s\n", path_.c_str(),
                 damaged.front(), what_.word, more.c_str());
  }

  const decisions_about& what_;
  bool read_ = false;
  std::string path_ = {};
  std::map<decision_key, decision> known_ = {}, new_ = {};
};

}  // namespace insum::statement

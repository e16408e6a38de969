// Folders of NumPy arrays: a tensor of any format, an array of its storage a file, and tensor.json.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../formats.hpp"
#include "../storage.hpp"
#include "description.hpp"
#include "npy.hpp"

namespace insum {

namespace io {

/// How a storage array lies in its file: the sizes behind the first, and the first where the array's length
/// does not tell it (else -1).
struct file_array {
  std::string name;
  std::vector<std::int64_t> inner{};
  std::int64_t outer = -1;

  std::vector<std::int64_t> sizes(std::size_t length) const {
    std::vector<std::int64_t> result{outer};
    std::int64_t product = 1;
    for (const std::int64_t size : inner) result.push_back(size), product *= size;
    if (outer < 0) result[0] = product == 0 ? 0 : static_cast<std::int64_t>(length) / product;
    return result;
  }
};

/// The arrays of a tensor in the order of the format table, with the table's names. Sizes come from its shape
/// and parameters, not from the arrays.
template <class Tensor>
std::vector<file_array> file_arrays(const Tensor& t) {
  constexpr std::string_view format = storage<Tensor>::format;
  std::vector<file_array> list;
  if constexpr (format == "dense") {
    list = {{"vals", {t.shape.begin() + 1, t.shape.end()}, t.shape[0]}};
  } else if constexpr (format == "coo" || format == "csf") {
    for (int mode = 0; mode < Tensor::rank; ++mode) {
      if (format == "csf") list.push_back({"pos" + std::to_string(mode)});
      list.push_back({"crd" + std::to_string(mode)});
    }
    list.push_back({"vals"});
  } else if constexpr (format == "csr" || format == "csc") {
    list = {{"pos"}, {"crd"}, {"vals"}};
  } else if constexpr (format == "dcsr" || format == "dcsc") {
    list = {{"pos0"}, {"crd0"}, {"pos1"}, {"crd1"}, {"vals"}};
  } else if constexpr (format == "bcsr") {
    list = {{"pos"}, {"crd"}, {"vals", {t.bm, t.bn}}};
  } else if constexpr (format == "dbcsr") {
    list = {{"pos0"}, {"crd0"}, {"pos1"}, {"crd1"}, {"vals", {t.bm, t.bn}}};
  } else if constexpr (format == "ell") {
    list = {{"crd", {t.width}, t.rows()}, {"vals", {t.width}, t.rows()}};
  } else if constexpr (format == "dia") {
    list = {{"offsets"}, {"vals", {t.rows()}}};
  } else if constexpr (format == "ragged") {
    list = {{"pos"}, {"vals"}};
  } else if constexpr (format == "group_coo" && Tensor::rank > 2) {
    for (int mode = 0; mode + 1 < Tensor::rank; ++mode) list.push_back({"crd" + std::to_string(mode)});
    list.push_back({"crd" + std::to_string(Tensor::rank - 1), {t.g}});
    list.push_back({"vals", {t.g}});
  } else if constexpr (format == "group_coo") {
    list = {{"AM"}, {"AK", {t.g}}, {"AV", {t.g}}};
  } else if constexpr (format == "block_coo") {
    list = {{"AM"}, {"AK"}, {"AV", {t.bm, t.bk}}};
  } else if constexpr (format == "block_group_coo") {
    list = {{"AM"}, {"AK", {t.g}}, {"AV", {t.g, t.bm, t.bk}}};
  } else if constexpr (format == "sr_bcrs") {
    list = {{"pos"}, {"crd", {t.g}}, {"vals", {t.t, t.g}}};
  } else {
    static_assert(format == "hyb", "only insum's own types have files");
    for (std::size_t b = 0; b < t.buckets.size(); ++b) {
      const std::string number = std::to_string(b);
      list.push_back({"rows" + number});
      list.push_back({"crd" + number, {t.buckets[b].width}});
      list.push_back({"vals" + number, {t.buckets[b].width}});
    }
  }
  return list;
}

/// Throws storage_error where a tensor breaks the rules of its format.
template <class Tensor>
void validate(const Tensor& tensor, const typename Tensor::value_type& fill) {
  if constexpr (requires { tensor.validate(fill); })
    tensor.validate(fill);
  else
    tensor.validate();
}

/// Calls f(array, buffer) for each storage array.
template <class Tensor, class F>
void for_each_array(Tensor& t, F&& f) {
  using description = storage_of<Tensor>;
  const std::vector<file_array> list = file_arrays(t);
  if constexpr (std::string_view(description::format) == "hyb") {
    for (std::size_t b = 0; b < t.buckets.size(); ++b) {
      f(list[3 * b], t.buckets[b].rows);
      f(list[3 * b + 1], t.buckets[b].crd);
      f(list[3 * b + 2], t.buckets[b].vals);
    }
  } else {
    [&]<std::size_t... n>(std::index_sequence<n...>) {
      (f(list[n], description::template container<static_cast<int>(n)>(t)), ...);
    }(std::make_index_sequence<static_cast<std::size_t>(description::arrays)>());
  }
}

/// Calls f(name, member) for the numbers behind a format's name, in the order in which they stand there.
template <class Tensor, class F>
void for_each_parameter(Tensor& t, F&& f) {
  if constexpr (requires { t.t; }) f("t", t.t);
  if constexpr (requires { t.g; }) f("g", t.g);
  if constexpr (requires { t.bm; }) f("bm", t.bm);
  if constexpr (requires { t.bn; }) f("bn", t.bn);
  if constexpr (requires { t.bk; }) f("bk", t.bk);
  if constexpr (requires { t.width; }) f("width", t.width);
  if constexpr (requires { t.c; }) f("c", t.c);
  if constexpr (requires { t.k; }) f("k", t.k);
}

template <class Tensor>
tensor_description describe(const Tensor& t) {
  tensor_description about;
  about.format = storage<Tensor>::format;
  about.shape.assign(t.shape.begin(), t.shape.end());
  for_each_parameter(t, [&](const char* name, const auto& value) {
    about.parameters.emplace_back(name, static_cast<std::int64_t>(value));
  });
  for (const file_array& array : file_arrays(t)) about.arrays.push_back(array.name);
  if constexpr (requires { t.buckets; })
    for (const auto& bucket : t.buckets) about.buckets.push_back({bucket.partition, bucket.width});
  return about;
}

inline const std::string description_name = "tensor.json";

/// The files of a folder on disk.
struct disk_folder {
  std::string path;

  std::string name(const std::string& file) const { return path + "/" + file; }
  input open(const std::string& file) const { return input(name(file)); }
};

/// ... and in memory: names and bytes.
struct memory_folder {
  std::span<const std::pair<std::string, std::string_view>> files;
  std::string path;

  std::string name(const std::string& file) const { return path + "/" + file; }
  input open(const std::string& file) const {
    for (const auto& [each, bytes] : files)
      if (each == file) return input(bytes, name(file));
    throw parse_error(name(file), 1, "cannot be opened: there is no such file");
  }
};

/// Reads the arrays of a folder into an object of the type Tensor.
template <class Tensor, class Folder>
class array_reader {
 public:
  explicit array_reader(const Folder& folder) : folder_(folder) {}

  Tensor read(const typename Tensor::value_type& fill) {
    input source = folder_.open(description_name);
    about_ = read_description_from(source);
    check_format();
    for (std::size_t mode = 0; mode < result_.shape.size(); ++mode) result_.shape[mode] = about_.shape[mode];
    set_parameters();
    check_names();
    for_each_array(result_, [&](const file_array& array, auto& data) { read_array(array, data); });
    check_arrays(fill);
    return std::move(result_);
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    throw parse_error(folder_.name(description_name), 1, reason);
  }
  void check_format() const {
    if (about_.format != storage<Tensor>::format)
      fail("the format is " + io::quoted(about_.format) + ", expected '" + storage<Tensor>::format + "'");
    if (about_.shape.size() != result_.shape.size())
      fail("the shape has " + std::to_string(about_.shape.size()) + " sizes, expected " +
           std::to_string(result_.shape.size()));
  }
  void set_parameters() {
    std::size_t count = 0;
    for_each_parameter(result_, [&](const std::string& name, auto& member) {
      const std::int64_t* value = about_.parameter(name);
      if (value == nullptr) fail("the parameter '" + name + "' is missing");
      try {
        member = *value;  // throws for another number than the type's
      } catch (const storage_error& error) {
        fail(name + ": " + error.what());
      }
      ++count;
    });
    if (about_.parameters.size() != count) fail("'parameters' has names that the format does not know");
    if constexpr (requires { result_.buckets; }) {
      for (const auto& each : about_.buckets) {
        auto& bucket = result_.buckets.emplace_back();
        bucket.partition = each.partition;
        bucket.width = each.width;
      }
    } else {
      if (!about_.buckets.empty()) fail("only hyb has buckets");
    }
  }
  void check_names() const {
    std::vector<std::string> names;
    for (const file_array& array : file_arrays(result_)) names.push_back(array.name);
    if (names == about_.arrays) return;
    fail("the arrays are not those of the format: " +
         json_list(names, [](const auto& name) { return name; }));
  }

  template <class T>
  void read_array(const file_array& array, buffer<T>& data) {
    input source = folder_.open(array.name + ".npy");
    const npy_header header = parse_npy_header(source);
    const auto fail_here = [&](const std::string& reason) { throw parse_error(source.name(), 1, reason); };
    const std::size_t rank = array.inner.size() + 1;
    if (static_cast<std::size_t>(header.rank) != rank)
      fail_here("the array has " + std::to_string(header.rank) + " dimensions, expected " +
                std::to_string(rank));
    for (std::size_t n = 0; n < rank; ++n) {
      const std::int64_t expected = n == 0 ? array.outer : array.inner[n - 1];
      if (expected >= 0 && header.sizes[n] != expected)
        fail_here("the array's size " + std::to_string(n) + " is " + std::to_string(header.sizes[n]) +
                  ", expected " + std::to_string(expected));
    }
    if (header.fortran_order && rank > 1)
      fail_here("the array has its first mode innermost: store numpy.ascontiguousarray of it");
    data = read_npy_values<T>(source, header, npy_count(header, source.name()));
  }

  /// validate() names arrays as the runtime does; messages name the file.
  void check_arrays(const typename Tensor::value_type& fill) const {
    try {
      validate(result_, fill);
    } catch (const storage_error& error) {
      throw parse_error(folder_.name(file_of(error.array().c_str())), 1, error.what());
    }
  }
  /// "csf.pos[1]" to "pos1.npy".
  std::string file_of(const std::string& array) const {
    std::string name;
    for (const char c : array.substr(array.rfind('.') + 1))
      if (c != '[' && c != ']') name += c;
    for (const std::string& each : about_.arrays)
      if (each == name) return name + ".npy";
    return description_name;
  }

  const Folder& folder_;
  tensor_description about_;
  Tensor result_;
};

}  // namespace io

/// Reads what write_arrays has written into an object of the same format and rank; arrays may have other
/// element types, as for read_npy; padding must be `fill`. Throws parse_error, also where the arrays break
/// the rules of the format.
template <class Tensor>
Tensor read_arrays(const std::string& folder, const typename Tensor::value_type& fill = {}) {
  const io::disk_folder files{folder};
  return io::array_reader<Tensor, io::disk_folder>(files).read(fill);
}

/// As read_arrays, from files in memory; `name` stands for the folder in messages.
template <class Tensor>
Tensor parse_arrays(std::span<const std::pair<std::string, std::string_view>> files,
                    const std::string& name = "memory", const typename Tensor::value_type& fill = {}) {
  const io::memory_folder folder{files, name};
  return io::array_reader<Tensor, io::memory_folder>(folder).read(fill);
}

/// Format, shape and parameters of a folder of arrays. Throws parse_error.
inline tensor_description read_description(const std::string& folder) {
  io::input source(io::disk_folder{folder}.name(io::description_name));
  return io::read_description_from(source);
}

/// Writes a tensor of any of insum's types into a folder, which is made if it is not there: each array of its
/// storage as a NumPy file of the array's name, and tensor.json; padding must be `fill`. Throws
/// std::runtime_error when a file cannot be written.
template <class Tensor>
void write_arrays(const std::string& folder, const Tensor& tensor,
                  const typename Tensor::value_type& fill = {}) {
  io::validate(tensor, fill);
  std::filesystem::create_directories(folder);
  const io::disk_folder files{folder};
  io::for_each_array(tensor, [&](const io::file_array& array, const auto& data) {
    io::write_npy_array(files.name(array.name + ".npy"), data, array.sizes(data.size()));
  });
  io::write_description(files.name(io::description_name), io::describe(tensor));
}

}  // namespace insum

// What can be read of a workspace, whoever fills it.
#pragma once

#include <memory>
#include <new>

#include "accumulation.hpp"
#include "all.hpp"

namespace insum {

/// Components are inserted into a workspace, or read, when it does not have them.
class workspace_error : public error {
 public:
  using error::error;
};

}  // namespace insum

INSUM_RT_BEGIN

/// The components of a sparse result. W is the workspace, whose finish() puts them in order; A is one of the
/// policies or a type of the user's.
template <class W, class A>
class collected {
  static_assert(detail::check_accumulation_array<A>());

 public:
  using value_type = typename A::value_type;
  using reduction = typename A::reduction;
  static constexpr int rank = static_cast<int>(A::rank);
  using point = rt::coordinates<rank>;
  using all_type = all_array<value_type, reduction, rank>;
  static_assert(all_array_of<all_type, A>);

  collected(const collected&) = delete;
  collected& operator=(const collected&) = delete;

  /// finish() as generated code calls it, with the sizes again: coordinates() and values() can be read then.
  /// Throws size_error where these are others.
  template <class... Sizes>
  void finish(std::int64_t first, Sizes... sizes) {
    static_assert(sizeof...(Sizes) + 1 == static_cast<std::size_t>(rank), "as many sizes as modes");
    if (point{first, static_cast<std::int64_t>(sizes)...} != sizes_)
      throw size_error("finish() of a workspace is called with other sizes than it was made with");
    static_cast<W&>(*this).finish();
    guarded([&] { all_.make_lists(); });
    shows_lists_ = true;
  }
  template <int l>
  const std::int64_t* coordinates() const {
    return lists().at[l].data();
  }
  const value_type* values() const { return lists().values.data(); }
  std::int64_t count() const { return all().size(); }
  /// f(coordinates, value) for each component.
  template <class F>
  void visit(F&& f) const {
    all().visit(f);
  }
  const all_type& all() const {
    if (__builtin_expect(state_ != state::finished, 0)) refuse("read before finish()");
    return all_;
  }
  const point& sizes() const { return sizes_; }
  const memory_budget& memory() const { return budget_; }

 protected:
  /// The memory counts in `budget`.
  collected(const point& sizes, const workspace_options& options, memory_budget& budget, bool double_buffer)
      : sizes_(sizes),
        options_(options),
        budget_(budget),
        all_(sizes, budget, double_buffer, options.deterministic) {}
  collected(const point& sizes, const workspace_options& options, std::unique_ptr<memory_budget> own,
            bool double_buffer)
      : collected(sizes, options, *own, double_buffer) {
    own_budget_ = std::move(own);
  }
  ~collected() = default;

  /// failed: something threw while components were moved. Some may be lost, so that none are handed out;
  /// after clear() the workspace is as new.
  enum class state { filling, finished, failed };

  /// Where there are no bytes, the error names those that were in use and asked for.
  template <class F>
  void guarded(F&& f) {
    try {
      f();
    } catch (const std::bad_alloc&) {
      state_ = state::failed;
      detail::throw_no_memory(budget_.in_use());
    } catch (...) {
      state_ = state::failed;
      throw;
    }
  }
  [[noreturn]] INSUM_RT_COLD void refuse(const char* use) const {
    throw workspace_error(insum::detail::message()
                          << "components of a workspace are "
                          << (state_ == state::failed ? "used after an error, before clear()" : use));
  }

  point sizes_;
  workspace_options options_;
  state state_ = state::filling;
  bool shows_lists_ = false;  ///< finish(sizes...) was called, and clear() not since

 private:
  const auto& lists() const {
    const all_type& read = all();
    if (!shows_lists_) refuse("read as lists before finish(sizes...)");
    return read.lists();
  }

  std::unique_ptr<memory_budget> own_budget_;

 protected:
  memory_budget& budget_;
  all_type all_;
};

INSUM_RT_END

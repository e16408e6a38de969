// A second thread of one workspace, which sorts and merges what was inserted while more is inserted.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>

#include "../rt/config.hpp"

INSUM_RT_BEGIN

/// Runs one task at a time on a thread of its own, which starts with the first.
class background_thread {
 public:
  background_thread() = default;
  background_thread(const background_thread&) = delete;
  background_thread& operator=(const background_thread&) = delete;
  ~background_thread() { stop(); }

  /// To be called when no task runs. False where the system has no thread for it: the task does not run then.
  bool start(std::function<void()> task) {
    try {
      if (!thread_.joinable()) thread_ = std::thread([this] { loop(); });
    } catch (const std::system_error&) {
      return false;
    }
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      task_ = std::move(task);
    }
    changed_.notify_all();
    return true;
  }
  /// Waits for the task; what it threw is thrown here.
  void wait() {
    if (const std::exception_ptr error = wait_for_error()) std::rethrow_exception(error);
  }
  /// Waits for the task; what it threw is returned, once.
  std::exception_ptr wait_for_error() noexcept {
    if (!thread_.joinable()) return nullptr;
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return task_ == nullptr; });
    return std::exchange(error_, nullptr);
  }
  /// Ends the thread after its task; the next task has a new one.
  void stop() noexcept {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      stop_ = true;
    }
    changed_.notify_all();
    thread_.join();
    stop_ = false;
  }

 private:
  void loop() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return stop_ || task_ != nullptr; });
      if (task_ == nullptr) return;
      lock.unlock();
      std::exception_ptr error;
      try {
        task_();
      } catch (...) {
        error = std::current_exception();
      }
      lock.lock();
      error_ = error;
      task_ = nullptr;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::function<void()> task_;
  std::exception_ptr error_;
  bool stop_ = false;
  std::thread thread_;
};

INSUM_RT_END

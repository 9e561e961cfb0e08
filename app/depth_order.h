#pragma once
// From positions to an order: picks the entry of the catalogue, keeps its sorter and memory, runs and checks it.

#include <farfirst/sort.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "scene/drawable.h"
#include "settings.h"

namespace farfirst::app {

/// All that an order depends on. Two equal specs have the same order, bit for bit; an order whose spec does not match
/// the scene any more is dropped.
struct OrderSpec {
  std::uint64_t scene = 0;    // generation
  std::uint64_t version = 0;  // of the elements: particles move
  std::uint32_t n = 0;
  bool are_triangles = false;
  DrawOrder draw_order = DrawOrder::far_first;
  std::uint32_t seed = 0;  // shuffled only
  // Below: far first and near first only.
  std::string algorithm;
  std::vector<ParameterValue> parameters;
  Measure measure = Measure::radial;
  Representative representative = Representative::centroid;  // triangles only
  bool check = false;
  Viewpoint view{};  // the axis only for view depth: turning the camera changes no radial key

  bool is_sorted() const { return draw_order == DrawOrder::far_first || draw_order == DrawOrder::near_first; }
  bool operator==(const OrderSpec& other) const;
};

/// What was asked for.
struct OrderRequest {
  OrderSpec spec;
  Elements elements;
  std::uint64_t frame = 0;  // whose camera it is
  bool strict = false;      // a named entry that fails is an exception; else another steps in and `message` says so
};

/// How it went.
struct OrderResult {
  OrderSpec spec;
  std::uint64_t frame = 0;
  double distance = -1, sort = -1, upload = -1;  // milliseconds
  std::vector<std::pair<std::string, double>> passes;
  std::string algorithm;  // that made it; empty if nothing was sorted
  OrderCheck check;
  bool checked = false;
  std::string message;
};

/// Orders by entries of the CPU back end, in host memory. One thread at a time.
class DepthOrder {
 public:
  /// Throws Error or OutOfMemory if no entry can do it, or, for a strict request, if the named one cannot.
  OrderResult make(const OrderRequest& request);
  /// The elements as they are to be drawn, by the last make(): near first, if that was asked for.
  std::span<const std::uint32_t> order() const { return order_; }

  /// Host memory in use. May be called from any thread.
  std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

 private:
  /// A named entry that failed: not tried again until something about it changes.
  struct Failure {
    std::string algorithm;
    std::vector<ParameterValue> parameters;
    std::uint32_t n = 0;
    std::string sentence;
  };
  void sort(const OrderRequest& request, OrderResult& result);
  void sort_named(const OrderRequest& request, OrderResult& result);
  void sort_auto(const OrderRequest& request, OrderResult& result);
  void sort_with(const Algorithm& algorithm, const std::vector<ParameterValue>& parameters, const OrderRequest& request,
                 OrderResult& result);
  void prepare(const Algorithm& algorithm, const std::vector<ParameterValue>& parameters, const OrderSpec& spec);
  void shuffle(std::uint32_t seed);
  void count_bytes();

  std::unique_ptr<Device> device_;
  std::unique_ptr<Sorter> sorter_;  // with workspace_, for (sorter_->algorithm(), max_n_, parameters_)
  Workspace workspace_;
  std::uint32_t max_n_ = 0;
  std::vector<ParameterValue> parameters_;
  std::uint64_t scene_ = 0;  // that the sorter's state remembers
  std::optional<Failure> failure_;

  std::vector<std::uint32_t> order_, keys_;
  std::atomic<std::size_t> bytes_{0};
};

}  // namespace farfirst::app

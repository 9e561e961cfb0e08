// See workload.h.
#include "workload.h"

#include <algorithm>
#include <cstring>

namespace farfirst::bench {

namespace {

constexpr std::size_t aligned(std::size_t bytes) { return (bytes + 255) / 256 * 256; }

template <class T>
std::size_t bytes_of(const std::vector<T>& content) {
  return content.size() * sizeof(T);
}

/// Empty, or the first difference.
std::string difference(const std::vector<std::uint32_t>& found, const std::vector<std::uint32_t>& expected) {
  const auto [here, there] = std::ranges::mismatch(found, expected);
  if (here == found.end()) return {};
  return "device and host made different keys of element " + std::to_string(here - found.begin());
}

}  // namespace

Workload::Workload(Device& device, Form form, const Input& input, std::size_t cache_bytes)
    : device_(device), form_(form), input_(input) {
  std::vector<std::byte> image;
  if (form == Form::distance) {
    const Geometry& geometry = *input.geometry;
    corners_at_ = aligned(bytes_of(geometry.positions));
    image.resize(corners_at_ + bytes_of(geometry.corners));
    std::memcpy(image.data(), geometry.positions.data(), bytes_of(geometry.positions));
    if (!geometry.corners.empty()) {
      std::memcpy(image.data() + corners_at_, geometry.corners.data(), bytes_of(geometry.corners));
    }
    made_keys_ = OwnedBuffer(device, std::size_t{4} * input.n());
  } else {
    keys_ = keys_of_form(form, input.keys, input.meaning);
    image = keys_;
  }
  stride_ = aligned(image.size());
  if (cache_bytes > 0) copies_ = static_cast<unsigned>(std::max<std::size_t>(2, 2 * cache_bytes / stride_ + 1));
  upload_copies(std::move(image));

  for (turn_ = 0; form == Form::distance && turn_ < copies_; ++turn_) sources_.push_back(source());
  turn_ = 0;

  std::vector<std::uint32_t> words(input.n(), 0xFFFFFFFFu);
  order_ = uploaded(words.data(), bytes_of(words));
  if (gives_order(form)) return;
  sorted_keys_ = OwnedBuffer(device, keys_.size());
  if (!has_values(form)) return;
  for (std::uint32_t i = 0; i < input.n(); ++i) words[i] = i;
  values_ = uploaded(words.data(), bytes_of(words));
}

void Workload::upload_copies(std::vector<std::byte> image) {
  image.resize(stride_);
  inputs_ = OwnedBuffer(device_, copies_ * stride_);
  for (unsigned i = 0; i < copies_; ++i) {
    Buffer copy = inputs_;
    copy.offset += i * stride_;
    copy.bytes = stride_;
    device_.upload(copy, image.data(), stride_);
  }
}

OwnedBuffer Workload::uploaded(const void* content, std::size_t bytes) {
  OwnedBuffer buffer(device_, bytes);
  device_.upload(buffer, content, bytes);
  return buffer;
}

Buffer Workload::input_part(std::size_t offset, std::size_t bytes) const {
  Buffer part = inputs_;
  part.offset += turn_ * stride_ + offset;
  part.bytes = bytes;
  return part;
}

FormJob Workload::sort_job() const {
  FormJob job{.n = input_.n(), .keys = input_part(0, keys_.size())};
  if (gives_order(form_)) {
    job.order = order_;
  } else {
    job.sorted_keys = sorted_keys_;
    if (has_values(form_)) {
      job.values = values_;
      job.sorted_values = order_;
    }
  }
  return job;
}

/// The source in the copy that is next.
Source Workload::source() const {
  const Geometry& geometry = *input_.geometry;
  Source source{.n = input_.n(), .positions = input_part(0, bytes_of(geometry.positions))};
  if (geometry.corners.empty()) return source;
  source.triangles = input_part(corners_at_, bytes_of(geometry.corners));
  source.vertex_count = static_cast<std::uint32_t>(geometry.positions.size() / 3);
  return source;
}

DistanceJob Workload::distance_job(const Place& eye) const {
  const auto& [low_x, low_y, low_z, high_x, high_y, high_z] = input_.geometry->bounds;
  return {.n = input_.n(),
          .sources = {&sources_[turn_], 1},
          .eye = {eye[0], eye[1], eye[2]},
          .bounds = {{low_x, low_y, low_z}, {high_x, high_y, high_z}},
          .order = order_};
}

Job Workload::job_of(std::uint64_t call) {
  turn_ = (turn_ + 1) % copies_;
  return form_ == Form::distance ? Job(distance_job(input_.eyes[call % input_.eyes.size()])) : Job(sort_job());
}

std::optional<Job> Workload::job_before(std::uint64_t call) {
  if (form_ != Form::distance || input_.before.empty()) return std::nullopt;
  turn_ = (turn_ + 1) % copies_;
  return distance_job(input_.before[call % input_.before.size()]);
}

std::vector<std::uint64_t> Workload::checked_calls() const {
  const std::size_t calls = form_ == Form::distance ? input_.eyes.size() : 1;
  if (calls == 1) return {};
  return {calls / 2, calls / 2 + 1, calls - 1, calls, calls + 1};
}

void Workload::poison() {
  const std::vector<std::uint32_t> words(input_.n(), 0xFFFFFFFFu);
  device_.upload(order_, words.data(), bytes_of(words));
  if (gives_order(form_)) return;
  const std::vector<std::byte> bytes(keys_.size(), std::byte{0xFF});
  device_.upload(sorted_keys_, bytes.data(), bytes.size());
}

std::string Workload::fault(const Job& job) {
  return std::visit([this](const auto& its) { return fault(its); }, job);
}

std::string Workload::fault(const FormJob& job) {
  if (form_ == Form::argsort) {
    const OrderCheck check = device_.check_order(job.keys, order_, job.n);
    return check.ok() ? "" : check.sentence();
  }
  std::vector<std::byte> sorted(gives_order(form_) ? 0 : keys_.size());
  std::vector<std::uint32_t> order(gives_order(form_) || has_values(form_) ? job.n : 0);
  if (!sorted.empty()) device_.download(sorted.data(), sorted_keys_, sorted.size());
  if (!order.empty()) device_.download(order.data(), order_, bytes_of(order));
  return fault_of(form_, {keys_, sorted, order});
}

const std::vector<std::uint32_t>& Workload::expected_keys(const Place& eye) {
  if (eye == input_.eyes.front()) return input_.keys;
  if (eye != expected_eye_ || expected_keys_.empty()) {
    expected_keys_ = host_keys(*input_.geometry, eye);
    expected_eye_ = eye;
  }
  return expected_keys_;
}

std::string Workload::fault(DistanceJob job) {
  job.keys = made_keys_;
  device_.make_keys(job);
  std::vector<std::uint32_t> made(job.n);
  device_.download(made.data(), made_keys_, bytes_of(made));
  if (std::string wrong = difference(made, expected_keys({job.eye[0], job.eye[1], job.eye[2]})); !wrong.empty())
    return wrong;
  const OrderCheck check = device_.check_order(made_keys_, order_, job.n);
  return check.ok() ? "" : check.sentence();
}

}  // namespace farfirst::bench

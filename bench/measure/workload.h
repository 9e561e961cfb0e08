#pragma once
// The buffers of one measurement on one device, shared by all entries in turn, and its jobs. The inputs are copies that
// together are twice as large as the device's cache, used in turn, so the next one is never cached.

#include <farfirst/forms.h>

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "inputs/input.h"

namespace farfirst::bench {

using Job = std::variant<FormJob, DistanceJob>;

class Workload {
 public:
  /// `cache_bytes` of 0: one copy. `input` must outlive it.
  Workload(Device& device, Form form, const Input& input, std::size_t cache_bytes);

  /// The job of an entry's call number `call`, on the next copy; a moving eye's position follows from the call.
  Job job_of(std::uint64_t call);
  /// The job to sort before that call, if the eye jumps before each call.
  std::optional<Job> job_before(std::uint64_t call);
  /// Calls whose results check the whole path: one in the middle, the last, the first, and those after them. None if
  /// the eye stands still.
  std::vector<std::uint64_t> checked_calls() const;
  /// Makes sure that no result of an earlier sort passes for the next one's.
  void poison();
  /// Empty if the outputs of `job`, the last that was sorted, are right. The device checks orders of uint32 keys, after
  /// the host has compared the keys made from positions. The host checks the outputs of other forms.
  std::string fault(const Job& job);

  unsigned copies() const noexcept { return copies_; }

 private:
  OwnedBuffer uploaded(const void* content, std::size_t bytes);
  void upload_copies(std::vector<std::byte> image);
  Buffer input_part(std::size_t offset, std::size_t bytes) const;
  FormJob sort_job() const;
  Source source() const;
  DistanceJob distance_job(const Place& eye) const;
  const std::vector<std::uint32_t>& expected_keys(const Place& eye);
  std::string fault(const FormJob& job);
  std::string fault(DistanceJob job);

  Device& device_;
  const Form form_;
  const Input& input_;
  std::vector<std::byte> keys_;  // of the form
  std::size_t corners_at_ = 0;   // in a copy, after the positions
  std::size_t stride_ = 0;       // of the copies
  unsigned copies_ = 1, turn_ = 0;
  std::vector<Source> sources_;               // of distance jobs, one for each copy
  Place expected_eye_{};                      // of the last keys made on the host,
  std::vector<std::uint32_t> expected_keys_;  // if they differ from the input's
  OwnedBuffer inputs_, values_, order_, sorted_keys_, made_keys_;
};

}  // namespace farfirst::bench

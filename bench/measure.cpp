// See measure.h.
#include "measure.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <map>

#include "commands.h"
#include "statistics.h"

namespace farfirst::bench {

namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

ParameterValue parse_parameter(const std::string& text) {
  const std::size_t equals = text.find('=');
  std::size_t used = 0;
  try {
    if (equals != std::string::npos) {
      const std::string number = text.substr(equals + 1);
      const std::int64_t value = std::stoll(number, &used);
      if (used == number.size()) return {text.substr(0, equals), value};
    }
  } catch (const std::exception&) {}
  throw Failure(usage, fmt::format("--entries: \"{}\" is not a parameter and a whole number, like threads=1", text));
}

Times times_of(const std::vector<double>& milliseconds) {
  return {quantile(milliseconds, 0.5), quantile(milliseconds, 0.05), quantile(milliseconds, 0.95)};
}

/// Passes of one name, over several traced sorts.
class PassSums {
 public:
  void add(const std::vector<Pass>& passes) {
    std::map<std::string, PassRow> sums;
    for (const Pass& pass : passes) {
      const std::string name(pass.name);
      if (std::find(names_.begin(), names_.end(), name) == names_.end()) names_.push_back(name);
      PassRow& sum = sums[name];
      ++sum.count;
      sum.milliseconds += pass.milliseconds;
    }
    for (const auto& [name, sum] : sums) {
      times_[name].push_back(sum.milliseconds);
      counts_[name] = sum.count;
    }
  }
  std::vector<PassRow> rows() const {
    std::vector<PassRow> rows;
    for (const std::string& name : names_) rows.push_back({name, counts_.at(name), quantile(times_.at(name), 0.5)});
    return rows;
  }

 private:
  std::vector<std::string> names_;  // in the sequence in which they began
  std::map<std::string, std::vector<double>> times_;
  std::map<std::string, int> counts_;
};

}  // namespace

Choice parse_choice(const std::string& text) {
  std::size_t colon = text.find(':');
  const std::string id = text.substr(0, colon);
  Choice choice{.text = text, .algorithm = find(id), .parameters = {}};
  if (choice.algorithm == nullptr) {
    throw Failure(usage, fmt::format("--entries: there is no \"{}\"; farfirst-bench list shows them", id));
  }
  const std::string absent = why_unavailable(*choice.algorithm);
  if (!absent.empty()) throw Failure(sort_unavailable, absent);
  while (colon != std::string::npos) {
    const std::size_t next = text.find(':', colon + 1);
    choice.parameters.push_back(parse_parameter(text.substr(colon + 1, next - colon - 1)));
    colon = next;
  }
  return choice;
}

namespace {

/// The buffers of one measurement on one device. All contestants of the device use them in turn.
class Ring {
 public:
  Ring(Device& device, Form form, std::span<const std::byte> keys, std::uint32_t n, std::size_t cache_bytes)
      : device_(device), form_(form), n_(n), keys_(keys), stride_((keys.size() + 255) / 256 * 256) {
    // Twice the cache, so that what is read next is not there.
    if (cache_bytes > 0) copies_ = static_cast<unsigned>(std::max<std::size_t>(2, 2 * cache_bytes / stride_ + 1));
    std::vector<std::byte> image(copies_ * stride_);
    for (unsigned i = 0; i < copies_; ++i)
      std::copy(keys.begin(), keys.end(), image.begin() + static_cast<std::ptrdiff_t>(i * stride_));
    all_keys_ = uploaded(image.data(), image.size());
    std::vector<std::uint32_t> words(n, 0xFFFFFFFFu);
    order_ = uploaded(words.data(), words.size() * 4);
    if (is_argsort(form)) return;
    sorted_keys_ = OwnedBuffer(device, keys.size());
    if (!has_values(form)) return;
    for (std::uint32_t i = 0; i < n; ++i) words[i] = i;
    values_ = uploaded(words.data(), words.size() * 4);
  }

  /// The job on the next copy of the keys.
  SortJob next() {
    Buffer keys = all_keys_;
    keys.offset += turn_++ % copies_ * stride_;
    keys.bytes = keys_.size();
    SortJob job{.n = n_, .keys = keys};
    if (is_argsort(form_)) {
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

  /// No result of an earlier sort may be taken for this one's.
  void poison() {
    const std::vector<std::uint32_t> words(n_, 0xFFFFFFFFu);
    device_.upload(order_, words.data(), words.size() * 4);
    if (!is_argsort(form_)) {
      const std::vector<std::byte> bytes(keys_.size(), std::byte{0xFF});
      device_.upload(sorted_keys_, bytes.data(), bytes.size());
    }
  }

  /// Empty if the outputs are right: an argsort's order is checked by the device, the other forms by the host.
  std::string fault(const SortJob& job) {
    if (form_ == Form::argsort) {
      const OrderCheck check = device_.check_order(job.keys, order_, n_);
      return check.ok() ? "" : check.sentence();
    }
    std::vector<std::byte> sorted(is_argsort(form_) ? 0 : keys_.size());
    std::vector<std::uint32_t> order(is_argsort(form_) || has_values(form_) ? n_ : 0);
    if (!sorted.empty()) device_.download(sorted.data(), sorted_keys_, sorted.size());
    if (!order.empty()) device_.download(order.data(), order_, order.size() * 4);
    return fault_of(form_, {keys_, sorted, order});
  }

  unsigned copies() const noexcept { return copies_; }

 private:
  OwnedBuffer uploaded(const void* content, std::size_t bytes) {
    OwnedBuffer buffer(device_, bytes);
    device_.upload(buffer, content, bytes);
    return buffer;
  }

  Device& device_;
  const Form form_;
  const std::uint32_t n_;
  const std::span<const std::byte> keys_;
  const std::size_t stride_;
  unsigned copies_ = 1;
  std::size_t turn_ = 0;
  OwnedBuffer all_keys_, values_, order_, sorted_keys_;
};

/// Scratch that all contestants of a device use in turn: any contents will do.
class SharedScratch {
 public:
  void grow(const Requirements& requirements) {
    for (std::size_t i = 0; i < requirements.scratch.size(); ++i) {
      if (i == bytes_.size()) bytes_.push_back(0);
      bytes_[i] = std::max(bytes_[i], requirements.scratch[i]);
    }
  }
  void allocate(Device& device) { memory_ = Workspace(device, {.scratch = bytes_, .state = 0}); }
  void attach(SortJob& job) const { memory_.attach(job); }

 private:
  std::vector<std::size_t> bytes_;
  Workspace memory_;
};

}  // namespace

/// A device, and how it is timed.
struct Arena::Side {
  std::unique_ptr<Device> device;
  std::unique_ptr<StreamTimer> timer;  // of a GPU
};

namespace {

/// What one contestant's sorts took, in milliseconds.
struct Timed {
  double device = 0, wall = 0;
};

class Contestant {
 public:
  Contestant(const Choice& choice, Device& device, StreamTimer* timer, Form form, std::uint32_t n)
      : name(choice.text),
        device_(device),
        timer_(timer),
        sorter_(make_sorter(device, *choice.algorithm, {.form = form, .max_n = n, .parameters = choice.parameters})) {
    if (sorter_->requirements().state > 0) state_ = OwnedBuffer(device, sorter_->requirements().state);
  }

  const Requirements& requirements() const { return sorter_->requirements(); }

  Timed sort(SortJob job, const SharedScratch& scratch, bool trace = false) {
    scratch.attach(job);
    job.state = state_;
    job.trace = trace;
    const auto begin = std::chrono::steady_clock::now();
    if (timer_ != nullptr) timer_->start();
    sorter_->sort(job);
    if (timer_ != nullptr) timer_->stop();
    device_.finish();
    const double wall = seconds_since(begin) * 1000;
    return {timer_ != nullptr ? timer_->milliseconds() : wall, wall};
  }

  void verify(Ring& ring, const SharedScratch& scratch) {
    ring.poison();
    const SortJob job = ring.next();
    expected = sort(job, scratch).wall / 1000;
    const std::string fault = ring.fault(job);
    if (!fault.empty()) throw Failure(order_wrong, fmt::format("{}: {}", name, fault));
  }

  void trace(Ring& ring, const SharedScratch& scratch) {
    sort(ring.next(), scratch, true);
    std::vector<Pass> passes;
    while (sorter_->take_trace(passes)) {}
    pass_sums.add(passes);
  }

  std::string name;
  double expected = 0;  // seconds
  int rounds = 0;
  std::vector<double> device_times, wall_times;
  PassSums pass_sums;

 private:
  Device& device_;
  StreamTimer* timer_;
  std::unique_ptr<Sorter> sorter_;
  OwnedBuffer state_;
};

/// The contestants of one device.
struct Team {
  Backend backend;
  Ring ring;
  SharedScratch scratch;
  std::vector<std::unique_ptr<Contestant>> members;
};

bool takes_part(const Choice& choice, Backend backend, Form form, std::uint32_t n) {
  const Algorithm& algorithm = *choice.algorithm;
  const bool supplied = form == Form::pairs || (form == Form::pairs64 && algorithm.forms.has(Form::argsort64));
  return algorithm.backend == backend && n <= algorithm.max_n && (algorithm.forms.has(form) || supplied);
}

template <class Function>
void for_each_member(std::vector<std::unique_ptr<Team>>& teams, Function f) {
  for (const auto& team : teams) {
    for (const auto& member : team->members) f(*team, *member);
  }
}

/// What takes part is run, slow sorts left out, until clocks have settled.
void warm_up(std::vector<std::unique_ptr<Team>>& teams, double seconds) {
  const auto begin = std::chrono::steady_clock::now();
  bool any = true;
  while (any && seconds_since(begin) < seconds) {
    any = false;
    for_each_member(teams, [&](Team& team, Contestant& member) {
      if (member.expected > seconds) return;
      member.sort(team.ring.next(), team.scratch);
      any = true;
    });
  }
}

void time_in_turn(std::vector<std::unique_ptr<Team>>& teams, int repeat) {
  for (int round = 0; round < repeat; ++round) {
    for_each_member(teams, [&](Team& team, Contestant& member) {
      if (round >= member.rounds) return;
      const Timed timed = member.sort(team.ring.next(), team.scratch);
      member.device_times.push_back(timed.device);
      member.wall_times.push_back(timed.wall);
    });
  }
}

Row row_of(const Team& team, const Contestant& member, Form form, const Input& input) {
  Row row{.entry = member.name,
          .form = form,
          .input = input.name,
          .n = static_cast<std::uint32_t>(input.keys.size()),
          .backend = team.backend,
          .time = times_of(member.device_times),
          .wall = times_of(member.wall_times),
          .repeats = member.rounds,
          .key_buffers = team.ring.copies(),
          .passes = member.pass_sums.rows()};
  for (const std::size_t bytes : member.requirements().scratch) row.scratch += bytes;
  return row;
}

}  // namespace

Arena::Arena(const Options& options) : options_(options) {}
Arena::~Arena() = default;

Arena::Side& Arena::side(Backend backend) {
  std::unique_ptr<Side>& side = sides_[static_cast<std::size_t>(backend)];
  if (side) return *side;
  side = std::make_unique<Side>();
  side->device = open(backend, {.cpu_threads = options_.cpu_threads, .cuda_device = options_.cuda_device});
  if (backend == Backend::cuda) {
    side->timer = std::make_unique<StreamTimer>(*side->device);
    gpu_ = gpu_facts(options_.cuda_device);
  }
  return *side;
}

std::string Arena::description(Backend backend) { return side(backend).device->description(); }

std::vector<Row> Arena::measure(const std::vector<Choice>& choices, const Input& input, const MeasureOptions& options) {
  const std::uint32_t n = static_cast<std::uint32_t>(input.keys.size());
  const std::vector<std::byte> keys = keys_of_form(options.form, input.keys, input.meaning);
  std::vector<std::unique_ptr<Team>> teams;
  for (const Backend backend : {Backend::cpu, Backend::cuda, Backend::gl}) {
    const auto chosen = [&](const Choice& choice) { return takes_part(choice, backend, options.form, n); };
    if (std::none_of(choices.begin(), choices.end(), chosen)) continue;
    Side& its = side(backend);
    const std::size_t cache = backend == Backend::cuda ? gpu_.cache_bytes : 0;
    teams.push_back(std::make_unique<Team>(Team{
        .backend = backend, .ring = Ring(*its.device, options.form, keys, n, cache), .scratch = {}, .members = {}}));
    Team& team = *teams.back();
    for (const Choice& choice : choices) {
      if (!chosen(choice)) continue;
      team.members.push_back(std::make_unique<Contestant>(choice, *its.device, its.timer.get(), options.form, n));
      team.scratch.grow(team.members.back()->requirements());
    }
    team.scratch.allocate(*its.device);
  }

  for_each_member(teams, [&](Team& team, Contestant& member) {
    member.verify(team.ring, team.scratch);
    const double affordable = options.most_seconds / std::max(member.expected, 1e-9);
    member.rounds = static_cast<int>(std::clamp(affordable, 1.0, static_cast<double>(options.repeat)));
  });
  warm_up(teams, options.warm_up_seconds);
  time_in_turn(teams, options.repeat);
  if (options.passes) {
    for (int round = 0; round < options.repeat; ++round) {
      for_each_member(teams, [&](Team& team, Contestant& member) {
        if (round < member.rounds) member.trace(team.ring, team.scratch);
      });
    }
  }
  for_each_member(teams, [](Team& team, Contestant& member) { member.verify(team.ring, team.scratch); });

  std::vector<Row> rows;
  for (const Choice& choice : choices) {  // in the sequence in which they were named
    for_each_member(teams, [&](const Team& team, const Contestant& member) {
      if (member.name == choice.text) rows.push_back(row_of(team, member, options.form, input));
    });
  }
  return rows;
}

Times Arena::transfer(Backend backend, std::size_t bytes, int repeat) {
  Device& device = *side(backend).device;
  std::vector<std::byte> host(bytes);
  const OwnedBuffer buffer(device, bytes);
  std::vector<double> milliseconds;
  for (int round = -1; round < repeat; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    device.upload(buffer, host.data(), bytes);
    device.download(host.data(), buffer, bytes);
    if (round >= 0) milliseconds.push_back(seconds_since(begin) * 1000);
  }
  return times_of(milliseconds);
}

}  // namespace farfirst::bench

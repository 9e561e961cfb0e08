// See arena.h.
#include "arena.h"

#include <farfirst/gl.h>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>

#include "opengl.h"
#include "program/failure.h"
#include "report/statistics.h"
#include "team.h"

namespace farfirst::bench {

namespace {

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

/// A device and its timer.
struct Arena::Side {
  std::unique_ptr<OpenGL> opengl;  // its context, where it needs one
  std::unique_ptr<Device> device;
  std::unique_ptr<DeviceTimer> timer;
  std::unique_ptr<Replay> replay;
  std::string_view clock = "wall clock";  // if there is no timer
  std::size_t cache_bytes = 0;            // of a GPU
};

namespace {

using Teams = std::vector<std::unique_ptr<Team>>;

bool takes_part(const Choice& choice, Backend backend, Form form, std::uint32_t n) {
  const Algorithm& algorithm = *choice.algorithm;
  const bool supplied =
      form == Form::distance || form == Form::pairs || (form == Form::pairs64 && algorithm.forms.has(Form::argsort64));
  return algorithm.backend == backend && n <= algorithm.max_n && (algorithm.forms.has(form) || supplied);
}

template <class Function>
void for_each_member(Teams& teams, Function f) {
  for (const auto& team : teams) {
    for (const auto& member : team->members) f(*team, *member);
  }
}

/// Verifies the next call of every entry and, if the eye moves, the calls that check its whole path.
void verify(Teams& teams) {
  for_each_member(teams, [](Team& team, TimedEntry& member) { member.verify(team.workload, team.scratch); });
  std::vector<std::uint64_t> calls;
  if (!teams.empty()) calls = teams.front()->workload.checked_calls();
  for (const std::uint64_t call : calls) {
    for_each_member(teams, [&](Team& team, TimedEntry& member) {
      member.go_to(call);
      member.verify(team.workload, team.scratch);
    });
  }
}

// ---- Warming up

/// Repeats the sorts of a team until their times settle.
class WarmUp {
 public:
  /// `seconds`: limit for a batch of all of them; slower ones are left out.
  WarmUp(Team& team, double seconds) : team_(team) {
    for (const auto& member : team.members) {
      if (member->expected > seconds && member->expected < 5 * seconds) sort(*member);  // the first one loads code
      if (member->expected <= seconds) members_.push_back(member.get());
    }
    share_ = seconds / static_cast<double>(std::max<std::size_t>(members_.size(), 1));
  }

  /// Sorts with each of them several times, in turn.
  void sort_batch() {
    std::vector<std::vector<double>> times(members_.size());
    constexpr double most = 5;
    for (double round = 0; round < most; ++round) {
      for (std::size_t i = 0; i < members_.size(); ++i) {
        if (round > 0 && round * members_[i]->expected > share_) continue;
        times[i].push_back(sort(*members_[i]));
      }
    }
    std::vector<double> medians;
    for (const auto& its : times) medians.push_back(quantile(its, 0.5));
    if (!medians_.empty()) team_.settled = agree(medians_, medians, 0.02) ? Settled::yes : Settled::no;
    medians_ = std::move(medians);
  }

  bool is_done() const { return members_.empty() || team_.settled == Settled::yes; }

 private:
  /// Returns milliseconds of the device.
  double sort(TimedEntry& member) {
    const Timed timed = member.sort_next(team_.workload, team_.scratch);
    member.expected = std::min(member.expected, timed.wall / 1000);
    return timed.device;
  }

  Team& team_;
  std::vector<TimedEntry*> members_;
  double share_ = 0;
  std::vector<double> medians_;
};

/// Runs all entries except slow sorts for the given time, then until clocks have settled or a limit has passed.
void warm_up(Teams& teams, double seconds) {
  if (seconds <= 0) return;
  constexpr double most = 5;
  const auto begin = std::chrono::steady_clock::now();
  std::vector<WarmUp> each;
  for (const auto& team : teams) each.emplace_back(*team, seconds);
  for (int batches = 0;; ++batches) {
    const double passed = seconds_since(begin);
    const bool done = passed >= seconds && std::ranges::all_of(each, &WarmUp::is_done);
    if (batches >= 2 && (done || passed >= most * seconds)) break;
    for (WarmUp& its : each) its.sort_batch();
  }
}

// ---- Timing

/// Calls f(team, member, whether it is the last time) for each in turn, for the number of rounds of each.
template <class Function>
void in_turn(Teams& teams, int repeat, Function f) {
  for (int round = 0; round < repeat; ++round) {
    for_each_member(teams, [&](Team& team, TimedEntry& member) {
      if (round < member.rounds) f(team, member, round + 1 == member.rounds);
    });
  }
}

void leave_out(const MeasureOptions& options, const std::string& why) {
  if (options.left_out) return options.left_out(why);
  fmt::print(stderr, "farfirst-bench: left out: {}\n", why);
}

Row row_of(const Team& team, const TimedEntry& member, Form form, const Input& input) {
  Row row{.entry = member.name,
          .form = form,
          .input = input.name,
          .n = input.n(),
          .backend = team.backend,
          .time = times_of(member.device_times),
          .wall = times_of(member.wall_times),
          .clock = team.clock,
          .repeats = member.rounds,
          .key_buffers = team.workload.copies(),
          .passes = member.pass_sums.rows(),
          .settled = team.settled};
  row.scratch = member.requirements().own;
  for (const std::size_t bytes : member.requirements().scratch) row.scratch += bytes;
  return row;
}

}  // namespace

Arena::Arena(const Options& options) : options_(options) {}
Arena::~Arena() = default;

Arena::Side& Arena::side(Backend backend) {
  std::unique_ptr<Side>& side = sides_[static_cast<std::size_t>(backend)];
  if (side) return *side;
  auto opened = std::make_unique<Side>();
  switch (backend) {
    case Backend::cpu:
      opened->device = open(backend, {.cpu_threads = options_.cpu_threads});
      break;
    case Backend::cuda:
      open_cuda(*opened);
      break;
    case Backend::gl:
      open_gl(*opened);
      break;
  }
  side = std::move(opened);
  return *side;
}

std::string Arena::why_closed(Backend backend) {
  try {
    side(backend);
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

void Arena::open_cuda(Side& side) {
  side.device = open(Backend::cuda, {.cuda_device = options_.cuda_device});
  side.timer = make_cuda_timer(*side.device);
  if (options_.cuda_graphs) side.replay = make_cuda_replay(*side.device);
  side.clock = options_.cuda_graphs ? "CUDA events, graph" : "CUDA events";
  gpu_ = gpu_facts(options_.cuda_device);
  side.cache_bytes = gpu_.cache_bytes;
  if (!nvml_) nvml_ = std::make_unique<Nvml>(gpu_.pci_address);
}

void Arena::open_gl(Side& side) {
  side.opengl = std::make_unique<OpenGL>(options_.cuda_device);
  side.device = side.opengl->open_device();
  side.timer = side.opengl->make_timer(*side.device);
  opengl_ = side.opengl->version();
  if (is_software(*side.device)) return;
  side.clock = "OpenGL timestamps";
  // OpenGL has no query for it: take that of the same GPU in CUDA, else the largest of any GPU in 2025.
  constexpr std::size_t most = std::size_t{128} << 20;
  const GpuFacts facts = why_unavailable(Backend::cuda).empty() ? gpu_facts(options_.cuda_device) : GpuFacts{};
  side.cache_bytes = facts.cache_bytes > 0 ? facts.cache_bytes : most;
  const bool is_nvidia = side.device->description().find("NVIDIA") != std::string::npos;
  if (is_nvidia && !nvml_) nvml_ = std::make_unique<Nvml>(facts.pci_address);
}

void Arena::open_for(const std::vector<Choice>& choices) {
  for (const Choice& choice : choices) why_closed(choice.algorithm->backend);
}

std::string Arena::description(Backend backend) { return side(backend).device->description(); }

std::string Arena::gpu_state() const {
  if (!nvml_) return {};
  return nvml_->why_absent().empty() ? sentence(nvml_->state()) : "unknown: " + nvml_->why_absent();
}

std::unique_ptr<Team> Arena::team_of(Backend backend, const std::vector<Choice>& choices, const Input& input,
                                     const MeasureOptions& options) {
  std::vector<Choice> chosen;
  std::ranges::copy_if(choices, std::back_inserter(chosen),
                       [&](const Choice& choice) { return takes_part(choice, backend, options.form, input.n()); });
  if (chosen.empty()) return nullptr;
  const bool requires_named = std::ranges::any_of(chosen, &Choice::named);
  if (const std::string absent = why_closed(backend); !absent.empty()) {
    if (requires_named) throw Failure(sort_unavailable, absent);
    leave_out(options, absent);
    return nullptr;
  }
  try {
    Side& its = side(backend);
    auto team = std::make_unique<Team>(Team{.backend = backend,
                                            .clock = its.clock,
                                            .workload = Workload(*its.device, options.form, input, its.cache_bytes),
                                            .scratch = {},
                                            .members = {}});
    for (const Choice& choice : chosen) {
      try {
        team->members.push_back(std::make_unique<TimedEntry>(choice, *its.device, its.timer.get(), its.replay.get(),
                                                             options.form, input.n()));
        team->scratch.grow(team->members.back()->requirements());
      } catch (const Error& error) {
        if (choice.named) throw;
        leave_out(options, error.what());
      }
    }
    team->scratch.allocate(*its.device);
    return team;
  } catch (const OutOfMemory& error) {
    if (requires_named) throw;
    leave_out(options, fmt::format("all {} entries at {} elements: {}", name_of(backend), input.n(), error.what()));
    return nullptr;
  }
}

std::vector<Row> Arena::measure(const std::vector<Choice>& choices, const Input& input, const MeasureOptions& options) {
  Teams teams;
  for (const Backend backend : {Backend::cpu, Backend::cuda, Backend::gl}) {
    if (auto team = team_of(backend, choices, input, options)) teams.push_back(std::move(team));
  }
  verify(teams);
  warm_up(teams, options.warm_up_seconds);
  for_each_member(teams, [&](Team&, TimedEntry& member) {
    const double affordable = options.most_seconds / std::max(member.expected, 1e-9);
    member.rounds = static_cast<int>(std::clamp(affordable, 1.0, static_cast<double>(options.repeat)));
  });
  // The last timed result is checked in place. Before and after timing, sorts into poisoned memory are checked.
  in_turn(teams, options.repeat,
          [](Team& team, TimedEntry& member, bool last) { member.time(team.workload, team.scratch, last); });
  const GpuState gpu = nvml_ ? nvml_->state() : GpuState{};
  if (options.passes) {
    in_turn(teams, options.repeat,
            [](Team& team, TimedEntry& member, bool) { member.trace(team.workload, team.scratch); });
    for_each_member(teams, [](Team& team, TimedEntry& member) { member.verify(team.workload, team.scratch, true); });
  }
  verify(teams);

  std::vector<Row> rows;
  for (const Choice& choice : choices) {  // in the sequence of the command line
    for_each_member(teams, [&](const Team& team, const TimedEntry& member) {
      if (member.name != choice.text) return;
      rows.push_back(row_of(team, member, options.form, input));
      if (team.backend != Backend::cpu) rows.back().gpu = gpu;
    });
  }
  return rows;
}

Times Arena::transfer(Backend backend, std::size_t bytes, int repeat) {
  Device& device = *side(backend).device;
  std::vector<std::uint8_t> host(bytes), back(bytes);
  for (std::size_t i = 0; i < bytes; ++i) host[i] = static_cast<std::uint8_t>(i * 2654435761u >> 24);
  const OwnedBuffer buffer(device, bytes);
  std::vector<double> milliseconds;
  for (int round = -1; round < repeat; ++round) {
    std::ranges::fill(back, std::uint8_t{0});
    const auto begin = std::chrono::steady_clock::now();
    device.upload(buffer, host.data(), bytes);
    device.download(back.data(), buffer, bytes);
    if (round >= 0) milliseconds.push_back(seconds_since(begin) * 1000);
    if (back != host) throw Failure(failed, "data copied to the device and back has changed");
  }
  return times_of(milliseconds);
}

double share_of(const PassRow& pass, const Row& row) {
  double sum = 0;
  for (const PassRow& each : row.passes) sum += each.milliseconds;
  return sum > 0 ? pass.milliseconds / sum : 0;
}

}  // namespace farfirst::bench

// See measure.h.
#include "measure.h"

#include <farfirst/gl.h>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>

#include "commands.h"
#include "opengl.h"
#include "statistics.h"
#include "team.h"

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

/// A device, and how it is timed.
struct Arena::Side {
  std::unique_ptr<OpenGL> opengl;  // its context, where it needs one
  std::unique_ptr<Device> device;
  std::unique_ptr<DeviceTimer> timer;
  std::unique_ptr<Replay> replay;
  std::string_view clock = "wall clock";  // where there is no timer
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

/// Everybody's next call, then, where the eye moves, those that tell about its whole path.
void verify(Teams& teams) {
  for_each_member(teams, [](Team& team, Contestant& member) { member.verify(team.workload, team.scratch); });
  std::vector<std::uint64_t> calls;
  if (!teams.empty()) calls = teams.front()->workload.telling_calls();
  for (const std::uint64_t call : calls) {
    for_each_member(teams, [&](Team& team, Contestant& member) {
      member.go_to(call);
      member.verify(team.workload, team.scratch);
    });
  }
}

/// What takes part is run, slow sorts left out, until clocks have settled.
void warm_up(Teams& teams, double seconds) {
  const auto begin = std::chrono::steady_clock::now();
  bool any = true;
  while (any && seconds_since(begin) < seconds) {
    any = false;
    for_each_member(teams, [&](Team& team, Contestant& member) {
      if (member.expected > seconds) return;
      member.sort_next(team.workload, team.scratch);
      any = true;
    });
  }
}

/// Calls f(team, member) for each in turn, for as many rounds as each was given.
template <class Function>
void in_turn(Teams& teams, int repeat, Function f) {
  for (int round = 0; round < repeat; ++round) {
    for_each_member(teams, [&](Team& team, Contestant& member) {
      if (round < member.rounds) f(team, member);
    });
  }
}

Row row_of(const Team& team, const Contestant& member, Form form, const Input& input) {
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
}

void Arena::open_gl(Side& side) {
  side.opengl = std::make_unique<OpenGL>(options_.cuda_device);
  side.device = side.opengl->open_device();
  side.timer = side.opengl->make_timer(*side.device);
  opengl_ = side.opengl->version();
  if (is_software(*side.device)) return;
  side.clock = "OpenGL timestamps";
  // OpenGL does not tell: that of the same GPU in CUDA's words, else as much as the largest GPUs had in 2025.
  constexpr std::size_t most = std::size_t{128} << 20;
  const std::size_t told = why_unavailable(Backend::cuda).empty() ? gpu_facts(options_.cuda_device).cache_bytes : 0;
  side.cache_bytes = told > 0 ? told : most;
}

std::string Arena::description(Backend backend) { return side(backend).device->description(); }

std::unique_ptr<Team> Arena::team_of(Backend backend, const std::vector<Choice>& choices, const Input& input,
                                     Form form) {
  const auto chosen = [&](const Choice& choice) { return takes_part(choice, backend, form, input.n()); };
  if (std::none_of(choices.begin(), choices.end(), chosen)) return nullptr;
  if (const std::string absent = why_closed(backend); !absent.empty()) {
    const auto insists = [&](const Choice& choice) { return chosen(choice) && choice.named; };
    if (std::any_of(choices.begin(), choices.end(), insists)) throw Failure(sort_unavailable, absent);
    fmt::print(stderr, "farfirst-bench: left out: {}\n", absent);
    return nullptr;
  }
  Side& its = side(backend);
  auto team = std::make_unique<Team>(Team{.backend = backend,
                                          .clock = its.clock,
                                          .workload = Workload(*its.device, form, input, its.cache_bytes),
                                          .scratch = {},
                                          .members = {}});
  for (const Choice& choice : choices) {
    if (!chosen(choice)) continue;
    try {
      team->members.push_back(
          std::make_unique<Contestant>(choice, *its.device, its.timer.get(), its.replay.get(), form, input.n()));
      team->scratch.grow(team->members.back()->requirements());
    } catch (const Error& error) {
      if (choice.named) throw;
      fmt::print(stderr, "farfirst-bench: left out: {}\n", error.what());
    }
  }
  team->scratch.allocate(*its.device);
  return team;
}

std::vector<Row> Arena::measure(const std::vector<Choice>& choices, const Input& input, const MeasureOptions& options) {
  Teams teams;
  for (const Backend backend : {Backend::cpu, Backend::cuda, Backend::gl}) {
    if (auto team = team_of(backend, choices, input, options.form)) teams.push_back(std::move(team));
  }
  verify(teams);
  for_each_member(teams, [&](Team&, Contestant& member) {
    const double affordable = options.most_seconds / std::max(member.expected, 1e-9);
    member.rounds = static_cast<int>(std::clamp(affordable, 1.0, static_cast<double>(options.repeat)));
  });
  warm_up(teams, options.warm_up_seconds);
  in_turn(teams, options.repeat, [](Team& team, Contestant& member) { member.time(team.workload, team.scratch); });
  if (options.passes) {
    in_turn(teams, options.repeat, [](Team& team, Contestant& member) { member.trace(team.workload, team.scratch); });
  }
  verify(teams);

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

#include "particles.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace farfirst::app {
namespace {

using Vec3 = glm::vec3;

constexpr float step_seconds = 1.0f / 60.0f;
constexpr float gravity = 9.81f;
constexpr Vec3 room_minimum(-2.4f, -0.15f, -2.4f);
constexpr Vec3 room_maximum(2.4f, 2.95f, 2.4f);

// The wind: a periodic grid that sinks slowly through the room, so that the smoke never drifts the same way twice.
constexpr std::uint32_t wind_cells = 32;  // a power of two
constexpr float wind_cell_size = 0.1875f;
constexpr std::uint32_t steps_per_cell = 60;  // it sinks
constexpr std::uint64_t wind_period = std::uint64_t{wind_cells} * steps_per_cell;
constexpr std::uint64_t warm_up_clock = 16 * wind_period;  // later than the birth of whatever lives at step 0

/// lowbias32 (C. Wellons, "Prospecting for Hash Functions", 2018): an integer hash without visible patterns.
constexpr std::uint32_t hash(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}

class Random {
 public:
  Random(std::uint32_t seed, std::uint32_t a, std::uint32_t b) : state_(hash(hash(hash(seed) ^ a) + b)) {}
  std::uint32_t bits() { return state_ = hash(state_ + 0x9e3779b9u); }
  float unit() { return static_cast<float>(bits() >> 8) * 0x1p-24f; }  // 0 <= x < 1
  float between(float low, float high) { return low + (high - low) * unit(); }
  /// Denser in the middle, inside the unit ball.
  Vec3 in_ball() {
    const Vec3 p{between(-1, 1), between(-1, 1), between(-1, 1)};  // braces: from left to right, in every compiler
    const float square = glm::dot(p, p);
    return square > 1.0f ? p / square : p;
  }

 private:
  std::uint32_t state_;
};

// ------------------------------------------------------------------------------------------------------------- sources

struct Source {
  Vec3 place;
  Vec3 velocity;
  float spread;                // of the velocity, m/s
  std::array<Vec3, 3> colors;  // sRGB: young, middle-aged, old
  float opacity;
};

// Unit directions 60 degrees apart, written out: cos and sin are not the same in every C library.
constexpr float s60 = 0.8660254f;
constexpr std::array<glm::vec2, 6> around = {glm::vec2(1, 0), {0.5f, s60},   {-0.5f, s60},
                                             {-1, 0},         {-0.5f, -s60}, {0.5f, -s60}};

Source side_jet(std::size_t i) {
  constexpr std::array<std::array<Vec3, 3>, 3> colors = {
      std::array{Vec3(0.75f, 1.0f, 0.95f), Vec3(0.10f, 0.85f, 0.75f), Vec3(0.05f, 0.45f, 0.60f)},
      std::array{Vec3(0.95f, 0.85f, 1.0f), Vec3(0.68f, 0.40f, 1.0f), Vec3(0.35f, 0.20f, 0.75f)},
      std::array{Vec3(0.80f, 0.92f, 1.0f), Vec3(0.20f, 0.60f, 1.0f), Vec3(0.10f, 0.25f, 0.80f)}};
  const Vec3 outward(around[i].x, 0, around[i].y);
  return {Vec3(0, 0.35f, 0) + 0.12f * outward, 1.25f * outward + Vec3(0, 4.8f, 0), 0.34f, colors[i % 3], 0.85f};
}

constexpr std::uint32_t jets = 7, vents = 3;

const std::array<Source, jets + vents>& sources() {
  static const std::array<Source, jets + vents> all = [] {
    std::array<Source, jets + vents> list;
    list[0] = {{0, 0.4f, 0},
               {0, 6.45f, 0},
               0.55f,
               {Vec3(1.0f, 1.0f, 1.0f), Vec3(0.55f, 0.88f, 1.0f), Vec3(0.15f, 0.40f, 0.95f)},
               0.9f};
    for (std::size_t i = 0; i < around.size(); ++i) list[1 + i] = side_jet(i);
    const Vec3 up(0, 0.9f, 0);
    list[jets] = {{-1.35f, 0.05f, 0.35f},
                  up,
                  0.16f,
                  {Vec3(1.0f, 0.80f, 0.35f), Vec3(0.95f, 0.40f, 0.35f), Vec3(0.45f, 0.25f, 0.45f)},
                  0.085f};
    list[jets + 1] = {{1.30f, 0.05f, -0.70f},
                      up,
                      0.16f,
                      {Vec3(1.0f, 0.55f, 0.70f), Vec3(0.75f, 0.40f, 0.80f), Vec3(0.35f, 0.32f, 0.60f)},
                      0.085f};
    list[jets + 2] = {{0.80f, 0.05f, 1.25f},
                      up,
                      0.16f,
                      {Vec3(0.75f, 0.95f, 0.60f), Vec3(0.45f, 0.75f, 0.60f), Vec3(0.30f, 0.42f, 0.50f)},
                      0.07f};
    return list;
  }();
  return all;
}

// ------------------------------------------------------------------------------------------------------------- palette

constexpr std::uint32_t shades = 64;  // per source, by the part of the life that has gone

std::uint32_t channel(float value) { return static_cast<std::uint32_t>(255.0f * glm::clamp(value, 0.0f, 1.0f) + 0.5f); }

std::uint32_t shade_of(const Source& source, float part) {
  const auto& [young, middle, old] = source.colors;
  const Vec3 color = part < 0.5f ? glm::mix(young, middle, 2 * part) : glm::mix(middle, old, 2 * part - 1);
  const float alpha = source.opacity * std::min({1.0f, 12 * part + 0.1f, 2.5f * (1 - part)});
  return channel(color.x) | channel(color.y) << 8 | channel(color.z) << 16 | channel(alpha) << 24;
}

std::vector<std::uint32_t> make_palette() {
  std::vector<std::uint32_t> palette;
  for (const Source& source : sources()) {
    for (std::uint32_t i = 0; i < shades; ++i) {
      palette.push_back(shade_of(source, static_cast<float>(i) / static_cast<float>(shades - 1)));
    }
  }
  return palette;
}

// ---------------------------------------------------------------------------------------------------------------- wind

std::uint32_t wind_index(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  constexpr std::uint32_t mask = wind_cells - 1;
  return ((z & mask) * wind_cells + (y & mask)) * wind_cells + (x & mask);
}

/// Random vectors on a coarse periodic grid, smoothly interpolated.
class Potential {
 public:
  Potential(std::uint32_t seed, std::uint32_t knots) : knots_(knots) {
    Random random(seed, 0x77696e64u, knots);
    for (std::uint32_t i = 0; i < knots * knots * knots; ++i) knot_.push_back(random.in_ball());
  }

  Vec3 at(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
    const std::array<std::uint32_t, 3> cell{x % wind_cells, y % wind_cells, z % wind_cells};
    const std::uint32_t step = wind_cells / knots_;
    std::array<std::uint32_t, 3> low{}, high{};
    Vec3 t;
    for (int axis = 0; axis < 3; ++axis) {
      const std::uint32_t c = cell[static_cast<std::size_t>(axis)];
      low[static_cast<std::size_t>(axis)] = c / step;
      high[static_cast<std::size_t>(axis)] = (c / step + 1) % knots_;
      const float part = static_cast<float>(c % step) / static_cast<float>(step);
      t[axis] = part * part * (3 - 2 * part);
    }
    const auto knot = [&](std::uint32_t i, std::uint32_t j, std::uint32_t k) {
      return knot_[(k * knots_ + j) * knots_ + i];
    };
    const auto row = [&](std::uint32_t j, std::uint32_t k) {
      return glm::mix(knot(low[0], j, k), knot(high[0], j, k), t.x);
    };
    const auto sheet = [&](std::uint32_t k) { return glm::mix(row(low[1], k), row(high[1], k), t.y); };
    return glm::mix(sheet(low[2]), sheet(high[2]), t.z);
  }

 private:
  std::uint32_t knots_;
  std::vector<Vec3> knot_;
};

/// The curl of a smooth random potential: it has no sources or sinks, so that smoke swirls and does not clump
/// (Bridson, Hourihan, Nordenstam, "Curl-noise for procedural fluid flow", 2007).
std::vector<Vec3> make_wind(std::uint32_t seed) {
  const Potential large(seed, 4), small(seed, 8);
  std::vector<Vec3> potential, wind;
  for (std::uint32_t z = 0; z < wind_cells; ++z)
    for (std::uint32_t y = 0; y < wind_cells; ++y)
      for (std::uint32_t x = 0; x < wind_cells; ++x)
        potential.push_back(0.55f * large.at(x, y, z) + 0.45f * small.at(x, y, z));
  const auto at = [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) { return potential[wind_index(x, y, z)]; };
  for (std::uint32_t z = 0; z < wind_cells; ++z)
    for (std::uint32_t y = 0; y < wind_cells; ++y)
      for (std::uint32_t x = 0; x < wind_cells; ++x) {
        const Vec3 dx = at(x + 1, y, z) - at(x - 1, y, z), dy = at(x, y + 1, z) - at(x, y - 1, z),
                   dz = at(x, y, z + 1) - at(x, y, z - 1);
        wind.push_back(Vec3(dy.z - dz.y, dz.x - dx.z, dx.y - dy.x) / (2 * wind_cell_size));
      }
  return wind;
}

/// The same picture is filled by few large or by many small particles: (10000 / count)^(3/8), from square roots.
float size_for(std::uint32_t count) {
  const float quarter = std::sqrt(std::sqrt(10000.0f / static_cast<float>(count)));
  return std::min(2.5f, quarter * std::sqrt(quarter));
}

// -------------------------------------------------------------------------------------------------------------- motion

// Component by component, which compilers turn into minimum and maximum instructions.
Vec3 inside_room(const Vec3& p) {
  const auto inside = [](float x, float low, float high) { return std::min(std::max(x, low), high); };
  return {inside(p.x, room_minimum.x, room_maximum.x), inside(p.y, room_minimum.y, room_maximum.y),
          inside(p.z, room_minimum.z, room_maximum.z)};
}

void move_droplet(Vec3& position, Vec3& velocity) {
  velocity.y -= gravity * step_seconds;
  position += velocity * step_seconds;
  if (position.y < 0.0f && velocity.y < 0.0f) {
    position.y = -position.y;
    velocity *= Vec3(0.65f, -0.55f, 0.65f);
  }
  position = inside_room(position);
}

/// How far the wind's grid has sunk, in cells.
float sunk_at(std::uint64_t clock) {
  return static_cast<float>(clock % wind_period) / static_cast<float>(steps_per_cell);
}

void move_puff(Vec3& position, Vec3& velocity, std::uint32_t index, const std::vector<Vec3>& winds, float sunk) {
  constexpr float cells_per_meter = 1.0f / wind_cell_size;
  // Every puff feels the wind of a place a little off its own, as if it were tossed about: plumes fray.
  const std::uint32_t own = hash(index);
  const auto part = [own](int shift) { return static_cast<float>(static_cast<int>(own >> shift & 255u)); };
  const Vec3 tossed = 5.0f / 256.0f * Vec3(part(0), part(8), part(16));
  // A whole number of periods is added, so that no cell is negative.
  const Vec3 cell = position * cells_per_meter + tossed + Vec3(4 * wind_cells, 4 * wind_cells + sunk, 4 * wind_cells);
  const auto whole = [](float x) { return static_cast<std::uint32_t>(static_cast<int>(x)); };
  const Vec3 wind = winds[wind_index(whole(cell.x), whole(cell.y), whole(cell.z))];
  const float height = std::min(1.0f, 0.25f + 0.5f * position.y);
  const Vec3 carried = 0.48f * height * wind + Vec3(0.04f, 0.60f - 0.19f * position.y, 0.0f);
  velocity += 0.05f * (carried - velocity);  // the puff follows the wind slowly: no cell of the grid shows
  position = inside_room(position + velocity * step_seconds);
}

}  // namespace

ParticleSystem::ParticleSystem(std::uint32_t count, std::uint32_t seed)
    : seed_(seed),
      droplets_((std::size_t{count} * 3 + 3) / 4),
      scale_(size_for(count)),
      positions_(count),
      velocities_(count),
      lives_(count),
      radii_(count),
      colors_(count),
      wind_(make_wind(seed)),
      palette_(make_palette()) {
  bounds_.add(room_minimum);
  bounds_.add(room_maximum);
  // Steady state: everybody is somewhere in the middle of a life, and has moved as far as that.
  for (std::size_t i = 0; i < count; ++i) {
    lives_[i].source = source_of(i);
    be_born(i);
    const std::uint32_t age = hash(hash(seed_) + static_cast<std::uint32_t>(i)) % lives_[i].length;
    for (std::uint32_t k = 0; k < age; ++k) {
      ++lives_[i].age;
      if (i < droplets_)
        move_droplet(positions_[i], velocities_[i]);
      else
        move_puff(positions_[i], velocities_[i], static_cast<std::uint32_t>(i), wind_,
                  sunk_at(warm_up_clock - age + k));
    }
  }
  paint();
}

ParticleSystem::~ParticleSystem() = default;

void ParticleSystem::step() {
  for (std::size_t i = 0; i < droplets_; ++i) {
    if (++lives_[i].age < lives_[i].length)
      move_droplet(positions_[i], velocities_[i]);
    else
      be_born(i);
  }
  const float sunk = sunk_at(warm_up_clock + steps_);
  for (std::size_t i = droplets_; i < positions_.size(); ++i) {
    if (++lives_[i].age < lives_[i].length)
      move_puff(positions_[i], velocities_[i], static_cast<std::uint32_t>(i), wind_, sunk);
    else
      be_born(i);
  }
  paint();
  ++steps_;
}

std::uint16_t ParticleSystem::source_of(std::size_t i) const {
  // Every third droplet belongs to the jet in the middle.
  const std::size_t source = i >= droplets_ ? jets + i % vents : i % 3 == 0 ? 0 : 1 + (i / 3 * 2 + i % 3) % (jets - 1);
  return static_cast<std::uint16_t>(source);
}

void ParticleSystem::be_born(std::size_t i) {
  Life& life = lives_[i];
  Random random(seed_, static_cast<std::uint32_t>(i), ++life.births);
  const bool droplet = i < droplets_;
  const Source& source = sources()[life.source];
  life.age = 0;
  life.length = static_cast<std::uint16_t>(droplet ? 90 + random.bits() % 60 : 220 + random.bits() % 160);
  positions_[i] = source.place + (droplet ? 0.03f : 0.14f) * random.in_ball();
  const float speed = random.between(0.92f, 1.0f);
  velocities_[i] = speed * source.velocity + source.spread * random.in_ball();
}

void ParticleSystem::paint() {
  const auto paint_range = [this](std::size_t from, std::size_t to, float young, float growth) {
    for (std::size_t i = from; i < to; ++i) {
      const Life life = lives_[i];
      const float part = static_cast<float>(life.age) / static_cast<float>(life.length);
      const auto shade = static_cast<int>(part * static_cast<float>(shades - 1) + 0.5f);
      const auto own = static_cast<int>(static_cast<std::uint32_t>(i) * 0x9e3779b1u >> 24);
      const float variety = 0.7f + 0.6f / 255.0f * static_cast<float>(own);
      radii_[i] = scale_ * variety * (young + growth * part);
      colors_[i] = palette_[life.source * shades + static_cast<std::uint32_t>(shade)];
    }
  };
  paint_range(0, droplets_, 0.046f, -0.016f);
  paint_range(droplets_, positions_.size(), 0.08f, 0.30f);
}

}  // namespace farfirst::app

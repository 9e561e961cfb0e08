// The step of a vector of particles, for the vector types included before.

namespace farfirst::app::simulate::HWY_NAMESPACE {

// Values of the particle are lanes in the shaders' language, all others keep the types of C++.
#ifdef __clang__
#pragma clang diagnostic ignored "-Wkeyword-macro"
#endif
#define float Real
#define uint Uint
#define vec3 Vec3
#define vec4 Vec4
#define ivec3 IVec3
#define SELECT(condition, yes, no) select(condition, yes, no)

/// Particles that live on. Those that spawn, die or touch something are stepped alone.
class LaneStep : StepData {
 public:
  explicit LaneStep(const StepData& data) : StepData(data), curves{data.curves} {}

  /// As many slots as there are lanes. Returns bits of those that are to be stepped alone.
  std::uint32_t step(std::uint32_t index, const SlotBlock& block) {
    const Birth birth = birth_in(index, block);
    const Vec4 motion = load(motions + emitter.first + index);
    const Mask alive = motion.w >= 0.0f, died = motion.w <= -1.0f && motion.w > -2.0f;
    const Mask living = without(alive, birth.happens);
    if (is_empty(living)) {
      if (!is_empty(died)) store(forgotten(motion, died), motions + emitter.first + index);
      return bits(birth.happens);
    }
    const Mask stays = step_living(emitter.first + index, living, died, birth, motion);
    return bits(birth.happens || without(living, stays));
  }

 private:
  struct Birth {
    Mask happens;
    Uint number;  // of the particle that is there
    Uint ring;
  };

#include "simulate/random.glsl"
//
#include "simulate/particle.glsl"
//
#include "simulate/forces.glsl"
//
#include "simulate/touch.glsl"

  Birth birth_in(std::uint32_t index, const SlotBlock& block) {
    if (emitter.birth == 0) {
      const Uint since = births_before(Uint(index) + Uint(hn::Iota(uint_tag, 0)));
      return {since < births.count, births.number + since - emitter.ring, 0u};
    }
    const std::uint32_t at = index - block.first;
    const Mask happens{hn::RebindMask(real_tag, hn::MaskFromVec(load(block.born + at).raw))};
    return {happens, load(numbers + emitter.first + index), load(block.rings + at)};
  }

  static Vec4 forgotten(Vec4 motion, Mask died) {
    motion.w = select(died, LONG_DEAD, motion.w);
    return motion;
  }

  /// Particles that still live and have touched nothing: only these are stepped.
  Mask step_living(std::uint32_t slot, Mask living, Mask died, const Birth& birth, const Vec4& motion) {
    const Vec4 place = load(places + slot);
    const Uint identity = identity_of(birth.number, birth.ring);
    const Real life = life_of(identity);
    // A NaN must not become the index of a table.
    Vec3 position(select(living, place.x, 0.0f), place.y, place.z), velocity(motion.x, motion.y, motion.z), way, after;
    fly(position, velocity, step_seconds, emitter.decay, emitter.gain, way, after);
    const Mask stays = living && life - motion.w > 1.0f && first_touch(position, way) > 1.0f;
    position += way;
    const Real age = motion.w + 1.0f, part = min(age / life, 1.0f);
    const Real radius = radius_of(identity, part, after, position.y);
    const Uint color = color_of(identity, part, after, position.y);
    store(select(stays, {position.x, position.y, position.z, radius}, place), places + slot);
    store(select(stays, {after.x, after.y, after.z, age}, forgotten(motion, died)), motions + slot);
    store(select(stays, color, load(colors + slot)), colors + slot);
    return stays;
  }

  Real first_touch(const Vec3& from, const Vec3& way) {
    Real first = 2.0f;
    for (std::uint32_t i = 0; i < collider_count; ++i) first = min(first, touch(colliders[i], from, way));
    return first;
  }

  Real touch(const ParticleCollider& collider, const Vec3& from, const Vec3& way) {
    const Vec3 out_of = from - collider.position, normal = collider.direction;
    if (collider.shape == 0) return when_at_side(dot(out_of, normal), dot(way, normal));
    if (collider.shape == 1) return when_at_sphere(out_of, collider.radius, way);
    if (collider.shape == 2) return entry_of_box(out_of, collider.half_size, way).when;
    const Vec3 low = out_of + collider.half_size, high = 2.0f * collider.half_size - low;
    const Real x = min(when_at_side(low.x, way.x), when_at_side(high.x, -way.x));
    const Real y = min(when_at_side(low.y, way.y), when_at_side(high.y, -way.y));
    return min(min(x, y), min(when_at_side(low.z, way.z), when_at_side(high.z, -way.z)));
  }

  Rows curves;
};

#undef float
#undef uint
#undef vec3
#undef vec4
#undef ivec3
#undef SELECT

/// All in one function: vectors are not passed through memory.
__attribute__((flatten)) std::size_t step(const StepData& data, const SlotBlock& block, std::uint32_t* alone) {
  LaneStep lane_step(data);
  std::uint32_t* end = alone;
  for (std::uint32_t i = block.first; i < block.first + block.count; i += lanes())
    for (std::uint32_t some = lane_step.step(i, block); some != 0; some &= some - 1)
      *end++ = i + static_cast<std::uint32_t>(std::countr_zero(some));
  return static_cast<std::size_t>(end - alone);
}

/// Emulated vectors take longer than one particle after the other.
StepBlock chosen_step() { return HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR ? nullptr : step; }

}  // namespace farfirst::app::simulate::HWY_NAMESPACE

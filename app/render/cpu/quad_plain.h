// Four numbers as an array, for machines without vectors of four.

namespace farfirst::app::cpu::HWY_NAMESPACE {

struct Quad {
  std::array<float, 4> values;
  friend Quad operator*(const Quad& a, const Quad& b) {
    return {
        {a.values[0] * b.values[0], a.values[1] * b.values[1], a.values[2] * b.values[2], a.values[3] * b.values[3]}};
  }
  friend Quad operator+(const Quad& a, const Quad& b) {
    return {
        {a.values[0] + b.values[0], a.values[1] + b.values[1], a.values[2] + b.values[2], a.values[3] + b.values[3]}};
  }
};
inline Quad load_quad(const float* from) { return {{from[0], from[1], from[2], from[3]}}; }
inline void store_quad(const Quad& x, float* to) { std::ranges::copy(x.values, to); }
inline Quad last_of(const Quad& x) { return {{x.values[3], x.values[3], x.values[3], x.values[3]}}; }

}  // namespace farfirst::app::cpu::HWY_NAMESPACE

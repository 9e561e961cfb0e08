#include "cloud_normals.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <future>
#include <numbers>
#include <thread>
#include <vector>

#include "point_tree.h"

namespace farfirst::app {
namespace {

constexpr std::size_t neighbors = 20;  // the point itself among them
// The variances along the axes of a neighbourhood, smallest first: the first as a share of the second, and the
// second of the third. Measured: the median of the former is 0.01 in clean scans, 0.2 in scans that do not quite fit
// together, and 0.6 in a random volume.
constexpr double flat = 0.4;        // of this share at most: evidence for a surface
constexpr double thickest = 0.8;    // of a larger share: no plane
constexpr double narrowest = 1e-4;  // of a smaller share: a line

struct Covariance {
  double xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;
};

Covariance covariance(const PointTree& tree, std::span<const PointTree::Neighbor> around) {
  const glm::dvec3 base(tree.points()[around.front().point].at);
  glm::dvec3 sum(0.0);
  Covariance c;
  for (const PointTree::Neighbor& neighbor : around) {
    const glm::dvec3 d = glm::dvec3(tree.points()[neighbor.point].at) - base;
    sum += d;
    c.xx += d.x * d.x, c.xy += d.x * d.y, c.xz += d.x * d.z;
    c.yy += d.y * d.y, c.yz += d.y * d.z, c.zz += d.z * d.z;
  }
  const glm::dvec3 mean = sum / static_cast<double>(around.size());
  c.xx -= sum.x * mean.x, c.xy -= sum.x * mean.y, c.xz -= sum.x * mean.z;
  c.yy -= sum.y * mean.y, c.yz -= sum.y * mean.z, c.zz -= sum.z * mean.z;
  return c;
}

/// The eigenvalues of a symmetric matrix, smallest first (Smith, Eigenvalues of a symmetric 3 x 3 matrix, 1961).
std::array<double, 3> eigenvalues(const Covariance& c) {
  const double mean = (c.xx + c.yy + c.zz) / 3.0;
  const double x = c.xx - mean, y = c.yy - mean, z = c.zz - mean;
  const double off = c.xy * c.xy + c.xz * c.xz + c.yz * c.yz;
  const double p = std::sqrt((x * x + y * y + z * z + 2.0 * off) / 6.0);
  if (!(p > 0.0)) return {mean, mean, mean};
  const double determinant =
      x * (y * z - c.yz * c.yz) - c.xy * (c.xy * z - c.yz * c.xz) + c.xz * (c.xy * c.yz - y * c.xz);
  const double angle = std::acos(std::clamp(0.5 * determinant / (p * p * p), -1.0, 1.0)) / 3.0;
  const double largest = mean + 2.0 * p * std::cos(angle);
  const double smallest = mean + 2.0 * p * std::cos(angle + 2.0 * std::numbers::pi / 3.0);
  return {smallest, 3.0 * mean - largest - smallest, largest};
}

/// The unit eigenvector of `value`, which is no double eigenvalue.
glm::dvec3 eigenvector(const Covariance& c, double value) {
  const glm::dvec3 a(c.xx - value, c.xy, c.xz), b(c.xy, c.yy - value, c.yz), d(c.xz, c.yz, c.zz - value);
  glm::dvec3 longest(0.0);
  for (const glm::dvec3& n : {glm::cross(a, b), glm::cross(a, d), glm::cross(b, d)}) {
    if (glm::dot(n, n) > glm::dot(longest, longest)) longest = n;
  }
  const double length = glm::length(longest);
  return length > 0.0 ? longest / length : glm::dvec3(0.0);
}

struct Plane {
  glm::vec3 normal{0.0f};  // zero: there is no plane
  bool is_flat = false;
};

Plane fit_plane(const PointTree& tree, std::span<const PointTree::Neighbor> around) {
  if (around.size() < 3) return {};
  const Covariance c = covariance(tree, around);
  const auto [first, second, third] = eigenvalues(c);
  if (!(second > narrowest * third) || first > thickest * second) return {};
  return {glm::vec3(eigenvector(c, first)), first <= flat * second};
}

class Estimator {
 public:
  Estimator(Model& cloud, std::size_t most_planes) : cloud_(cloud), most_planes_(most_planes) {}

  void run(const std::function<void(float)>& progress) {
    std::future<void> work = std::async(std::launch::async, [this] { estimate(); });
    try {
      while (work.wait_for(std::chrono::milliseconds(5)) != std::future_status::ready) {
        if (progress) progress(done());
      }
    } catch (...) {
      stop_ = true;
      work.wait();
      cloud_.normals.clear();
      throw;
    }
    work.get();
  }

 private:
  static constexpr float tree_share = 0.25f;  // of the time
  static constexpr std::size_t batch = 1024;  // groups that a thread takes at once

  float done() const {
    const std::size_t groups = groups_;
    if (groups == 0) return 0.0f;
    return tree_share + (1.0f - tree_share) * static_cast<float>(fitted_) / static_cast<float>(groups);
  }

  void estimate() {
    const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
    const PointTree tree(cloud_.positions, threads, stop_);
    if (stop_) return;
    const std::size_t points = tree.points().size();
    group_ = std::max<std::size_t>(1, (points + most_planes_ - 1) / most_planes_);
    groups_ = (points + group_ - 1) / group_;
    cloud_.normals.assign(cloud_.positions.size(), glm::vec3(0.0f));
    {
      std::vector<std::jthread> beside;
      for (unsigned i = 1; i < threads; ++i) beside.emplace_back([&] { fit(tree); });
      fit(tree);
    }
    if (2 * flat_points_ <= points) cloud_.normals.clear();
  }

  void fit(const PointTree& tree) {
    const std::size_t groups = groups_;
    std::size_t flat_points = 0;
    for (std::size_t begin = next_.fetch_add(batch); begin < groups && !stop_; begin = next_.fetch_add(batch)) {
      const std::size_t end = std::min(begin + batch, groups);
      for (std::size_t group = begin; group < end; ++group) flat_points += fit_group(tree, group);
      fitted_ += end - begin;
    }
    flat_points_ += flat_points;
  }

  /// Points that follow each other in the tree are neighbours, and share the plane round the middle one. Returns how
  /// many of them lie on a surface.
  std::size_t fit_group(const PointTree& tree, std::size_t group) {
    const std::span<const PointTree::Point> points = tree.points();
    const std::size_t begin = group * group_, end = std::min(begin + group_, points.size());
    std::array<PointTree::Neighbor, neighbors> around;
    const std::size_t found = tree.nearest(points[(begin + end) / 2].at, around);
    const Plane plane = fit_plane(tree, std::span(around).first(found));
    for (std::size_t i = begin; i < end; ++i) cloud_.normals[points[i].index] = plane.normal;
    return plane.is_flat ? end - begin : 0;
  }

  Model& cloud_;
  std::size_t most_planes_;
  std::size_t group_ = 1;                // points that share a plane
  std::atomic<std::size_t> groups_ = 0;  // 0: the tree is not complete
  std::atomic<std::size_t> next_ = 0, fitted_ = 0, flat_points_ = 0;
  std::atomic<bool> stop_ = false;
};

}  // namespace

bool wants_normals(const Model& cloud) {
  if (cloud.is_mesh() || !cloud.normals.empty()) return false;
  const auto differs = [&](std::uint32_t color) { return ((color ^ cloud.colors.front()) & 0xffffffu) != 0; };
  return std::ranges::none_of(cloud.colors, differs);
}

void estimate_normals(Model& cloud, const std::function<void(float)>& progress, std::size_t most_planes) {
  if (!cloud.positions.empty()) Estimator(cloud, std::max<std::size_t>(1, most_planes)).run(progress);
}

}  // namespace farfirst::app

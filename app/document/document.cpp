#include "document.h"

namespace farfirst::app {

bool Document::has_picture_of(const Document& other) const {
  if (*this == other) return true;
  Document same = other;
  // Where it comes from.
  same.state = state;
  same.tour = tour;
  same.note = note;
  // Values for the next read, and for the opening camera.
  same.sequence = sequence;
  same.steps = steps;
  same.particles = particles;
  same.splats = splats;
  same.flip = flip;
  same.camera = camera;
  // What is measured, and how the sides are composed, belong to other steps.
  same.split = split;
  same.split.on = other.split.on;
  same.race = race;
  same.error = error;
  same.key_lab = key_lab;
  if (!split.on) same.right = right;
  return same == *this;
}

}  // namespace farfirst::app

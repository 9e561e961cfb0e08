#pragma once
// The owner of one OpenGL name. Kind defines the type of object:
//
//   struct Kind {
//     using Name = GLuint;
//     static Name create(const GladGLContext& gl, arguments...);
//     static void destroy(const GladGLContext& gl, Name name);
//   };
//
// The context must be current on the calling thread, and outlive the object.

#include <glad/gl.h>

#include <utility>

namespace farfirst::gl {

template <class Kind>
class Object {
 public:
  using Name = typename Kind::Name;

  Object() = default;
  template <class... Arguments>
  explicit Object(const GladGLContext& gl, Arguments... arguments) : gl_(&gl), name_(Kind::create(gl, arguments...)) {}
  Object(Object&& other) noexcept : gl_(std::exchange(other.gl_, nullptr)), name_(std::exchange(other.name_, Name{})) {}
  Object& operator=(Object&& other) noexcept {
    Object moved(std::move(other));
    std::swap(gl_, moved.gl_);
    std::swap(name_, moved.name_);
    return *this;
  }
  ~Object() {
    if (name_ != Name{}) Kind::destroy(*gl_, name_);
  }

  const GladGLContext& gl() const noexcept { return *gl_; }  // not of an empty object
  Name name() const noexcept { return name_; }
  explicit operator bool() const noexcept { return name_ != Name{}; }

 private:
  const GladGLContext* gl_ = nullptr;
  Name name_{};
};

}  // namespace farfirst::gl

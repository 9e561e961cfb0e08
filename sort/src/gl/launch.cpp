// See launch.h.
#include "gl/launch.h"

#include <algorithm>

namespace farfirst::gl {

Kernel::Kernel(GlDevice& device, std::string_view file, const Defines& defines)
    : device_(&device), program_(&device.program({file}, defines)) {}

const Kernel& Kernel::set(GLint location, std::uint32_t value) const {
  device_->gl().ProgramUniform1ui(program_->name(), location, value);
  return *this;
}

const Kernel& Kernel::set_count(const ::farfirst::Buffer& count) const {
  return set(15, count ? bind(*device_, 3, core::part(count, 0, sizeof(std::uint32_t))) : absent);
}

void Kernel::dispatch(std::size_t groups) const {
  if (groups == 0) return;
  const std::size_t x = std::min<std::size_t>(groups, device_->limits().groups);
  program_->use();
  device_->gl().DispatchCompute(static_cast<GLuint>(x), static_cast<GLuint>(groups_for(groups, x)), 1);
}

void Kernel::dispatch_indirect(const ::farfirst::Buffer& three_words) const {
  program_->use();
  device_->gl().BindBuffer(GL_DISPATCH_INDIRECT_BUFFER, static_cast<GLuint>(three_words.handle));
  device_->gl().DispatchComputeIndirect(static_cast<GLintptr>(three_words.offset));
}

std::uint32_t bind(const GlDevice& device, GLuint block, const ::farfirst::Buffer& buffer) {
  if (buffer.bytes == 0) {  // an empty range is an error
    device.gl().BindBufferBase(GL_SHADER_STORAGE_BUFFER, block, 0);
    return 0;
  }
  const std::size_t begin = buffer.offset / device.limits().storage_alignment * device.limits().storage_alignment;
  const std::size_t bytes = (buffer.offset - begin + buffer.bytes) / 4 * 4;
  device.gl().BindBufferRange(GL_SHADER_STORAGE_BUFFER, block, static_cast<GLuint>(buffer.handle),
                              static_cast<GLintptr>(begin), static_cast<GLsizeiptr>(bytes));
  return static_cast<std::uint32_t>((buffer.offset - begin) / 4);
}

void clear(const GlDevice& device, const ::farfirst::Buffer& buffer, std::uint32_t word) {
  if (buffer.bytes == 0) return;
  barrier(device, GL_BUFFER_UPDATE_BARRIER_BIT);
  device.gl().ClearNamedBufferSubData(static_cast<GLuint>(buffer.handle), GL_R32UI,
                                      static_cast<GLintptr>(buffer.offset), static_cast<GLsizeiptr>(buffer.bytes),
                                      GL_RED_INTEGER, GL_UNSIGNED_INT, &word);
}

void require_storage(const GlDevice& device, std::string_view id, std::size_t bytes) {
  if (bytes <= device.limits().storage_bytes) return;
  throw Error(std::string(id) + " needs storage blocks of " + std::to_string(bytes) + " bytes for these elements; " +
              device.description() + " allows " + std::to_string(device.limits().storage_bytes));
}

}  // namespace farfirst::gl

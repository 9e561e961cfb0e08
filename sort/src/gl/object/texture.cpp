#include "object/texture.h"

#include <farfirst/sort.h>

#include <string>

namespace farfirst::gl {

GLuint TextureKind::create(const GladGLContext& gl, GLenum target) {
  GLuint name = 0;
  gl.CreateTextures(target, 1, &name);
  return name;
}

void TextureKind::destroy(const GladGLContext& gl, GLuint name) { gl.DeleteTextures(1, &name); }

Texture::Texture(const GladGLContext& gl, GLenum format, int width, int height) : width_(width), height_(height) {
  GLint limit = 0;
  gl.GetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
  const std::string size = std::to_string(width) + " x " + std::to_string(height);
  if (width < 1 || height < 1 || width > limit || height > limit) {
    throw Error("a picture of " + size + " pixels cannot be drawn here: width and height must be 1 to " +
                std::to_string(limit) + " (GL_MAX_TEXTURE_SIZE)");
  }
  object_ = Object<TextureKind>(gl, GLenum{GL_TEXTURE_2D});
  gl.TextureStorage2D(object_.name(), 1, format, width, height);
  GLint given = 0;  // an error flag may have been set by the caller
  gl.GetTextureParameteriv(object_.name(), GL_TEXTURE_IMMUTABLE_FORMAT, &given);
  if (given == 0) throw OutOfMemory("OpenGL could not allocate a texture of " + size + " pixels");
}

}  // namespace farfirst::gl

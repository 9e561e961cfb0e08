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
  make(gl, GL_TEXTURE_2D, [&](GLuint name) { gl.TextureStorage2D(name, 1, format, width, height); });
}

Texture Texture::layered(const GladGLContext& gl, GLenum format, int width, int height, int layers) {
  Texture texture;
  texture.width_ = width;
  texture.height_ = height;
  texture.layers_ = layers;
  texture.make(gl, GL_TEXTURE_2D_ARRAY,
               [&](GLuint name) { gl.TextureStorage3D(name, 1, format, width, height, layers); });
  return texture;
}

template <class Allocate>
void Texture::make(const GladGLContext& gl, GLenum target, const Allocate& allocate) {
  GLint limit = 0;
  gl.GetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
  const std::string size = std::to_string(width_) + " x " + std::to_string(height_);
  if (width_ < 1 || height_ < 1 || width_ > limit || height_ > limit) {
    throw Error("a picture of " + size + " pixels cannot be drawn here: width and height must be 1 to " +
                std::to_string(limit) + " (GL_MAX_TEXTURE_SIZE)");
  }
  object_ = Object<TextureKind>(gl, GLenum{target});
  allocate(object_.name());
  GLint given = 0;  // the error flag may be the caller's
  gl.GetTextureParameteriv(object_.name(), GL_TEXTURE_IMMUTABLE_FORMAT, &given);
  if (given == 0) throw OutOfMemory("OpenGL could not allocate a texture of " + size + " pixels");
}

}  // namespace farfirst::gl

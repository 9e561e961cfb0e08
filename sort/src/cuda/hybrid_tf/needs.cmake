if(NOT built_gl)
  set(absence "cuda.hybrid_tf: needs OpenGL, which is not part of this program")
endif()

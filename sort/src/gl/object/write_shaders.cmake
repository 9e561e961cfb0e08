# Run by farfirst_embed_shaders: writes OUTPUT, a C++ source that holds FILES (relative to ROOT) as string literals.
string(CONCAT text "// Written by CMake from shaders/.\n#include \"object/shader.h\"\n\nnamespace farfirst::gl {\n"
  "std::span<const ShaderFile> ${NAME}() noexcept;\nstd::span<const ShaderFile> ${NAME}() noexcept {\n"
  "  static constexpr ShaderFile files[] = {\n")
foreach(file IN LISTS FILES)
  file(READ ${ROOT}/${file} content)
  # One literal per 10 000 characters: compilers limit the length of one.
  string(APPEND text "      {\"${file}\",\n")
  string(LENGTH "${content}" left)
  set(at 0)
  while(at LESS left)
    string(SUBSTRING "${content}" ${at} 10000 piece)
    string(APPEND text "       R\"farfirst(${piece})farfirst\"\n")
    math(EXPR at "${at} + 10000")
  endwhile()
  if(left EQUAL 0)
    string(APPEND text "       \"\"\n")
  endif()
  string(APPEND text "      },\n")
endforeach()
string(APPEND text "  };\n  return files;\n}\n}  // namespace farfirst::gl\n")
file(WRITE ${OUTPUT} "${text}")

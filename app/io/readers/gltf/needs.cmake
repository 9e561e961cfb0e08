# Compressed glTF is read if meshoptimizer and draco were found; else a message names what is missing.
if(TARGET meshoptimizer::meshoptimizer)
  target_link_libraries(farfirst_io PRIVATE meshoptimizer::meshoptimizer)
  target_compile_definitions(farfirst_io PRIVATE FARFIRST_READS_MESHOPT)
endif()
if(TARGET PkgConfig::draco)
  target_link_libraries(farfirst_io PRIVATE PkgConfig::draco)
  target_compile_definitions(farfirst_io PRIVATE FARFIRST_READS_DRACO)
endif()

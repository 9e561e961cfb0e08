# cmake --install: the library and its package (find_package(farfirst) gives farfirst::sort and farfirst::keys), the programs, the documents.
include(CMakePackageConfigHelpers)
set(farfirst_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/farfirst)

set_target_properties(farfirst_sort PROPERTIES EXPORT_NAME sort)
set_target_properties(farfirst_keys PROPERTIES EXPORT_NAME keys)
install(TARGETS farfirst_sort farfirst_keys EXPORT farfirst
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/sort/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(EXPORT farfirst NAMESPACE farfirst:: FILE farfirst-targets.cmake
  DESTINATION ${farfirst_package_dir} COMPONENT development)

# A static library's own dependencies must be found again by its user.
set(farfirst_find_dependencies "find_dependency(Threads)")
get_target_property(libraries farfirst_sort LINK_LIBRARIES)
if("TBB::tbb" IN_LIST libraries)
  string(APPEND farfirst_find_dependencies "\nfind_dependency(TBB CONFIG)")
endif()
if(libraries MATCHES "hwy::")
  string(APPEND farfirst_find_dependencies "\nfind_dependency(hwy CONFIG)")
endif()
if(FARFIRST_HAS_CUDA)
  string(APPEND farfirst_find_dependencies "\nfind_dependency(CUDAToolkit)")
endif()
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/farfirst-config.cmake.in ${PROJECT_BINARY_DIR}/farfirst-config.cmake
  INSTALL_DESTINATION ${farfirst_package_dir} NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/farfirst-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/farfirst-config.cmake ${PROJECT_BINARY_DIR}/farfirst-config-version.cmake
  DESTINATION ${farfirst_package_dir} COMPONENT development)

if(FARFIRST_HAS_APP)
  install(TARGETS farfirst RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
  install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
endif()
if(FARFIRST_HAS_BENCH)
  install(TARGETS farfirst-bench RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
endif()
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)

include(CMakePackageConfigHelpers)

get_property(foley_modules GLOBAL PROPERTY FOLEY_MODULES)
list(TRANSFORM foley_modules PREPEND foley_ OUTPUT_VARIABLE foley_targets)

install(TARGETS ${foley_targets} foley_eval_umbrella EXPORT foley-eval-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT devel)
install(DIRECTORY include/foley DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT devel)
install(EXPORT foley-eval-targets NAMESPACE foley::
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/foley-eval COMPONENT devel)
configure_package_config_file(cmake/foley-eval-config.cmake.in foley-eval-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/foley-eval)
write_basic_package_version_file(foley-eval-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/foley-eval-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/foley-eval-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/foley-eval COMPONENT devel)
if(FOLEY_BUILD_APP)
  install(TARGETS foley-eval RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT app)
  install(DIRECTORY data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/foley-eval/data COMPONENT app)
endif()

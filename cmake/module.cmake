# foley_module(NAME SOURCES … [DEPS other modules …] [THIRD_PARTY private targets …]
#              [PUBLIC_THIRD_PARTY targets …])
# One static library a module. DEPS are the arrows of docs/architecture.md; tools/check_layers.py
# holds them against the table and against the #include lines.
function(foley_module name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS;THIRD_PARTY;PUBLIC_THIRD_PARTY" ${ARGN})
  set(target foley_${name})
  add_library(${target} STATIC ${ARG_SOURCES})
  add_library(foley::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:foley_flags> ${ARG_THIRD_PARTY})
  if(ARG_PUBLIC_THIRD_PARTY)
    target_link_libraries(${target} PUBLIC ${ARG_PUBLIC_THIRD_PARTY})
  endif()
  foreach(dep IN LISTS ARG_DEPS)
    target_link_libraries(${target} PUBLIC foley::${dep})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY FOLEY_MODULES ${name})
endfunction()

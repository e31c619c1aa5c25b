# What gets built. A project that embeds foley-eval gets the libraries alone.
option(FOLEY_BUILD_APP "Build the command foley-eval" ${PROJECT_IS_TOP_LEVEL})
option(FOLEY_BUILD_TESTS "Build the tests" OFF)
option(FOLEY_BUILD_PYTHON "Build the Python extension module" OFF)
option(FOLEY_BUILD_FUZZERS "Build the fuzzers" OFF)
option(FOLEY_WERROR "Treat warnings as errors (for developers, never for users)" OFF)
set(FOLEY_SANITIZE "" CACHE STRING "Sanitizers for every target, e.g. address,undefined")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

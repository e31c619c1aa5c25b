# Flags every target of this project shares; none of them reaches a user's project.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

add_library(foley_flags INTERFACE)
target_compile_options(foley_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  # The same sum must give the same bits on every build: no fused multiply-add behind our back.
  -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 warns of overlapping copies inside std::string where there are none (GCC bug 105651).
  target_compile_options(foley_flags INTERFACE -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # GCC 12's own headers use std::get_temporary_buffer, which clang knows to be deprecated; and the
  # category table is one long literal.
  target_compile_options(foley_flags INTERFACE -Wno-deprecated-declarations -Wno-overlength-strings)
endif()
if(FOLEY_WERROR)
  target_compile_options(foley_flags INTERFACE -Werror)
endif()
if(FOLEY_SANITIZE)
  add_compile_options(-fsanitize=${FOLEY_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${FOLEY_SANITIZE})
  if(FOLEY_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize-recover=undefined)
  endif()
endif()

find_program(FOLEY_CCACHE ccache)
if(FOLEY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${FOLEY_CCACHE})
endif()

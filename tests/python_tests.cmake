# Tests that are written in Python: the command from outside, the Python package, the code base.
find_package(Python 3.10 REQUIRED COMPONENTS Interpreter)

# foley_pytest(NAME folder [arguments …])
function(foley_pytest name folder)
  add_test(NAME ${name}
    COMMAND ${Python_EXECUTABLE} -m pytest -q -p no:cacheprovider ${ARGN} ${folder}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES ENVIRONMENT
    "FOLEY_EVAL_COMMAND=$<TARGET_FILE:foley-eval>;PYTHONPATH=${CMAKE_BINARY_DIR}/python;FOLEY_BUILD_DIR=${CMAKE_BINARY_DIR};FOLEY_SHARED=${FOLEY_SHARED};PYTHONDONTWRITEBYTECODE=1")
endfunction()

foley_pytest(cli tests/cli)
if(FOLEY_BUILD_PYTHON)
  foley_pytest(python python/tests)
endif()
if(NOT FOLEY_SANITIZE)
  foley_pytest(codebase tests/codebase)
  add_test(NAME layers COMMAND ${Python_EXECUTABLE} tools/check_layers.py
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  add_test(NAME purity
    COMMAND ${Python_EXECUTABLE} tools/check_purity.py --lib-dir ${CMAKE_BINARY_DIR}/lib
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  add_test(NAME style COMMAND ${Python_EXECUTABLE} tools/check_style.py
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endif()

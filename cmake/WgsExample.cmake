# SPDX-License-Identifier: MIT
# Examples: programs of a user's own, which see the public headers only.
#
#   wgs_add_example(sort_array SOURCES sort_array.c [LIBRARIES wgsort::arrow])
#
# In this build they land in build/examples/; tests/install builds them once more against an installed tree.

function(wgs_add_example name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
    add_executable(example_${name} ${arg_SOURCES})
    wgs_compile_options(example_${name})
    target_link_libraries(example_${name} PRIVATE wgsort::wgsort ${arg_LIBRARIES})
    set_target_properties(example_${name} PROPERTIES
        OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/examples")
endfunction()

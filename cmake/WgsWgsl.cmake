# SPDX-License-Identifier: MIT
# WGSL files of a layer, embedded as C:
#
#   wgs_add_wgsl(primitives/scan FILES scan_blocks.wgsl scan_add.wgsl)      after wgs_add_layer(primitives/scan ...)
#
# EmbedWgsl.cmake makes <k>.wgsl.c and <k>.wgsl.h of each and tells what is in them. They are compiled into the layer,
# and the header is included as "primitives/scan/scan_blocks.wgsl.h" by the layer and by those that depend on it.

function(wgs_add_wgsl layer)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FILES")
    wgs_layer_target(name "${layer}")
    cmake_path(GET layer FILENAME primitive)
    set(script "${PROJECT_SOURCE_DIR}/cmake/EmbedWgsl.cmake")
    set(folder "${PROJECT_BINARY_DIR}/wgsl_c/${layer}")
    foreach(file IN LISTS arg_FILES)
        set(input "${CMAKE_CURRENT_SOURCE_DIR}/${file}")
        add_custom_command(
            OUTPUT "${folder}/${file}.c" "${folder}/${file}.h"
            COMMAND "${CMAKE_COMMAND}" "-DINPUT=${input}" "-DFOLDER=${folder}" "-DPRIMITIVE=${primitive}" -P "${script}"
            DEPENDS "${input}" "${script}"
            COMMENT "Embedding ${layer}/${file}"
            VERBATIM)
        target_sources(wgs_${name} PRIVATE "${folder}/${file}.c" "${folder}/${file}.h")
        list(APPEND headers "${folder}/${file}.h")
    endforeach()
    # Layers above wait for the headers, not for the objects.
    add_custom_target(wgs_wgsl_${name} DEPENDS ${headers})
    add_dependencies(wgs_layer_${name} wgs_wgsl_${name})
endfunction()

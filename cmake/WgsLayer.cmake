# SPDX-License-Identifier: MIT
# Layers: one object library a folder of src/, which can include only what it depends on.
#
#   wgs_add_layer(plan DEPENDS base SOURCES plan_graph.c plan_order.c)
#   wgs_add_layer(primitives/scan DEPENDS base plan kernels SOURCES scan.c)
#
# A layer includes as "<folder of src>/<file>", and finds there itself and the layers in DEPENDS, nothing else: its
# include path is a folder of symbolic links in the build tree. include/ and the WebGPU headers are always there.
# Headers made from WGSL (see WgsWgsl.cmake) are included in the same way: "primitives/scan/scan_blocks.wgsl.h".
#
# WEBGPU links the WebGPU library to whatever links the layer. NOT_IN_LIBRARY keeps a layer out of libwgsort.
#
# The target wgs_<layer> is the object library, and wgs_layer_<layer> brings the objects of the layer and of all the
# layers below to a program, so that a test of a layer needs nothing above it.

function(wgs_layer_target out layer)
    string(REPLACE "/" "_" name "${layer}")
    set(${out} "${name}" PARENT_SCOPE)
endfunction()

function(wgs_add_layer layer)
    cmake_parse_arguments(PARSE_ARGV 1 arg "WEBGPU;NOT_IN_LIBRARY" "" "DEPENDS;SOURCES")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "wgs_add_layer(${layer}): what is ${arg_UNPARSED_ARGUMENTS}?")
    endif()
    wgs_layer_target(name "${layer}")

    set(view "${PROJECT_BINARY_DIR}/layers/${name}")
    file(REMOVE_RECURSE "${view}")
    foreach(visible IN LISTS layer arg_DEPENDS)
        wgs_link_into("${view}/src/${visible}" "${PROJECT_SOURCE_DIR}/src/${visible}")
        file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/wgsl_c/${visible}")
        wgs_link_into("${view}/wgsl_c/${visible}" "${PROJECT_BINARY_DIR}/wgsl_c/${visible}")
    endforeach()

    add_library(wgs_layer_${name} INTERFACE)
    foreach(below IN LISTS arg_DEPENDS)
        wgs_layer_target(below_name "${below}")
        target_link_libraries(wgs_layer_${name} INTERFACE wgs_layer_${below_name})
    endforeach()
    if(arg_WEBGPU)
        target_link_libraries(wgs_layer_${name} INTERFACE wgsort::webgpu)
    endif()
    if(NOT arg_SOURCES)
        return()
    endif()

    add_library(wgs_${name} OBJECT ${arg_SOURCES})
    wgs_compile_options(wgs_${name})
    target_include_directories(wgs_${name} PRIVATE
        "${PROJECT_SOURCE_DIR}/include" "${view}/src" "${view}/wgsl_c")
    target_include_directories(wgs_${name} SYSTEM PRIVATE
        "$<TARGET_PROPERTY:wgsort::webgpu,INTERFACE_INCLUDE_DIRECTORIES>")
    foreach(below IN LISTS arg_DEPENDS)
        wgs_layer_target(below_name "${below}")
        add_dependencies(wgs_${name} wgs_layer_${below_name})
    endforeach()
    target_sources(wgs_layer_${name} INTERFACE "$<TARGET_OBJECTS:wgs_${name}>")
    if(NOT arg_NOT_IN_LIBRARY)
        set_property(GLOBAL APPEND PROPERTY WGS_LIBRARY_LAYERS wgs_${name})
    endif()
endfunction()

# The library wgsort_testing, for tests and benchmarks only: it may include any header of src/.
function(wgs_add_testing)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "SOURCES")
    if(NOT arg_SOURCES)
        add_library(wgsort_testing INTERFACE)
        return()
    endif()
    add_library(wgsort_testing STATIC ${arg_SOURCES})
    wgs_compile_options(wgsort_testing)
    target_include_directories(wgsort_testing
        PUBLIC "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src" "${PROJECT_BINARY_DIR}/wgsl_c")
    target_include_directories(wgsort_testing SYSTEM PUBLIC
        "$<TARGET_PROPERTY:wgsort::webgpu,INTERFACE_INCLUDE_DIRECTORIES>")
    add_dependencies(wgsort_testing wgsort_static) # for the headers made from WGSL
endfunction()

# A symbolic link whose folder is made when it is missing.
function(wgs_link_into link target)
    cmake_path(GET link PARENT_PATH folder)
    file(MAKE_DIRECTORY "${folder}")
    file(CREATE_LINK "${target}" "${link}" SYMBOLIC)
endfunction()

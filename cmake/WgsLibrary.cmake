# SPDX-License-Identifier: MIT
# libwgsort, shared and static, from the layers that src/CMakeLists.txt has added so far.

get_property(wgs_library_layers GLOBAL PROPERTY WGS_LIBRARY_LAYERS)

if(NOT wgs_library_layers)
    add_library(wgsort INTERFACE)
    add_library(wgsort_static INTERFACE)
    add_library(wgsort::wgsort ALIAS wgsort)
    return()
endif()

foreach(kind IN ITEMS SHARED STATIC)
    if(kind STREQUAL "SHARED")
        set(target wgsort)
    else()
        set(target wgsort_static)
    endif()
    add_library(${target} ${kind})
    foreach(layer IN LISTS wgs_library_layers)
        target_sources(${target} PRIVATE "$<TARGET_OBJECTS:${layer}>")
    endforeach()
    wgs_compile_options(${target})
    target_include_directories(${target} PUBLIC
        "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
    target_link_libraries(${target} PUBLIC wgsort::webgpu)
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C OUTPUT_NAME wgsort)
    add_library(wgsort::${target} ALIAS ${target})
endforeach()
set_target_properties(wgsort PROPERTIES
    VERSION "${PROJECT_VERSION}"
    SOVERSION "${PROJECT_VERSION_MAJOR}"
    INSTALL_RPATH "\$ORIGIN;${WGS_WEBGPU_INSTALL_RPATH}")
wgs_limit_exports(wgsort)

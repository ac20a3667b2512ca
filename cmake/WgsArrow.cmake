# SPDX-License-Identifier: MIT
# The library wgsort_arrow (Arrow C data interface), shared and static:
#
#   wgs_add_arrow(SOURCES arrow_column.c)
#
# It includes as "arrow/<file>", <wgsort/...> and "nanoarrow/nanoarrow.h". nanoarrow is compiled into it, with every
# symbol renamed (NANOARROW_NAMESPACE), so that a program's own nanoarrow is never mixed up with ours.

set(wgs_nanoarrow "${WGS_THIRD_PARTY_DIR}/nanoarrow/include/nanoarrow")

function(wgs_add_nanoarrow)
    if(NOT EXISTS "${wgs_nanoarrow}/nanoarrow.h")
        message(FATAL_ERROR "nanoarrow is not in ${WGS_THIRD_PARTY_DIR}: run scripts/setup.sh build")
    endif()
    set(NANOARROW_VERSION 0.9.0)
    set(NANOARROW_VERSION_MAJOR 0)
    set(NANOARROW_VERSION_MINOR 9)
    set(NANOARROW_VERSION_PATCH 0)
    set(NANOARROW_NAMESPACE_DEFINE "#define NANOARROW_NAMESPACE WgsNanoarrow")
    configure_file("${wgs_nanoarrow}/nanoarrow_config.h.in" "${PROJECT_BINARY_DIR}/nanoarrow/nanoarrow/nanoarrow_config.h")

    add_library(wgs_nanoarrow OBJECT
        "${wgs_nanoarrow}/common/array.c" "${wgs_nanoarrow}/common/array_stream.c"
        "${wgs_nanoarrow}/common/schema.c" "${wgs_nanoarrow}/common/utils.c")
    set_target_properties(wgs_nanoarrow PROPERTIES C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
    target_include_directories(wgs_nanoarrow SYSTEM PUBLIC
        "${PROJECT_BINARY_DIR}/nanoarrow" "${WGS_THIRD_PARTY_DIR}/nanoarrow/include")
    if(WGS_SANITIZE)
        target_compile_options(wgs_nanoarrow PRIVATE -fsanitize=${WGS_SANITIZE} -fno-omit-frame-pointer)
    endif()
endfunction()

function(wgs_add_arrow)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "SOURCES")
    if(NOT arg_SOURCES)
        return()
    endif()
    wgs_add_nanoarrow()

    set(view "${PROJECT_BINARY_DIR}/layers/arrow/src")
    wgs_link_into("${view}/arrow" "${PROJECT_SOURCE_DIR}/src/arrow")
    add_library(wgs_arrow OBJECT ${arg_SOURCES})
    wgs_compile_options(wgs_arrow)
    target_include_directories(wgs_arrow PRIVATE "${PROJECT_SOURCE_DIR}/include" "${view}")
    target_include_directories(wgs_arrow SYSTEM PRIVATE
        "${PROJECT_BINARY_DIR}/nanoarrow" "${WGS_THIRD_PARTY_DIR}/nanoarrow/include"
        "$<TARGET_PROPERTY:wgsort::webgpu,INTERFACE_INCLUDE_DIRECTORIES>")

    add_library(wgsort_arrow SHARED "$<TARGET_OBJECTS:wgs_arrow>" "$<TARGET_OBJECTS:wgs_nanoarrow>")
    add_library(wgsort_arrow_static STATIC "$<TARGET_OBJECTS:wgs_arrow>" "$<TARGET_OBJECTS:wgs_nanoarrow>")
    target_link_libraries(wgsort_arrow PUBLIC wgsort)
    target_link_libraries(wgsort_arrow_static PUBLIC wgsort_static)
    foreach(target IN ITEMS wgsort_arrow wgsort_arrow_static)
        wgs_compile_options(${target})
        set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C OUTPUT_NAME wgsort_arrow)
    endforeach()
    wgs_limit_exports(wgsort_arrow)
    set_target_properties(wgsort_arrow PROPERTIES
        EXPORT_NAME arrow
        VERSION "${PROJECT_VERSION}"
        SOVERSION "${PROJECT_VERSION_MAJOR}"
        INSTALL_RPATH "\$ORIGIN;${WGS_WEBGPU_INSTALL_RPATH}")
    set_target_properties(wgsort_arrow_static PROPERTIES EXPORT_NAME arrow_static)
    add_library(wgsort::arrow ALIAS wgsort_arrow)
    add_library(wgsort::arrow_static ALIAS wgsort_arrow_static)
endfunction()

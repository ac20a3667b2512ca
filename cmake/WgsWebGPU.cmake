# SPDX-License-Identifier: MIT
# The target wgsort::webgpu: whatever WGS_WEBGPU names, with webgpu.h on its include path, as <webgpu/webgpu.h> and
# as <webgpu.h>.
#
# Sets WGS_WEBGPU_LIBRARY and WGS_WEBGPU_INCLUDE_DIR; WGS_WEBGPU_IS_BUNDLED when it is the pinned wgpu-native, which is
# installed beside the library; and WGS_WEBGPU_INSTALL_RPATH, where installed files find any other. A target is for
# builds inside a larger project: it can't be written into a package. Neither can `dawn`, the second implementation that
# the tests run on (docs/decisions/008-dawn-for-tests.md).

option(WGS_WEBGPU_HAS_NATIVE "Use what wgpu-native alone offers (wgpu.h); found out when WGS_WEBGPU is a file or folder" OFF)
set(WGS_WEBGPU_IS_BUNDLED OFF)
set(WGS_WEBGPU_INSTALL_RPATH "")

if(TARGET "${WGS_WEBGPU}")
    if(WGS_INSTALL)
        message(FATAL_ERROR "WGS_WEBGPU is a target, which can't be installed: name the library file, or set WGS_INSTALL=OFF")
    endif()
    add_library(wgsort::webgpu ALIAS "${WGS_WEBGPU}")
    return()
endif()

if(WGS_WEBGPU STREQUAL "wgpu-native")
    set(wgs_webgpu_root "${WGS_THIRD_PARTY_DIR}/wgpu")
    if(NOT EXISTS "${wgs_webgpu_root}/lib/libwgpu_native.so")
        message(FATAL_ERROR "wgpu-native is not in ${wgs_webgpu_root}: run scripts/setup.sh build, "
            "or name a WebGPU of your own with -DWGS_WEBGPU=PATH")
    endif()
    set(WGS_WEBGPU_IS_BUNDLED ON)
    set(wgs_webgpu_file "${wgs_webgpu_root}/lib/libwgpu_native.so")
elseif(WGS_WEBGPU STREQUAL "dawn")
    set(wgs_webgpu_file "${WGS_THIRD_PARTY_DIR}/dawn/lib/libwebgpu_wrapper.so")
    if(NOT EXISTS "${wgs_webgpu_file}")
        message(FATAL_ERROR "Dawn is not in ${WGS_THIRD_PARTY_DIR}/dawn: run scripts/setup.sh dawn")
    endif()
    if(WGS_INSTALL)
        message(FATAL_ERROR "WGS_WEBGPU is dawn, which is for tests and has no header to install: set WGS_INSTALL=OFF")
    endif()
    include(WgsDawnHeader)
    set(wgs_webgpu_root "${PROJECT_BINARY_DIR}/dawn")
    wgs_write_dawn_header("${wgs_webgpu_root}/include/webgpu/webgpu.h"
        "${WGS_THIRD_PARTY_DIR}/wgpu/include/webgpu/webgpu.h")
elseif(IS_DIRECTORY "${WGS_WEBGPU}")
    set(wgs_webgpu_root "${WGS_WEBGPU}")
    find_library(wgs_webgpu_found NAMES wgpu_native webgpu_dawn webgpu NO_CACHE NO_DEFAULT_PATH
        PATHS "${WGS_WEBGPU}/lib" "${WGS_WEBGPU}")
    if(NOT wgs_webgpu_found)
        message(FATAL_ERROR "WGS_WEBGPU: no libwgpu_native, libwebgpu_dawn or libwebgpu in ${WGS_WEBGPU} or its lib/: "
            "name the library file itself")
    endif()
    set(wgs_webgpu_file "${wgs_webgpu_found}")
elseif(EXISTS "${WGS_WEBGPU}")
    set(wgs_webgpu_file "${WGS_WEBGPU}")
    cmake_path(GET WGS_WEBGPU PARENT_PATH wgs_webgpu_root)
else()
    message(FATAL_ERROR "WGS_WEBGPU is ${WGS_WEBGPU}, which is neither wgpu-native, dawn, a file, a folder nor a target")
endif()

find_path(wgs_webgpu_header webgpu/webgpu.h NO_CACHE NO_DEFAULT_PATH
    PATHS "${wgs_webgpu_root}/include" "${wgs_webgpu_root}/../include" "${wgs_webgpu_root}")
if(NOT wgs_webgpu_header)
    find_path(wgs_webgpu_header webgpu/webgpu.h NO_CACHE)
endif()
if(NOT wgs_webgpu_header)
    message(FATAL_ERROR "WGS_WEBGPU: no webgpu/webgpu.h near ${WGS_WEBGPU}")
endif()
set(WGS_WEBGPU_LIBRARY "${wgs_webgpu_file}")
string(REGEX REPLACE "/$" "" WGS_WEBGPU_INCLUDE_DIR "${wgs_webgpu_header}")

if(EXISTS "${WGS_WEBGPU_INCLUDE_DIR}/webgpu/wgpu.h")
    set(WGS_WEBGPU_HAS_NATIVE ON)
endif()
if(NOT WGS_WEBGPU_IS_BUNDLED)
    cmake_path(GET WGS_WEBGPU_LIBRARY PARENT_PATH WGS_WEBGPU_INSTALL_RPATH)
endif()

# wgpu-native's library has no SONAME: told so, CMake links it by -L and -l, and no path is written into our binaries.
execute_process(COMMAND readelf -d "${WGS_WEBGPU_LIBRARY}" OUTPUT_VARIABLE wgs_webgpu_dynamic ERROR_QUIET)
add_library(wgsort::webgpu SHARED IMPORTED GLOBAL)
set_target_properties(wgsort::webgpu PROPERTIES
    IMPORTED_LOCATION "${WGS_WEBGPU_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${WGS_WEBGPU_INCLUDE_DIR};${WGS_WEBGPU_INCLUDE_DIR}/webgpu")
set(WGS_WEBGPU_NO_SONAME OFF)
if(NOT wgs_webgpu_dynamic MATCHES "SONAME")
    set(WGS_WEBGPU_NO_SONAME ON)
endif()
set_target_properties(wgsort::webgpu PROPERTIES IMPORTED_NO_SONAME ${WGS_WEBGPU_NO_SONAME})

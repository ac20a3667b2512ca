# SPDX-License-Identifier: MIT
# The language, the warnings and the sanitizers of all our code.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES AND PROJECT_IS_TOP_LEVEL)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()
if(PROJECT_IS_TOP_LEVEL)
    set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
    set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
    set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
endif()

set(wgs_warnings -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wvla)
set(wgs_c_warnings -Wstrict-prototypes -Wmissing-prototypes)

# Every target of ours gets these; third-party code does not.
function(wgs_compile_options target)
    set_target_properties(${target} PROPERTIES
        C_STANDARD 11
        C_STANDARD_REQUIRED ON
        C_EXTENSIONS OFF
        C_VISIBILITY_PRESET hidden
        CXX_EXTENSIONS OFF
        CXX_VISIBILITY_PRESET hidden
        VISIBILITY_INLINES_HIDDEN ON
        POSITION_INDEPENDENT_CODE ON)
    # With C_EXTENSIONS off, POSIX has to be asked for.
    target_compile_definitions(${target} PRIVATE _POSIX_C_SOURCE=200809L _FILE_OFFSET_BITS=64)
    target_compile_options(${target} PRIVATE ${wgs_warnings} "$<$<COMPILE_LANGUAGE:C>:${wgs_c_warnings}>")
    if(WGS_WERROR)
        target_compile_options(${target} PRIVATE -Werror)
    endif()
    if(WGS_SANITIZE)
        target_compile_options(${target} PRIVATE
            -fsanitize=${WGS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
        target_link_options(${target} PRIVATE -fsanitize=${WGS_SANITIZE})
        get_target_property(type ${target} TYPE)
        if(type STREQUAL "EXECUTABLE")
            target_sources(${target} PRIVATE "${PROJECT_SOURCE_DIR}/tests/keep_loaded.c")
            target_link_options(${target} PRIVATE LINKER:--export-dynamic-symbol=dlclose)
        endif()
    endif()
endfunction()

# A shared library exports what is marked WGS_EXPORT, and of that only what exported.map lets through.
function(wgs_limit_exports target)
    set(map "${PROJECT_SOURCE_DIR}/cmake/exported.map")
    target_link_options(${target} PRIVATE "LINKER:--version-script=${map}")
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${map}")
endfunction()

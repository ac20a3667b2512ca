# SPDX-License-Identifier: MIT
# The target wgs_arrow_cpp: Arrow C++ and Parquet for the command's files.
#
# WGS_ARROW_CPP says which: `pinned`, the libraries that scripts/setup.sh took out of the pyarrow wheel; or `system`,
# what find_package(Arrow) finds. Installed with the command when it is the pinned one (WGS_ARROW_CPP_FILES).

set(WGS_ARROW_CPP "pinned" CACHE STRING "Arrow C++ for the command's files: pinned or system")
set_property(CACHE WGS_ARROW_CPP PROPERTY STRINGS pinned system)

add_library(wgs_arrow_cpp INTERFACE)
set(WGS_ARROW_CPP_FILES "")

if(WGS_ARROW_CPP STREQUAL "system")
    find_package(Arrow CONFIG REQUIRED)
    find_package(ArrowCompute CONFIG QUIET)
    find_package(Parquet CONFIG REQUIRED)
    target_link_libraries(wgs_arrow_cpp INTERFACE Parquet::parquet_shared Arrow::arrow_shared)
    if(TARGET ArrowCompute::arrow_compute_shared)
        target_link_libraries(wgs_arrow_cpp INTERFACE ArrowCompute::arrow_compute_shared)
    endif()
elseif(WGS_ARROW_CPP STREQUAL "pinned")
    set(wgs_arrow_root "${WGS_THIRD_PARTY_DIR}/arrow")
    if(NOT EXISTS "${wgs_arrow_root}/include/arrow/api.h")
        message(FATAL_ERROR "Arrow C++ is not in ${wgs_arrow_root}: run scripts/setup.sh build, take the system's with "
            "-DWGS_ARROW_CPP=system, or build without Arrow files with -DWGS_ARROW_FILES=OFF")
    endif()
    target_include_directories(wgs_arrow_cpp SYSTEM INTERFACE "${wgs_arrow_root}/include")
    target_link_directories(wgs_arrow_cpp INTERFACE "${wgs_arrow_root}/lib")
    foreach(part IN ITEMS parquet arrow_compute arrow)
        set(library "lib${part}.so.2600")
        target_link_libraries(wgs_arrow_cpp INTERFACE "-l:${library}")
        list(APPEND WGS_ARROW_CPP_FILES "${wgs_arrow_root}/lib/${library}")
    endforeach()
    target_link_options(wgs_arrow_cpp INTERFACE "$<BUILD_INTERFACE:LINKER:-rpath-link,${wgs_arrow_root}/lib>")
else()
    message(FATAL_ERROR "WGS_ARROW_CPP is ${WGS_ARROW_CPP}: it must be pinned or system")
endif()

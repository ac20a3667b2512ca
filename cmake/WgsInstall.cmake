# SPDX-License-Identifier: MIT
# What `cmake --install` and `make install` put under the prefix. The tree can be moved: every path in it is relative.
#
#   bin/wgsort
#   include/wgsort/*.h           and, with the pinned wgpu-native, include/webgpu/*.h
#   lib/libwgsort.*              lib/libwgsort_arrow.*, lib/libwgpu_native.so beside them
#   lib/wgsort/                  Arrow C++ for the command
#   lib/cmake/wgsort/            find_package(wgsort): wgsort::wgsort, wgsort::arrow, and both with _static
#   lib/pkgconfig/               wgsort.pc, wgsort-arrow.pc
#   share/doc/wgsort/            licences

include(CMakePackageConfigHelpers)
set(wgs_cmake_dir "${CMAKE_INSTALL_LIBDIR}/cmake/wgsort")

set(wgs_installed wgsort wgsort_static)
if(TARGET wgsort_arrow)
    list(APPEND wgs_installed wgsort_arrow wgsort_arrow_static)
endif()
install(TARGETS ${wgs_installed} EXPORT wgsortTargets)
install(EXPORT wgsortTargets NAMESPACE wgsort:: DESTINATION "${wgs_cmake_dir}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/wgsort" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.h")

set(wgs_licences "${CMAKE_INSTALL_DOCDIR}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${wgs_licences}")
if(EXISTS "${WGS_THIRD_PARTY_DIR}/arrow/LICENSE.txt") # nanoarrow and Arrow C++ have the same one
    install(FILES "${WGS_THIRD_PARTY_DIR}/arrow/LICENSE.txt" DESTINATION "${wgs_licences}" RENAME LICENSE.arrow)
endif()

if(WGS_WEBGPU_IS_BUNDLED)
    install(PROGRAMS "${WGS_WEBGPU_LIBRARY}" DESTINATION "${CMAKE_INSTALL_LIBDIR}")
    install(DIRECTORY "${WGS_WEBGPU_INCLUDE_DIR}/webgpu" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
    install(FILES "${WGS_THIRD_PARTY_DIR}/wgpu/LICENSE" DESTINATION "${wgs_licences}" RENAME LICENSE.wgpu)
    set(wgs_config_webgpu_library "${CMAKE_INSTALL_LIBDIR}/libwgpu_native.so")
    set(wgs_config_webgpu_include "${CMAKE_INSTALL_INCLUDEDIR}")
    set(wgs_pc_webgpu "-lwgpu_native")
    set(wgs_pc_webgpu_cflags "-I\${includedir}/webgpu")
else()
    set(wgs_config_webgpu_library "${WGS_WEBGPU_LIBRARY}")
    set(wgs_config_webgpu_include "${WGS_WEBGPU_INCLUDE_DIR}")
    cmake_path(GET WGS_WEBGPU_LIBRARY FILENAME wgs_webgpu_name)
    set(wgs_pc_webgpu "-L${WGS_WEBGPU_INSTALL_RPATH} -l:${wgs_webgpu_name}")
    set(wgs_pc_webgpu_cflags "-I${WGS_WEBGPU_INCLUDE_DIR} -I${WGS_WEBGPU_INCLUDE_DIR}/webgpu")
endif()

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/wgsortConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/package/wgsortConfig.cmake"
    INSTALL_DESTINATION "${wgs_cmake_dir}"
    PATH_VARS wgs_config_webgpu_library wgs_config_webgpu_include)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/package/wgsortConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES
    "${PROJECT_BINARY_DIR}/package/wgsortConfig.cmake" "${PROJECT_BINARY_DIR}/package/wgsortConfigVersion.cmake"
    DESTINATION "${wgs_cmake_dir}")

# A prefix relative to the .pc file, so that pkg-config finds a tree that was moved.
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig"
    OUTPUT_VARIABLE wgs_pc_prefix)
foreach(pc IN ITEMS wgsort wgsort-arrow)
    configure_file("${PROJECT_SOURCE_DIR}/cmake/${pc}.pc.in" "${PROJECT_BINARY_DIR}/package/${pc}.pc" @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/package/${pc}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endforeach()

if(TARGET wgsort_tool)
    cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR BASE_DIRECTORY "${CMAKE_INSTALL_FULL_BINDIR}"
        OUTPUT_VARIABLE wgs_lib_from_bin)
    set_target_properties(wgsort_tool PROPERTIES
        INSTALL_RPATH "\$ORIGIN/${wgs_lib_from_bin};\$ORIGIN/${wgs_lib_from_bin}/wgsort;${WGS_WEBGPU_INSTALL_RPATH}")
    install(TARGETS wgsort_tool)
    if(WGS_ARROW_CPP_FILES)
        install(PROGRAMS ${WGS_ARROW_CPP_FILES} DESTINATION "${CMAKE_INSTALL_LIBDIR}/wgsort")
        install(FILES "${WGS_THIRD_PARTY_DIR}/arrow/NOTICE.txt" DESTINATION "${wgs_licences}" RENAME NOTICE.arrow)
    endif()
endif()

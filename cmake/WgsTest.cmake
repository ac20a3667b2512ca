# SPDX-License-Identifier: MIT
# Tests, under CTest. Labels: unit, cpu, gpu, cli, slow.
#
#   wgs_add_test(plan_order_test SOURCES plan_order_test.c LAYERS plan LABELS unit)
#   wgs_add_test(radix_test SOURCES radix_test.c ADAPTERS LABELS slow TIMEOUT 300)
#   wgs_add_script_test(cli_csv_test COMMAND "${WGS_TEST_PYTHON}" ${CMAKE_CURRENT_SOURCE_DIR}/cli_csv_test.py LABELS cli)
#
# wgs_add_test builds a cmocka program, which may include any header of src/. With LAYERS it links those layers and
# the ones below, and so needs nothing else to compile; with LIBRARIES, those libraries; with neither, the whole library
# (statically, internal functions too) and wgsort_testing. wgs_add_script_test runs a command: a script, or a program.
#
# ADAPTERS makes it a GPU test: registered once for each software adapter, as NAME.lavapipe and NAME.swiftshader,
# with the label gpu. The environment then points Vulkan at that adapter, and WGS_TEST_ADAPTER has its name.
# A test that can't run says why and exits with 77, which CTest shows as skipped; when no GPU test of an adapter ran at
# all, the test gpu_tests_ran.<adapter> fails. WGS_TEST_ADAPTERS lists the adapters.
#
# Every test finds the command in $WGSORT, the Python with the judges in $WGS_TEST_PYTHON, and an empty folder of its
# own as its working directory.

if(NOT WGS_BUILD_TESTS)
    function(wgs_add_test)
    endfunction()
    function(wgs_add_script_test)
    endfunction()
    return()
endif()

find_path(WGS_CMOCKA_INCLUDE_DIR cmocka.h)
find_library(WGS_CMOCKA_LIBRARY cmocka)
mark_as_advanced(WGS_CMOCKA_INCLUDE_DIR WGS_CMOCKA_LIBRARY)
if(NOT WGS_CMOCKA_INCLUDE_DIR OR NOT WGS_CMOCKA_LIBRARY)
    message(FATAL_ERROR "The tests need cmocka (libcmocka-dev): run scripts/setup.sh test, or pass -DWGS_BUILD_TESTS=OFF")
endif()

set(WGS_TEST_PYTHON "${WGS_THIRD_PARTY_DIR}/venv/bin/python")

if(WGS_WEBGPU STREQUAL "dawn")
    set(wgs_default_adapters swiftshader) # the pinned Dawn refuses the lavapipe of Debian 12
    set(wgs_gpu_timeout 900) # it compiles and checks more than wgpu-native
else()
    set(wgs_default_adapters lavapipe swiftshader)
    set(wgs_gpu_timeout 300)
endif()
set(WGS_TEST_ADAPTERS "${wgs_default_adapters}" CACHE STRING "Where GPU tests run: lavapipe, swiftshader")
set(wgs_adapters ${WGS_TEST_ADAPTERS})
foreach(adapter IN LISTS wgs_adapters)
    if(NOT adapter MATCHES "^(lavapipe|swiftshader)$")
        message(FATAL_ERROR "WGS_TEST_ADAPTERS has ${adapter}, which is neither lavapipe nor swiftshader")
    endif()
endforeach()
file(GLOB wgs_icd_lavapipe /usr/share/vulkan/icd.d/lvp_icd*.json /etc/vulkan/icd.d/lvp_icd*.json)
set(wgs_icd_swiftshader "${WGS_THIRD_PARTY_DIR}/swiftshader/vk_swiftshader_icd.json")

set(wgs_test_home "${PROJECT_BINARY_DIR}/test")
file(MAKE_DIRECTORY "${wgs_test_home}/runtime")
file(CHMOD "${wgs_test_home}/runtime" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)

function(wgs_add_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "ADAPTERS" "TIMEOUT" "SOURCES;LAYERS;LIBRARIES;LABELS;ENVIRONMENT")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "wgs_add_test(${name}): what is ${arg_UNPARSED_ARGUMENTS}?")
    endif()
    add_executable(${name} ${arg_SOURCES})
    wgs_compile_options(${name})
    target_include_directories(${name} PRIVATE
        "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src" "${PROJECT_BINARY_DIR}/wgsl_c")
    target_include_directories(${name} SYSTEM PRIVATE
        "${WGS_CMOCKA_INCLUDE_DIR}" "$<TARGET_PROPERTY:wgsort::webgpu,INTERFACE_INCLUDE_DIRECTORIES>")
    foreach(layer IN LISTS arg_LAYERS)
        wgs_layer_target(layer_name "${layer}")
        target_link_libraries(${name} PRIVATE wgs_layer_${layer_name})
    endforeach()
    if(NOT arg_LAYERS AND NOT arg_LIBRARIES)
        set(arg_LIBRARIES wgsort_testing wgsort_static)
    endif()
    target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} "${WGS_CMOCKA_LIBRARY}")
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${wgs_test_home}/bin")

    wgs_register_test("${name}" "${arg_ADAPTERS}" "${arg_TIMEOUT}" "${arg_LABELS}" "${arg_ENVIRONMENT}"
        "$<TARGET_FILE:${name}>")
endfunction()

function(wgs_add_script_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "ADAPTERS" "TIMEOUT" "COMMAND;LABELS;ENVIRONMENT")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "wgs_add_script_test(${name}): what is ${arg_UNPARSED_ARGUMENTS}?")
    endif()
    wgs_register_test("${name}" "${arg_ADAPTERS}" "${arg_TIMEOUT}" "${arg_LABELS}" "${arg_ENVIRONMENT}" ${arg_COMMAND})
endfunction()

# The environment that points Vulkan at one adapter. VK_ICD_FILENAMES is the name that older loaders know.
function(wgs_adapter_environment out adapter)
    set(${out}
        "WGS_TEST_ADAPTER=${adapter}"
        "VK_DRIVER_FILES=${wgs_icd_${adapter}}"
        "VK_ICD_FILENAMES=${wgs_icd_${adapter}}"
        PARENT_SCOPE)
endfunction()

function(wgs_register_test name adapters timeout labels environment)
    # Software adapters are slow, and more so when other tests run beside them.
    if(NOT timeout AND adapters)
        set(timeout ${wgs_gpu_timeout})
    elseif(NOT timeout)
        set(timeout 120)
    endif()
    set(common
        "WGSORT=${PROJECT_BINARY_DIR}/wgsort"
        "WGS_TEST_PYTHON=${WGS_TEST_PYTHON}"
        "WGS_SOURCE_DIR=${PROJECT_SOURCE_DIR}"
        "WGS_BINARY_DIR=${PROJECT_BINARY_DIR}"
        "XDG_RUNTIME_DIR=${wgs_test_home}/runtime" # lavapipe warns when it is missing
        ${environment})
    if(WGS_SANITIZE)
        list(APPEND common
            "ASAN_OPTIONS=detect_container_overflow=0" # Arrow C++ is built without
            "UBSAN_OPTIONS=print_stacktrace=1"
            "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/lsan.supp:print_suppressions=0")
    endif()

    if(NOT adapters)
        wgs_register_one("${name}" "${timeout}" "${labels}" "${common}" ${ARGN})
        return()
    endif()
    foreach(adapter IN LISTS wgs_adapters)
        wgs_adapter_environment(pointed "${adapter}")
        wgs_register_one("${name}.${adapter}" "${timeout}" "${labels};gpu" "${common};${pointed}"
            "${PROJECT_SOURCE_DIR}/tests/run_gpu_test.sh" "${wgs_test_home}/ran.${adapter}/${name}" ${ARGN})
        set_property(TEST "${name}.${adapter}" PROPERTY FIXTURES_REQUIRED "gpu_tests.${adapter}")
    endforeach()
endfunction()

function(wgs_register_one name timeout labels environment)
    set(folder "${wgs_test_home}/folders/${name}")
    file(MAKE_DIRECTORY "${folder}")
    add_test(NAME "${name}" COMMAND ${ARGN} WORKING_DIRECTORY "${folder}")
    set_tests_properties("${name}" PROPERTIES
        TIMEOUT "${timeout}" LABELS "${labels}" ENVIRONMENT "${environment}" SKIP_RETURN_CODE 77)
endfunction()

# Before the GPU tests of an adapter the marks of earlier runs are removed; after them one mark must be there.
foreach(adapter IN LISTS wgs_adapters)
    add_test(NAME gpu_tests_start.${adapter}
        COMMAND "${CMAKE_COMMAND}" -E rm -rf "${wgs_test_home}/ran.${adapter}")
    add_test(NAME gpu_tests_ran.${adapter}
        COMMAND "${PROJECT_SOURCE_DIR}/tests/gpu_tests_ran.sh" "${wgs_test_home}/ran.${adapter}" "${adapter}")
    set_tests_properties(gpu_tests_start.${adapter} PROPERTIES FIXTURES_SETUP gpu_tests.${adapter} LABELS gpu)
    set_tests_properties(gpu_tests_ran.${adapter} PROPERTIES FIXTURES_CLEANUP gpu_tests.${adapter} LABELS gpu)
endforeach()

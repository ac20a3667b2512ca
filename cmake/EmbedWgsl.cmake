# SPDX-License-Identifier: MIT
# Turns a WGSL file into C:
#
#   cmake -DINPUT=<k>.wgsl -DFOLDER=<output folder> -DPRIMITIVE=<folder of the layer> -P EmbedWgsl.cmake
#
# writes <k>.wgsl.c and <k>.wgsl.h, which declare
#
#   wgs_wgsl_<k>[], wgs_wgsl_<k>_size   the text (a byte array: C promises literals of 4,095 characters only)
#   wgs_kernel_<k>                      for a kernel: a file with one entry point, `@compute`, named like the file
#   struct wgs_<k>_params               for a kernel that has `struct Params`: its members, as uint32_t
#   wgs_fragment_<k>                    for a fragment: a file with no entry point
#
# Bindings and Params are read from the text, so C cannot drift from WGSL. They must be in the house form, one a line:
#
#   @group(0) @binding(0) var<uniform> params: Params;
#   @group(0) @binding(1) var<storage, read> name: array<u32>;
#   @group(0) @binding(2) var<storage, read_write> name: array<u32>;
#   struct Params {
#       member: u32,
#   }
#
# with 32-bit scalars in Params. Anything else stops the build, with file and line.
cmake_minimum_required(VERSION 3.25)

set(max_binding 9)        # WGS_MAX_KERNEL_BINDINGS - 1
set(max_params_words 32)  # WGS_MAX_PARAMS_WORDS
cmake_path(GET INPUT FILENAME file_name)
cmake_path(GET INPUT STEM LAST_ONLY k)
set(identifier "[A-Za-z_][A-Za-z0-9_]*")

function(fail line message)
    message(FATAL_ERROR "${INPUT}:${line}: ${message}")
endfunction()

# The place of the first MATCH in TEXT, as a line number.
function(line_of out text position)
    string(SUBSTRING "${text}" 0 ${position} before)
    string(REGEX MATCHALL "0x0a" breaks "${before}")
    list(LENGTH breaks count)
    math(EXPR count "${count} + 1")
    set(${out} ${count} PARENT_SCOPE)
endfunction()

if(NOT k MATCHES "^[a-z][a-z0-9_]*$")
    fail(1 "a file's name must be an identifier in snake_case")
endif()

# --- The text as bytes -----------------------------------------------------------------------------------------------

file(READ "${INPUT}" bytes HEX)
string(LENGTH "${bytes}" size)
math(EXPR size "${size} / 2")
if(size EQUAL 0)
    fail(1 "the file is empty")
endif()
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
string(REGEX MATCH "0x([89a-f].|0[0-8bcdef]|1.|7f)," bad "${bytes}")
if(bad)
    string(FIND "${bytes}" "${bad}" position)
    line_of(line "${bytes}" ${position})
    fail(${line} "byte ${CMAKE_MATCH_1} (hexadecimal) is not printable ASCII, and WGSL files hold nothing else")
endif()
if(NOT bytes MATCHES "0x0a,$")
    fail(1 "the last line has no line break, which the next part of a composed module needs")
endif()
string(REPEAT "....." 16 row)
string(REGEX REPLACE "(${row})" "\\1\n    " bytes "${bytes}")

# --- The text as lines -----------------------------------------------------------------------------------------------

# What means something to CMake in a list is replaced, and each line starts with a bar, so that none is empty.
file(READ "${INPUT}" text)
string(REPLACE "\\" "/" text "${text}")
string(REPLACE ";" "$" text "${text}")
string(REPLACE "[" "(" text "${text}")
string(REPLACE "]" ")" text "${text}")
string(REPLACE "\n" ";|" lines "|${text}")

set(binding_rows "")
set(binding_numbers "")
set(has_params_binding NO)
set(members "")
set(entries "")
set(state text)          # text, params (inside struct Params)
set(in_comment NO)       # inside /* */
set(compute_pending NO)  # @compute was seen, its fn was not
set(number 0)
set(has_params_struct NO)

foreach(line IN LISTS lines)
    math(EXPR number "${number} + 1")

    # Comments go. A block comment starts or ends on any line, and is taken to hold no other one.
    if(in_comment)
        if(NOT line MATCHES "\\*/(.*)$")
            continue()
        endif()
        set(line "|${CMAKE_MATCH_1}")
        set(in_comment NO)
    endif()
    if(line MATCHES "//|/\\*")
        string(REGEX REPLACE "/\\*([^*]|\\*+[^*/])*\\*+/" " " line "${line}")
        string(REGEX REPLACE "//.*$" "" line "${line}")
        if(line MATCHES "^([^/]*(/[^*/][^/]*)*)/\\*")
            set(line "${CMAKE_MATCH_1}")
            set(in_comment YES)
        endif()
    endif()
    string(SUBSTRING "${line}" 1 -1 line)
    string(STRIP "${line}" line)
    if(line STREQUAL "")
        continue()
    endif()

    if(state STREQUAL "params")
        if(line MATCHES "^}")
            set(state text)
        elseif(line MATCHES "^(${identifier}): (u32|i32|f32),?$")
            set(member "${CMAKE_MATCH_1}")
            if(member IN_LIST members)
                fail(${number} "Params has two members ${member}")
            endif()
            list(APPEND members "${member}")
        else()
            fail(${number} "a line of struct Params must be `member: u32,` (or i32, f32)")
        endif()
        continue()
    endif()

    if(line MATCHES "^struct Params")
        if(NOT line STREQUAL "struct Params {")
            fail(${number} "struct Params must begin with the line `struct Params {`")
        endif()
        set(state params)
        set(has_params_struct YES)
        set(params_line ${number})
    endif()

    if(line MATCHES "@binding|@group|var<(uniform|storage)")
        if(NOT line MATCHES
           "^@group.0. @binding.([0-9]+). var<(uniform|storage, read|storage, read_write)> (${identifier}): ([^$]+)[$]$")
            fail(${number} "a binding must be one line of the form `@group(0) @binding(N) var<storage, read> name: TYPE;`")
        endif()
        set(binding ${CMAKE_MATCH_1})
        set(space "${CMAKE_MATCH_2}")
        set(name "${CMAKE_MATCH_3}")
        set(type "${CMAKE_MATCH_4}")
        if(binding GREATER max_binding)
            fail(${number} "binding ${binding} is above ${max_binding}")
        endif()
        if(binding IN_LIST binding_numbers)
            fail(${number} "binding ${binding} is there twice")
        endif()
        list(APPEND binding_numbers ${binding})
        if(space STREQUAL "uniform")
            if(NOT "${binding} ${name}: ${type}" STREQUAL "0 params: Params")
                fail(${number} "the only uniform is binding 0, `params: Params`")
            endif()
            set(kind WGS_BINDING_UNIFORM)
            set(has_params_binding YES)
        elseif(space STREQUAL "storage, read")
            set(kind WGS_BINDING_READ)
        else()
            set(kind WGS_BINDING_READ_WRITE)
        endif()
        string(APPEND binding_rows "    {\"${name}\", ${kind}, ${binding}},\n")
    endif()

    if(line MATCHES "@compute")
        set(compute_pending YES)
        set(compute_line ${number})
    endif()
    if(compute_pending AND line MATCHES "fn (${identifier})\\(")
        list(APPEND entries "${CMAKE_MATCH_1}")
        set(compute_pending NO)
    endif()
endforeach()

# --- What the whole must be ------------------------------------------------------------------------------------------

if(in_comment)
    fail(${number} "a block comment has no end")
endif()
if(state STREQUAL "params")
    fail(${params_line} "struct Params has no end")
endif()
if(compute_pending)
    fail(${compute_line} "no function follows @compute")
endif()
list(LENGTH entries entry_count)
if(entry_count GREATER 1 OR (entry_count EQUAL 1 AND NOT entries STREQUAL k))
    fail(${compute_line} "the entry point must be one, and named like the file: ${k}; here: ${entries}")
endif()
if(has_params_struct AND NOT has_params_binding)
    fail(${params_line} "struct Params is not bound: `@group(0) @binding(0) var<uniform> params: Params;` is missing")
endif()
if(has_params_binding AND NOT has_params_struct)
    fail(1 "params: Params is bound, and struct Params is not in this file")
endif()
if(has_params_struct AND entry_count EQUAL 0)
    fail(${params_line} "struct Params belongs to a kernel, and this file has no entry point")
endif()
list(LENGTH members member_count)
if(has_params_struct AND (member_count EQUAL 0 OR member_count GREATER max_params_words))
    fail(${params_line} "struct Params has ${member_count} members; it may have 1 to ${max_params_words}")
endif()

# --- Output ----------------------------------------------------------------------------------------------------------

set(header "/* Made from ${file_name}. */
#ifndef WGS_WGSL_${k}
#define WGS_WGSL_${k}

#include \"kernels/kernel.h\"

extern unsigned char const wgs_wgsl_${k}[];
extern size_t const wgs_wgsl_${k}_size;
")
set(source "/* Made from ${file_name}. */
#include \"${file_name}.h\"

unsigned char const wgs_wgsl_${k}[${size}] = {
    ${bytes}
};
size_t const wgs_wgsl_${k}_size = ${size};
")

list(LENGTH binding_numbers binding_count)
set(bindings NULL)
if(binding_count GREATER 0)
    set(bindings bindings)
    string(APPEND source "\nstatic wgs_kernel_binding const bindings[] = {\n${binding_rows}};\n")
endif()

if(entry_count EQUAL 1)
    set(names NULL)
    if(member_count GREATER 0)
        set(names params_names)
        list(JOIN members ";\n    uint32_t " c_members)
        list(JOIN members "\", \"" c_names)
        string(APPEND header "\nstruct wgs_${k}_params {\n    uint32_t ${c_members};\n};\n")
        string(APPEND source "\nstatic char const* const params_names[] = {\"${c_names}\"};\n")
    endif()
    string(APPEND header "\nextern wgs_kernel const wgs_kernel_${k};\n")
    string(APPEND source "
wgs_kernel const wgs_kernel_${k} = {
    .name = \"${k}\",
    .primitive = \"${PRIMITIVE}\",
    .source = wgs_wgsl_${k},
    .source_size = ${size},
    .binding_count = ${binding_count},
    .bindings = ${bindings},
    .params_words = ${member_count},
    .params_names = ${names},
};
")
else()
    string(APPEND header "\nextern wgs_fragment const wgs_fragment_${k};\n")
    string(APPEND source "
wgs_fragment const wgs_fragment_${k} = {
    .name = \"${k}\",
    .source = wgs_wgsl_${k},
    .source_size = ${size},
    .binding_count = ${binding_count},
    .bindings = ${bindings},
};
")
endif()
string(APPEND header "\n#endif\n")

# A header that is as it was keeps its time, so that a change inside a kernel compiles one file.
set(old "")
if(EXISTS "${FOLDER}/${file_name}.h")
    file(READ "${FOLDER}/${file_name}.h" old)
endif()
if(NOT old STREQUAL header)
    file(WRITE "${FOLDER}/${file_name}.h" "${header}")
endif()
file(WRITE "${FOLDER}/${file_name}.c" "${source}")

# SPDX-License-Identifier: MIT
# wgs_write_dawn_header(OUT HEADER): writes OUT, the webgpu.h of the pinned Dawn, which comes without one.
#
# HEADER is wgpu-native's webgpu.h, a later state of the same standard header. In between two enumerations were numbered
# anew, features and texture formats: they get the numbers that this Dawn knows, which are those of bun-webgpu 0.1.7, the
# program that the library is built for. What isn't listed here is left out, so that using it doesn't compile. All other
# enumerations that bun-webgpu has were compared and are the same, but for two structure types of external textures;
# WGPULimits has four members more at its end here, which this Dawn neither reads nor writes.
#
# On a device, features_test checks the features and point_cloud_test a texture format.

set(wgs_dawn_WGPUFeatureName # 1, 2, 3, ...
    DepthClipControl Depth32FloatStencil8 TimestampQuery TextureCompressionBC TextureCompressionBCSliced3D
    TextureCompressionETC2 TextureCompressionASTC TextureCompressionASTCSliced3D IndirectFirstInstance ShaderF16
    RG11B10UfloatRenderable BGRA8UnormStorage Float32Filterable Float32Blendable ClipDistances DualSourceBlending
    Subgroups CoreFeaturesAndLimits)
set(wgs_dawn_WGPUFeatureName_own "ImplicitDeviceSynchronization = 0x00050004") # Dawn's, not in the standard header

set(wgs_dawn_WGPUTextureFormat # the uncompressed ones
    R8Unorm R8Snorm R8Uint R8Sint R16Uint R16Sint R16Float RG8Unorm RG8Snorm RG8Uint RG8Sint R32Float R32Uint R32Sint
    RG16Uint RG16Sint RG16Float RGBA8Unorm RGBA8UnormSrgb RGBA8Snorm RGBA8Uint RGBA8Sint BGRA8Unorm BGRA8UnormSrgb
    RGB10A2Uint RGB10A2Unorm RG11B10Ufloat RGB9E5Ufloat RG32Float RG32Uint RG32Sint RGBA16Uint RGBA16Sint RGBA16Float
    RGBA32Float RGBA32Uint RGBA32Sint Stencil8 Depth16Unorm Depth24Plus Depth24PlusStencil8 Depth32Float
    Depth32FloatStencil8)
set(wgs_dawn_WGPUTextureFormat_own "Undefined = 0")

# Replaces the members of one enumeration in the header's text.
function(wgs_renumber text_name enumeration)
    set(text "${${text_name}}")
    string(FIND "${text}" "typedef enum ${enumeration} {" start)
    string(FIND "${text}" "} ${enumeration} " end)
    if(start EQUAL -1 OR end LESS start)
        message(FATAL_ERROR "WGS_WEBGPU=dawn: wgpu-native's webgpu.h has no enumeration ${enumeration}")
    endif()
    set(members "typedef enum ${enumeration} {\n")
    set(number 0)
    foreach(member IN LISTS wgs_dawn_${enumeration})
        math(EXPR number "${number} + 1")
        string(APPEND members "    ${enumeration}_${member} = ${number},\n")
    endforeach()
    foreach(member IN LISTS wgs_dawn_${enumeration}_own)
        string(APPEND members "    ${enumeration}_${member},\n")
    endforeach()
    string(APPEND members "    ${enumeration}_Force32 = 0x7FFFFFFF\n")
    string(SUBSTRING "${text}" 0 ${start} before)
    string(SUBSTRING "${text}" ${end} -1 after)
    set(${text_name} "${before}${members}${after}" PARENT_SCOPE)
endfunction()

function(wgs_write_dawn_header out header)
    file(READ "${header}" text)
    wgs_renumber(text WGPUFeatureName)
    wgs_renumber(text WGPUTextureFormat)
    # Written when it changes, or every configure would compile everything again.
    file(CONFIGURE OUTPUT "${out}" CONTENT "${text}" @ONLY)
endfunction()

/* SPDX-License-Identifier: MIT */
/*
 * A turning cloud of translucent points, drawn from the back to the front in every frame. A frame
 * is one command encoder, with a compute pass and a render pass, submitted once and not waited for:
 *
 *   look     own kernel: turns the cloud, and so finds the depth of each point
 *   sort     the numbers of the points by depth, the farthest first
 *   draw     one draw call: instance i is the point order[i], blended over all that lies behind it
 *
 * The first two are a command graph, compiled once. What differs between frames is replaced when
 * the graph is encoded: the camera, a part of a buffer, and the number of points, a value. The last
 * frame is written as a PNG file:
 *
 *   point_cloud [FILE]    (point_cloud.png)
 */
#include <math.h>
#include <png.h>
#include <stdio.h>
#include <string.h>

#include "own_device.h"
#include "trefoil.h"

enum { POINTS = 8000, FRAMES = 10, GROUP = 64 };

/* Cameras lie as far apart as any device wants uniforms to lie. */
enum { CAMERA_STRIDE = 256, CAMERA_SIZE = 64 };

/* A copy to a buffer wants rows of a multiple of 256 bytes: these need no padding. */
enum { WIDTH = 384, HEIGHT = 288, ROW_SIZE = 4 * WIDTH };
#define PICTURE_FORMAT WGPUTextureFormat_RGBA8Unorm

static char const look_wgsl[] =
    "struct Point {\n"
    "    place: vec4f,  // and the radius\n"
    "    color: vec4f,\n"
    "}\n"
    "@group(0) @binding(0) var<uniform> camera: mat4x4f;\n"
    "@group(0) @binding(1) var<storage, read> points: array<Point>;\n"
    "@group(0) @binding(2) var<storage, read_write> views: array<vec4f>;\n"
    "@group(0) @binding(3) var<storage, read_write> depths: array<f32>;\n"
    "\n"
    "@compute @workgroup_size(64)\n"
    "fn look(@builtin(global_invocation_id) thread: vec3u) {\n"
    "    let point = thread.x;\n"
    "    if (point < arrayLength(&points)) {\n"
    "        let place = points[point].place;\n"
    "        let view = camera * vec4f(place.xyz, 1.0);\n"
    "        views[point] = vec4f(view.xyz, place.w);\n"
    "        depths[point] = view.z;\n"
    "    }\n"
    "}\n";

static char const draw_wgsl[] =
    "struct Point {\n"
    "    place: vec4f,\n"
    "    color: vec4f,\n"
    "}\n"
    "@group(0) @binding(0) var<storage, read> order: array<u32>;\n"
    "@group(0) @binding(1) var<storage, read> views: array<vec4f>;\n"
    "@group(0) @binding(2) var<storage, read> points: array<Point>;\n"
    "override ASPECT: f32;\n"
    "const FOCUS = 2.2;\n"
    "\n"
    "struct Corner {\n"
    "    @builtin(position) position: vec4f,\n"
    "    @location(0) at: vec2f,  // from the centre of the disc, whose radius is 1\n"
    "    @location(1) color: vec4f,\n"
    "}\n"
    "\n"
    "@vertex\n"
    "fn place_corner(\n"
    "    @builtin(instance_index) instance: u32,\n"
    "    @builtin(vertex_index) corner: u32,\n"
    ") -> Corner {\n"
    "    let point = order[instance];\n"
    "    let view = views[point];\n"
    "    let at = vec2f(f32(corner & 1u), f32(corner >> 1u)) * 2.0 - 1.0;\n"
    "    let place = (view.xy + at * view.w) * FOCUS / view.z;\n"
    "    let position = vec4f(place.x / ASPECT, place.y, 0.5, 1.0);\n"
    "    return Corner(position, at, points[point].color);\n"
    "}\n"
    "\n"
    "// A disc with a soft rim. Its color is multiplied by alpha, as the blending below wants it.\n"
    "@fragment\n"
    "fn shade(corner: Corner) -> @location(0) vec4f {\n"
    "    let inside = 1.0 - dot(corner.at, corner.at);\n"
    "    let alpha = corner.color.a * smoothstep(0.0, 0.6, inside);\n"
    "    return vec4f(corner.color.rgb * alpha, alpha);\n"
    "}\n";

typedef struct App {
    OwnDevice own;
    WGSContext context;
    WGPUComputePipeline look;
    WGPURenderPipeline draw;
    WGPUBuffer points;
    WGPUBuffer cameras; /* of all frames, CAMERA_STRIDE bytes apart */
    WGPUBuffer views;   /* where the points are for the camera of the frame */
    WGPUBuffer order;
    WGPUBuffer pixels;
    WGPUTexture texture;
    WGPUTextureView target;
    WGPUBindGroup drawn; /* what the draw call reads */
    WGSProgram program;
    WGSBuffer camera; /* these two are replaced in every frame */
    WGSValue count;
} App;

static TrefoilPoint points[POINTS];
static unsigned char pixels[HEIGHT * ROW_SIZE];

/* --- What a renderer has before it comes to wgsort ------------------------------------------- */

static WGPUComputePipeline create_look(OwnDevice const* own) {
    WGPUShaderModule const module = own_device_create_module(own, look_wgsl);
    WGPUComputePipelineDescriptor const descriptor = {
        .compute = {.module = module, .entryPoint = {"look", WGPU_STRLEN}},
    };
    WGPUComputePipeline const pipeline = wgpuDeviceCreateComputePipeline(own->device, &descriptor);
    wgpuShaderModuleRelease(module);
    return pipeline;
}

/* What is drawn covers what was there by its alpha. This is why the order matters. */
static WGPUBlendComponent const over = {
    .operation = WGPUBlendOperation_Add,
    .srcFactor = WGPUBlendFactor_One,
    .dstFactor = WGPUBlendFactor_OneMinusSrcAlpha,
};

static WGPURenderPipeline create_draw(OwnDevice const* own) {
    WGPUShaderModule const module = own_device_create_module(own, draw_wgsl);
    WGPUConstantEntry const aspect = {
        .key = {"ASPECT", WGPU_STRLEN}, .value = (double)WIDTH / HEIGHT};
    WGPUBlendState const blend = {.color = over, .alpha = over};
    WGPUColorTargetState const target = {
        .format = PICTURE_FORMAT, .blend = &blend, .writeMask = WGPUColorWriteMask_All};
    WGPUFragmentState const fragment = {
        .module = module,
        .entryPoint = {"shade", WGPU_STRLEN},
        .targetCount = 1,
        .targets = &target,
    };
    WGPURenderPipelineDescriptor const descriptor = {
        .vertex =
            {.module = module,
             .entryPoint = {"place_corner", WGPU_STRLEN},
             .constantCount = 1,
             .constants = &aspect},
        .primitive = {.topology = WGPUPrimitiveTopology_TriangleStrip},
        .multisample = {.count = 1, .mask = 0xFFFFFFFFu},
        .fragment = &fragment,
    };
    WGPURenderPipeline const pipeline = wgpuDeviceCreateRenderPipeline(own->device, &descriptor);
    wgpuShaderModuleRelease(module);
    return pipeline;
}

static WGPUTexture create_texture(OwnDevice const* own) {
    WGPUTextureDescriptor const descriptor = {
        .usage = WGPUTextureUsage_RenderAttachment | WGPUTextureUsage_CopySrc,
        .dimension = WGPUTextureDimension_2D,
        .size = {WIDTH, HEIGHT, 1},
        .format = PICTURE_FORMAT,
        .mipLevelCount = 1,
        .sampleCount = 1,
    };
    return wgpuDeviceCreateTexture(own->device, &descriptor);
}

/* The same buffers in every frame, in the order that the sort has left in one of them. */
static WGPUBindGroup create_drawn(App const* app) {
    WGPUBindGroupEntry const entries[] = {
        {.binding = 0, .buffer = app->order, .size = WGPU_WHOLE_SIZE},
        {.binding = 1, .buffer = app->views, .size = WGPU_WHOLE_SIZE},
        {.binding = 2, .buffer = app->points, .size = WGPU_WHOLE_SIZE},
    };
    WGPUBindGroupLayout const layout = wgpuRenderPipelineGetBindGroupLayout(app->draw, 0);
    WGPUBindGroupDescriptor const descriptor = {
        .layout = layout,
        .entryCount = sizeof entries / sizeof entries[0],
        .entries = entries,
    };
    WGPUBindGroup const group = wgpuDeviceCreateBindGroup(app->own.device, &descriptor);
    wgpuBindGroupLayoutRelease(layout);
    return group;
}

static void create_buffers(App* app) {
    OwnDevice const* const own = &app->own;
    WGPUBufferUsage const storage = WGPUBufferUsage_Storage;
    app->points = own_device_create_buffer(own, sizeof points, storage);
    app->views = own_device_create_buffer(own, 4 * sizeof(float) * POINTS, storage);
    app->order = own_device_create_buffer(own, sizeof(uint32_t) * POINTS, storage);
    app->cameras = own_device_create_buffer(own, CAMERA_STRIDE * FRAMES, WGPUBufferUsage_Uniform);
    app->pixels = own_device_create_buffer(own, sizeof pixels, WGPUBufferUsage_None);
}

static WGSStatus open_app(App* app, WGSError* error) {
    OwnDevice* const own = &app->own;
    WGS_TRY(own_device_open(own, error));
    app->look = create_look(own);
    app->draw = create_draw(own);
    app->texture = create_texture(own);
    create_buffers(app);
    WGS_TRY(own_device_check(own, error)); /* before anything is made out of these */
    app->target = wgpuTextureCreateView(app->texture, NULL);
    app->drawn = create_drawn(app);
    WGS_TRY(own_device_check(own, error));
    return own_device_create_context(own, &app->context, error);
}

/* Turned about the vertical axis and seen from above. In a view x goes to the right, y up, and z
 * away from the eye. Column by column, as WGSL has it. */
static void make_camera(unsigned frame, float camera[CAMERA_SIZE / sizeof(float)]) {
    double const turn = 0.06 * frame;
    double const tilt = 0.4;
    double const distance = 9;
    double const columns[4][4] = {
        {cos(turn), sin(tilt) * sin(turn), cos(tilt) * sin(turn), 0},
        {0, cos(tilt), -sin(tilt), 0},
        {-sin(turn), sin(tilt) * cos(turn), cos(tilt) * cos(turn), 0},
        {0, 0, distance, 1},
    };
    for (size_t i = 0; i < 16; i++)
        camera[i] = (float)columns[i / 4][i % 4];
}

/* A program with a mouse would write its camera in each frame, to a place that no frame under way
 * reads. Here all are known. */
static void upload_scene(App const* app) {
    for (uint32_t i = 0; i < POINTS; i++)
        points[i] = trefoil_point(i, POINTS);
    wgpuQueueWriteBuffer(app->own.queue, app->points, 0, points, sizeof points);
    for (unsigned i = 0; i < FRAMES; i++) {
        float camera[CAMERA_SIZE / sizeof(float)];
        make_camera(i, camera);
        wgpuQueueWriteBuffer(
            app->own.queue, app->cameras, (uint64_t)CAMERA_STRIDE * i, camera, sizeof camera);
    }
}

/* --- The graph: depths and their order ------------------------------------------------------- */

static WGSStatus
import(WGSGraph graph, char const* label, WGPUBuffer buffer, WGSBuffer* imported, WGSError* error) {
    WGSImportDescriptor const descriptor = {.label = {label, WGPU_STRLEN}, .buffer = buffer};
    return wgsGraphImportBuffer(graph, &descriptor, imported, error);
}

/* Without a buffer of its own: every encode has to say where the camera is. */
static WGSStatus import_camera(WGSGraph graph, WGSBuffer* camera, WGSError* error) {
    WGSImportDescriptor const descriptor = {
        .label = {"camera", WGPU_STRLEN},
        .size = CAMERA_SIZE,
        .usage = WGPUBufferUsage_Uniform,
    };
    return wgsGraphImportBuffer(graph, &descriptor, camera, error);
}

/* The depths are nobody's but the graph's. */
static WGSStatus add_look(WGSGraph graph, App const* app, WGSBuffer depths, WGSError* error) {
    WGSBuffer all_points;
    WGSBuffer views;
    WGS_TRY(import(graph, "points", app->points, &all_points, error));
    WGS_TRY(import(graph, "views", app->views, &views, error));
    WGSBinding const bindings[] = {
        {.binding = 0, .access = WGSAccess_Uniform, .view = {.buffer = app->camera}},
        {.binding = 1, .access = WGSAccess_StorageRead, .view = {.buffer = all_points}},
        {.binding = 2, .access = WGSAccess_StorageWrite, .view = {.buffer = views}},
        {.binding = 3, .access = WGSAccess_StorageWrite, .view = {.buffer = depths}},
    };
    WGSComputeDescriptor const descriptor = {
        .label = {"look", WGPU_STRLEN},
        .pipeline = app->look,
        .bindingCount = sizeof bindings / sizeof bindings[0],
        .bindings = bindings,
        .workgroupCount = {(POINTS + GROUP - 1) / GROUP, 1, 1},
    };
    return wgsGraphAddCompute(graph, &descriptor, NULL, error);
}

/* An argsort: the depths themselves are not wanted in order. Points of equal depth stay in the
 * order of their numbers, in every frame, and so don't flicker. */
static WGSStatus add_sort(WGSGraph graph, App const* app, WGSBuffer depths, WGSError* error) {
    WGSBuffer order;
    WGS_TRY(import(graph, "order", app->order, &order, error));
    WGSSortKey const depth = {
        .in = {.buffer = depths, .format = WGSFormat_Float32, .length = POINTS},
        .direction = WGSDirection_Descending,
    };
    WGSSortDescriptor const sort = {
        .label = {"back to front", WGPU_STRLEN},
        .keyCount = 1,
        .keys = &depth,
        .rowsOut = {.buffer = order, .format = WGSFormat_Uint32, .length = POINTS},
        .count = app->count,
    };
    return wgsGraphAddSort(graph, &sort, NULL, error);
}

static WGSStatus add_nodes(WGSGraph graph, App* app, WGSError* error) {
    WGSBuffer depths;
    WGSTransientDescriptor const transient = {
        .label = {"depths", WGPU_STRLEN}, .size = sizeof(float) * POINTS};
    WGSValueDescriptor const count = {.label = {"points", WGPU_STRLEN}, .value = POINTS};
    WGS_TRY(wgsGraphCreateTransient(graph, &transient, &depths, error));
    WGS_TRY(wgsGraphCreateValue(graph, &count, &app->count, error));
    WGS_TRY(import_camera(graph, &app->camera, error));
    WGS_TRY(add_look(graph, app, depths, error));
    return add_sort(graph, app, depths, error);
}

static WGSStatus compile_program(App* app, WGSError* error) {
    WGSGraph graph;
    WGS_TRY(wgsContextCreateGraph(app->context, NULL, &graph, error));
    WGSStatus status = add_nodes(graph, app, error);
    if (status == WGSStatus_Success)
        status = wgsGraphCompile(graph, NULL, &app->program, error);
    wgsGraphRelease(graph); /* its buffers and values live as long as the program */
    return status;
}

/* --- A frame --------------------------------------------------------------------------------- */

static WGSStatus encode_order(
    App const* app, WGPUCommandEncoder encoder, unsigned frame, uint32_t count, WGSError* error) {
    WGSBufferReplacement const camera = {
        .buffer = app->camera,
        .replacement = app->cameras,
        .offset = (uint64_t)CAMERA_STRIDE * frame,
    };
    WGSValueReplacement const visible = {.value = app->count, .replacement = count};
    WGSEncodeDescriptor const descriptor = {
        .bufferCount = 1, .buffers = &camera, .valueCount = 1, .values = &visible};
    return wgsProgramEncode(app->program, encoder, &descriptor, NULL, error);
}

/* WebGPU sees to it that the pass reads what the passes before it have written. */
static void encode_draw(App const* app, WGPUCommandEncoder encoder, uint32_t count) {
    WGPURenderPassColorAttachment const attachment = {
        .view = app->target,
        .depthSlice = WGPU_DEPTH_SLICE_UNDEFINED,
        .loadOp = WGPULoadOp_Clear,
        .storeOp = WGPUStoreOp_Store,
        .clearValue = {0.06, 0.07, 0.1, 1},
    };
    WGPURenderPassDescriptor const descriptor = {
        .colorAttachmentCount = 1, .colorAttachments = &attachment};
    WGPURenderPassEncoder const pass = wgpuCommandEncoderBeginRenderPass(encoder, &descriptor);
    wgpuRenderPassEncoderSetPipeline(pass, app->draw);
    wgpuRenderPassEncoderSetBindGroup(pass, 0, app->drawn, 0, NULL);
    wgpuRenderPassEncoderDraw(pass, 4, count, 0, 0);
    wgpuRenderPassEncoderEnd(pass);
    wgpuRenderPassEncoderRelease(pass);
}

/* A program with a window would present the texture instead. */
static void encode_copy(App const* app, WGPUCommandEncoder encoder) {
    WGPUTexelCopyTextureInfo const source = {
        .texture = app->texture, .aspect = WGPUTextureAspect_All};
    WGPUTexelCopyBufferInfo const destination = {
        .layout = {.bytesPerRow = ROW_SIZE, .rowsPerImage = HEIGHT}, .buffer = app->pixels};
    WGPUExtent3D const size = {WIDTH, HEIGHT, 1};
    wgpuCommandEncoderCopyTextureToBuffer(encoder, &source, &destination, &size);
}

/* The knot grows from frame to frame. The compiled graph sorts as many points as there are. */
static WGSStatus draw_frame(App* app, unsigned frame, WGSError* error) {
    uint32_t const count = POINTS / FRAMES * (frame + 1);
    WGPUCommandEncoder const encoder = wgpuDeviceCreateCommandEncoder(app->own.device, NULL);
    WGSStatus status = encode_order(app, encoder, frame, count, error);
    if (status == WGSStatus_Success) {
        encode_draw(app, encoder, count);
        if (frame == FRAMES - 1)
            encode_copy(app, encoder);
        status = own_device_submit(&app->own, encoder, error);
    }
    wgpuCommandEncoderRelease(encoder);
    return status;
}

/* --------------------------------------------------------------------------------------------- */

static WGSStatus write_picture(App const* app, char const* file, WGSError* error) {
    WGS_TRY(wgsContextReadBuffer(app->context, app->pixels, 0, pixels, sizeof pixels, error));
    png_image image = {
        .version = PNG_IMAGE_VERSION, .width = WIDTH, .height = HEIGHT, .format = PNG_FORMAT_RGBA};
    if (!png_image_write_to_file(&image, file, 0, pixels, ROW_SIZE, NULL))
        return own_device_error(error, image.message);
    printf("%d frames of up to %d points, the last one in %s\n", FRAMES, POINTS, file);
    return WGSStatus_Success;
}

static WGSStatus draw_all(App* app, char const* file, WGSError* error) {
    WGS_TRY(open_app(app, error));
    upload_scene(app);
    WGS_TRY(compile_program(app, error));
    for (unsigned frame = 0; frame < FRAMES; frame++)
        WGS_TRY(draw_frame(app, frame, error));
    return write_picture(app, file, error);
}

static void close_app(App* app) {
    WGPUBuffer const buffers[] = {app->points, app->cameras, app->views, app->order, app->pixels};
    wgsProgramRelease(app->program);
    wgsContextRelease(app->context);
    if (app->drawn != NULL)
        wgpuBindGroupRelease(app->drawn);
    if (app->target != NULL)
        wgpuTextureViewRelease(app->target);
    if (app->texture != NULL)
        wgpuTextureRelease(app->texture);
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++)
        if (buffers[i] != NULL)
            wgpuBufferRelease(buffers[i]);
    if (app->draw != NULL)
        wgpuRenderPipelineRelease(app->draw);
    if (app->look != NULL)
        wgpuComputePipelineRelease(app->look);
    own_device_close(&app->own);
}

int main(int argc, char** argv) {
    App app = {0};
    WGSError error = {0};
    char const* const file = argc > 1 ? argv[1] : "point_cloud.png";
    WGSStatus const status = draw_all(&app, file, &error);
    if (status != WGSStatus_Success)
        fprintf(stderr, "%s\n", error.message);
    close_app(&app);
    return status == WGSStatus_Success ? 0 : 1;
}

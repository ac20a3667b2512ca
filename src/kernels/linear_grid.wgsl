// SPDX-License-Identifier: MIT
// Workgroups are spread over x, y and z when one dimension can't hold them (plan/grid.h): a kernel
// counts them in this order and leaves at the first id past its last group.

fn linear_workgroup(id: vec3u, grid: vec3u) -> u32 {
    return id.x + grid.x * (id.y + grid.y * id.z);
}

fn launched_workgroups(grid: vec3u) -> u32 {
    return grid.x * grid.y * grid.z;
}

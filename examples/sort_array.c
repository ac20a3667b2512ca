/* SPDX-License-Identifier: MIT */
/* Sorts an array in memory on the GPU, or on the software adapter where there is none. */
#include <stdio.h>
#include <wgsort/wgsort.h>

enum { COUNT = 50000 };
static float values[COUNT];

int main(void) {
    for (unsigned i = 0; i < COUNT; i++)
        values[i] = (float)(i * 7919u % 65537u) - 30000.0f;

    WGSError error;
    WGSContext context;
    WGSStatus status = wgsOpenContext(NULL, &context, &error);
    if (status == WGSStatus_Success) {
        status = wgsContextSortArray(
            context, WGSFormat_Float32, values, COUNT, WGSDirection_Ascending, &error);
        wgsContextRelease(context);
    }
    if (status != WGSStatus_Success) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    for (unsigned i = 1; i < COUNT; i++)
        if (values[i - 1] > values[i])
            return 1;
    printf("%g ... %g\n", (double)values[0], (double)values[COUNT - 1]);
    return 0;
}

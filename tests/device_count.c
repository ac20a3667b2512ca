/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "device_count.h"
#include "testing/test_device.h"

static void import(wgs_guarded_buffer const* place, WGSGraph graph, WGSView* view) {
    WGSError error;
    assert_int_equal(wgs_guarded_buffer_import(place, graph, WGSFormat_Uint32, view, &error), 0);
}

void device_count_add(
    device_count* d, WGSGraph graph, uint32_t const* table, size_t table_count, uint32_t chosen) {
    static uint32_t const places[] = {65, 0, 1, 3, 63, 64};
    WGSGatherDescriptor pick = {0};
    d->table = wgs_guarded_buffer_create(3, 4 * table_count, table);
    d->chosen = wgs_guarded_buffer_create(0, 4, &chosen);
    d->count = wgs_guarded_buffer_create(places[chosen % 6], 4, NULL);
    d->exceeded = wgs_guarded_buffer_create(places[(chosen + 2) % 6], 4, NULL);
    import(&d->table, graph, &pick.in);
    import(&d->chosen, graph, &pick.rows);
    import(&d->count, graph, &pick.out);
    import(&d->exceeded, graph, &d->source.exceeded);
    d->source.view = pick.out;
    WGSError error;
    assert_int_equal(wgsGraphAddGather(graph, &pick, &error), 0);
}

void device_count_free(device_count* d) {
    wgs_guarded_buffer_free(&d->table);
    wgs_guarded_buffer_free(&d->chosen);
    wgs_guarded_buffer_free(&d->count);
    wgs_guarded_buffer_free(&d->exceeded);
}

void device_count_choose(device_count const* d, uint32_t chosen) {
    WGSError error;
    assert_int_equal(
        wgsContextWriteBuffer(
            wgs_test_context(), d->chosen.buffer, d->chosen.offset, &chosen, 4, &error),
        0);
}

void device_count_check_exceeded(device_count const* d, bool expected) {
    uint32_t told;
    assert_true(wgs_guarded_buffer_read(&d->exceeded, "exceeded", &told));
    assert_int_equal(told, expected);
}

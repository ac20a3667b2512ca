/* SPDX-License-Identifier: MIT */
#include "testing/arrow_fixture.h"

#include "primitives/common/key_reference.h"

static void release_schema(struct ArrowSchema* schema) { schema->release = NULL; }

struct ArrowSchema wgs_fixture_schema(char const* format) {
    return (struct ArrowSchema){
        .format = format,
        .name = "",
        .flags = ARROW_FLAG_NULLABLE,
        .release = release_schema,
    };
}

struct ArrowSchema
wgs_fixture_record_schema(size_t count, struct ArrowSchema* fields, struct ArrowSchema** pointers) {
    struct ArrowSchema schema = wgs_fixture_schema("+s");
    for (size_t i = 0; i < count; i++)
        pointers[i] = &fields[i];
    schema.n_children = (int64_t)count;
    schema.children = pointers;
    return schema;
}

static void count_release(struct ArrowArray* array) {
    wgs_fixture_array* const made = array->private_data;
    made->released++;
    array->release = NULL;
}

static void start_array(
    wgs_fixture_array* made,
    int64_t offset,
    int64_t length,
    int64_t null_count,
    void const* validity,
    void const* values) {
    *made = (wgs_fixture_array){.buffers = {validity, values}};
    made->array = (struct ArrowArray){
        .length = length,
        .null_count = null_count,
        .offset = offset,
        .buffers = made->buffers,
        .release = count_release,
        .private_data = made,
    };
}

void wgs_fixture_column(
    wgs_fixture_array* made,
    int64_t offset,
    int64_t length,
    int64_t null_count,
    void const* validity,
    void const* values) {
    start_array(made, offset, length, null_count, validity, values);
    made->array.n_buffers = 2;
}

void wgs_fixture_record(
    wgs_fixture_array* made,
    int64_t offset,
    int64_t length,
    void const* validity,
    size_t count,
    struct ArrowArray** pointers) {
    start_array(made, offset, length, -1, validity, NULL);
    made->array.n_buffers = 1;
    made->array.n_children = (int64_t)count;
    made->array.children = pointers;
}

static int compare(size_t key_count, WGSHostKey const* keys, size_t a, size_t b) {
    for (size_t i = 0; i < key_count; i++) {
        WGSHostKey const* const key = &keys[i];
        int const order = wgs_key_compare_reference(
            key->format,
            key->direction,
            key->firstBit,
            key->bitCount,
            wgs_key_bits_reference(key->format, key->in, a),
            wgs_key_bits_reference(key->format, key->in, b));
        if (order != 0)
            return order;
    }
    return 0;
}

void wgs_fixture_order(size_t key_count, WGSHostKey const* keys, uint64_t rows, uint32_t* order) {
    for (uint32_t row = 0; row < rows; row++) {
        uint32_t slot = row;
        while (slot > 0 && compare(key_count, keys, order[slot - 1], row) > 0) {
            order[slot] = order[slot - 1];
            slot--;
        }
        order[slot] = row;
    }
}

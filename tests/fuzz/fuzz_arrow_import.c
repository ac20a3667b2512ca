/* SPDX-License-Identifier: MIT */
/*
 * Any bytes make a key column of the Arrow C data interface, sound or with one thing wrong. Buffers
 * are as long as a sound array needs, to the byte, so that the address sanitizer sees any read
 * beyond; and the column that comes out must order its rows as their values, read here one by one,
 * say.
 */
#include "fuzz.h"

#include <stdbool.h>
#include <string.h>

#include "primitives/common/key_reference.h"
#include "testing/failing_allocator.h"
#include "wgsort/arrow.h"

enum { MOST_CHUNKS = 4, MOST_OFFSET = 20, MOST_LENGTH = 40, MOST_COLUMNS = 3, MOST_FORMAT = 12 };

typedef enum value_kind { UNSIGNED, SIGNED, FLOAT, REFUSED } value_kind;

typedef struct value_type {
    char const* format;
    unsigned bits;
    value_kind kind;
} value_type;

static value_type const value_types[] = {
    {"b", 1, UNSIGNED},
    {"c", 8, SIGNED},
    {"C", 8, UNSIGNED},
    {"s", 16, SIGNED},
    {"S", 16, UNSIGNED},
    {"i", 32, SIGNED},
    {"I", 32, UNSIGNED},
    {"l", 64, SIGNED},
    {"L", 64, UNSIGNED},
    {"f", 32, FLOAT},
    {"g", 64, FLOAT},
    {"tdD", 32, SIGNED},
    {"tsu:UTC", 64, SIGNED},
    {"u", 32, REFUSED},
    {"e", 16, REFUSED},
    {"tiM", 32, REFUSED},
};
enum { TYPE_COUNT = sizeof value_types / sizeof value_types[0] };

/* One array, of the column itself or of a record batch around it, and what it needs. */
typedef struct chunk {
    struct ArrowArray column;
    struct ArrowArray record;
    struct ArrowArray* children[MOST_COLUMNS];
    void const* column_buffers[2];
    void const* record_buffers[1];
    unsigned char* memory[3]; /* values, validity, validity of the record */
    unsigned char const* values;
    int64_t first; /* of the rows, in all buffers of the column */
} chunk;

typedef struct subject {
    wgs_fuzz_input input;
    value_type type;
    bool in_record;
    bool broken; /* something is wrong: the call may fail */
    size_t column_count;
    size_t field;
    struct ArrowSchema schema;
    struct ArrowSchema columns[MOST_COLUMNS];
    struct ArrowSchema* column_pointers[MOST_COLUMNS];
    char format[MOST_FORMAT + 1];
    size_t chunk_count;
    chunk chunks[MOST_CHUNKS];
    struct ArrowArray arrays[MOST_CHUNKS];
    WGSArrowKey key;
} subject;

static void release_schema(struct ArrowSchema* schema) { schema->release = NULL; }
static void release_array(struct ArrowArray* array) { array->release = NULL; }

static struct ArrowSchema make_schema(char const* format) {
    return (struct ArrowSchema){
        .format = format, .flags = ARROW_FLAG_NULLABLE, .release = release_schema};
}

static void take_schema(subject* s) {
    s->type = value_types[wgs_fuzz_below(&s->input, TYPE_COUNT)];
    char const* format = s->type.format;
    if (wgs_fuzz_below(&s->input, 16) == 0) {
        size_t const length = wgs_fuzz_below(&s->input, MOST_FORMAT);
        for (size_t i = 0; i < length; i++)
            s->format[i] = (char)wgs_fuzz_byte(&s->input);
        format = s->format;
        s->broken = true;
    }
    s->in_record = wgs_fuzz_below(&s->input, 2) == 1;
    s->column_count = 1 + wgs_fuzz_below(&s->input, MOST_COLUMNS);
    s->field = s->in_record ? wgs_fuzz_below(&s->input, (unsigned)s->column_count) : 0;
    if (!s->in_record) {
        s->schema = make_schema(format);
        return;
    }
    s->schema = make_schema("+s");
    for (size_t i = 0; i < s->column_count; i++) {
        s->columns[i] = make_schema(i == s->field ? format : "u");
        s->column_pointers[i] = &s->columns[i];
    }
    s->schema.n_children = (int64_t)s->column_count;
    s->schema.children = s->column_pointers;
}

/* Memory of just that size, with bytes of the input; `shift` bytes before them. */
static unsigned char* take_bytes(subject* s, unsigned char** memory, size_t size, size_t shift) {
    *memory = malloc(size + shift + (size + shift == 0));
    FUZZ_CHECK(*memory != NULL);
    for (size_t i = 0; i < size; i++)
        (*memory)[shift + i] = wgs_fuzz_byte(&s->input);
    return *memory + shift;
}

static struct ArrowArray make_array(int64_t offset, int64_t length, void const** buffers) {
    return (struct ArrowArray){
        .length = length,
        .null_count = -1,
        .offset = offset,
        .n_buffers = 2,
        .buffers = buffers,
        .release = release_array,
    };
}

static void take_chunk(subject* s, chunk* c) {
    int64_t const offset = wgs_fuzz_below(&s->input, MOST_OFFSET);
    int64_t const length = wgs_fuzz_below(&s->input, MOST_LENGTH);
    int64_t const start = s->in_record ? wgs_fuzz_below(&s->input, MOST_OFFSET) : 0;
    size_t const slots = (size_t)(offset + start + length);
    size_t const shift = wgs_fuzz_below(&s->input, 8);
    c->first = offset + start;
    c->values = take_bytes(s, &c->memory[0], (slots * s->type.bits + 7) / 8, shift);
    c->column_buffers[1] = c->values;
    if (wgs_fuzz_below(&s->input, 2) == 1)
        c->column_buffers[0] = take_bytes(s, &c->memory[1], (slots + 7) / 8, 0);
    c->column = make_array(offset, start + length, c->column_buffers);
    if (!s->in_record)
        return;
    if (wgs_fuzz_below(&s->input, 2) == 1)
        c->record_buffers[0] = take_bytes(s, &c->memory[2], ((size_t)(start + length) + 7) / 8, 0);
    c->record = make_array(start, length, c->record_buffers);
    c->record.n_buffers = 1;
    c->record.n_children = (int64_t)s->column_count;
    c->record.children = c->children;
    for (size_t i = 0; i < s->column_count; i++)
        c->children[i] = &c->column;
}

/* Makes one thing wrong, in such a way that a check must find it before any buffer is read. */
static void break_array(subject* s, struct ArrowArray* array) {
    s->broken = true;
    switch (wgs_fuzz_below(&s->input, 8)) {
    case 0:
        array->length = -1 - (int64_t)wgs_fuzz_byte(&s->input);
        break;
    case 1:
        array->offset = INT64_MIN + wgs_fuzz_byte(&s->input);
        break;
    case 2:
        array->offset = INT64_MAX;
        break;
    case 3:
        array->null_count = -2;
        break;
    case 4:
        array->n_buffers = wgs_fuzz_byte(&s->input) + 3;
        break;
    case 5:
        array->n_children += 1;
        break;
    case 6:
        array->buffers = NULL;
        break;
    default:
        array->release = NULL;
        break;
    }
}

static void take_subject(subject* s) {
    take_schema(s);
    s->chunk_count = wgs_fuzz_below(&s->input, MOST_CHUNKS + 1);
    for (size_t i = 0; i < s->chunk_count; i++) {
        chunk* const c = &s->chunks[i];
        take_chunk(s, c);
        bool const wrong = wgs_fuzz_below(&s->input, 16) == 0;
        if (wrong && (!s->in_record || wgs_fuzz_below(&s->input, 2) == 0))
            break_array(s, &c->column);
        else if (wrong)
            break_array(s, &c->record);
        s->arrays[i] = s->in_record ? c->record : c->column;
    }
    s->key = (WGSArrowKey){
        .schema = &s->schema,
        .arrayCount = s->chunk_count,
        .arrays = s->arrays,
        .field = s->field,
        .direction =
            wgs_fuzz_below(&s->input, 2) ? WGSDirection_Descending : WGSDirection_Ascending,
        .nulls = wgs_fuzz_below(&s->input, 2) ? WGSNullPlacement_First : WGSNullPlacement_Last,
    };
}

static bool bit_of(unsigned char const* bits, int64_t i) {
    return (bits[i / 8] >> (i % 8) & 1) != 0;
}

/* What a row is: null, or a number whose unsigned order is that of the values. */
typedef struct row_value {
    bool null;
    uint64_t rank;
} row_value;

static uint64_t rank_of(value_type type, unsigned char const* values, int64_t slot) {
    if (type.bits == 1)
        return bit_of(values, slot);
    uint64_t bits = 0;
    for (unsigned byte = 0; byte < type.bits / 8; byte++)
        bits |= (uint64_t)values[(uint64_t)slot * (type.bits / 8) + byte] << (8 * byte);
    if (type.kind == FLOAT)
        return wgs_key_rank_reference(
            type.bits == 32 ? WGSFormat_Float32 : WGSFormat_Float64, bits);
    return type.kind == SIGNED ? bits ^ UINT64_C(1) << (type.bits - 1) : bits;
}

static row_value value_of(subject const* s, size_t row) {
    size_t i = 0;
    while (row >= (size_t)s->arrays[i].length)
        row -= (size_t)s->arrays[i++].length;
    chunk const* const c = &s->chunks[i];
    int64_t const slot = c->first + (int64_t)row;
    if ((c->memory[1] != NULL && !bit_of(c->memory[1], slot)) ||
        (c->memory[2] != NULL && !bit_of(c->memory[2], c->record.offset + (int64_t)row)))
        return (row_value){.null = true};
    return (row_value){.rank = rank_of(s->type, c->values, slot)};
}

static int expected_order(subject const* s, size_t row, size_t other) {
    row_value const a = value_of(s, row);
    row_value const b = value_of(s, other);
    if (a.null || b.null) {
        int const last = (int)a.null - (int)b.null;
        return s->key.nulls == WGSNullPlacement_Last ? last : -last;
    }
    int const ascending = (a.rank > b.rank) - (a.rank < b.rank);
    return s->key.direction == WGSDirection_Ascending ? ascending : -ascending;
}

static int order_of_keys(size_t count, WGSHostKey const* keys, size_t row, size_t other) {
    for (size_t i = 0; i < count; i++) {
        int const order = wgs_key_compare_reference(
            keys[i].format,
            keys[i].direction,
            keys[i].firstBit,
            keys[i].bitCount,
            wgs_key_bits_reference(keys[i].format, keys[i].in, row),
            wgs_key_bits_reference(keys[i].format, keys[i].in, other));
        if (order != 0)
            return order < 0 ? -1 : 1;
    }
    return 0;
}

static void check_column(subject const* s, WGSArrowColumn column) {
    size_t rows = 0;
    for (size_t i = 0; i < s->chunk_count; i++)
        rows += (size_t)s->arrays[i].length;
    FUZZ_CHECK(wgsArrowColumnGetLength(column) == rows);
    WGSHostKey keys[WGS_MAX_ARROW_HOST_KEYS];
    size_t const count = wgsArrowColumnGetHostKeys(column, keys);
    FUZZ_CHECK(count >= 1 && count <= WGS_MAX_ARROW_HOST_KEYS);
    for (size_t row = 1; row < rows; row++) {
        FUZZ_CHECK(order_of_keys(count, keys, row - 1, row) == expected_order(s, row - 1, row));
        FUZZ_CHECK(order_of_keys(count, keys, 0, row) == expected_order(s, 0, row));
    }
}

static void free_chunks(subject* s) {
    for (size_t i = 0; i < s->chunk_count; i++)
        for (size_t k = 0; k < 3; k++)
            free(s->chunks[i].memory[k]);
}

int LLVMFuzzerTestOneInput(uint8_t const* data, size_t size) {
    subject s = {.input = {data, size}};
    take_subject(&s);
    wgs_failing_allocator memory = {0};
    WGSAllocator const hooks = wgs_failing_allocator_hooks(&memory);
    unsigned const fail_at = wgs_fuzz_below(&s.input, 8);
    wgs_fail_allocation(&memory, fail_at);
    WGSArrowColumn column = NULL;
    WGSError error = {0};
    WGSStatus const status = wgsArrowCreateColumn(&s.key, &hooks, &column, &error);
    if (status == WGSStatus_Success) {
        FUZZ_CHECK(s.type.kind != REFUSED || s.broken);
        if (!s.broken)
            check_column(&s, column);
        wgsArrowColumnRelease(column);
    } else {
        FUZZ_CHECK(column == NULL);
        FUZZ_CHECK(error.status == status && error.message[0] != '\0');
        FUZZ_CHECK(s.broken || s.type.kind == REFUSED || status == WGSStatus_OutOfMemory);
    }
    FUZZ_CHECK(memory.live == 0);
    free_chunks(&s);
    return 0;
}

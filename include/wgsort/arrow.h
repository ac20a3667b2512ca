/* SPDX-License-Identifier: MIT */
/*
 * Columns of the Arrow C data interface as sort keys, and the order of their rows as an Arrow
 * array. In the library wgsort::arrow (pkg-config: wgsort-arrow), which no other header needs. Like
 * host.h this is for data in memory: the sorts submit and wait.
 *
 *     struct ArrowArray rows;
 *     struct ArrowSchema rowsSchema;
 *     WGSArrowKey key = {.schema = &schema, .arrayCount = 1, .arrays = &array};
 *     WGSArrowSortDescriptor sort = {.keyCount = 1, .keys = &key};
 *     WGS_TRY(wgsArrowSortIndices(context, &sort, &rows, &rowsSchema, NULL, &error));
 *
 * Taking the rows of a table in the order of `rows` sorts it: every Arrow library has such a take.
 *
 * Key types: boolean; int8 to int64; uint8 to uint64; float and double; date32, date64, time32,
 * time64, timestamp, duration. All others, extension types and dictionaries too, are refused with
 * their name (ArrowSchema).
 *
 * Order: the key rule of key.h, in the type's own numbers; false before true. Nulls are equal to
 * each other and go first or last as the key says, whatever its direction; what lies under a null
 * slot is never read as a value. Stable: equal rows keep their order.
 *
 * Where the interface leaves room:
 * - A validity bitmap that is there decides, whatever null_count says. Without a bitmap there are
 * no nulls, and a positive null_count is an error (ArrowArray). A null_count below -1 is an error.
 * - Offsets count for every buffer. In a record batch (a struct) the offset of the struct is added
 * to that of its child, and a row that is null in the struct has a null key.
 * - Buffers may be NULL in arrays of length 0; else the values must be there. Values at any address
 *   are taken: misaligned ones are copied.
 *
 * Ownership: schemas, arrays and streams stay the caller's. Nothing in them is written, moved or
 * released, and nothing refers to them after a call, but a WGSArrowColumn, which may point to the
 * values of its array. Sizes of buffers are not part of the interface: an array must be what it
 * says.
 */
#ifndef WGSORT_ARROW_H
#define WGSORT_ARROW_H

#include "wgsort/host.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The structures of the Arrow C data and stream interfaces, as Arrow's specification defines them;
 * the guards are its own, so that any other copy may come first. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
    char const* format;
    char const* name;
    char const* metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema** children;
    struct ArrowSchema* dictionary;
    void (*release)(struct ArrowSchema*);
    void* private_data;
};

struct ArrowArray {
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    void const** buffers;
    struct ArrowArray** children;
    struct ArrowArray* dictionary;
    void (*release)(struct ArrowArray*);
    void* private_data;
};

#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema* out);
    int (*get_next)(struct ArrowArrayStream*, struct ArrowArray* out);
    char const* (*get_last_error)(struct ArrowArrayStream*);
    void (*release)(struct ArrowArrayStream*);
    void* private_data;
};

#endif

/* Where the nulls of a key go, whatever its direction. */
typedef enum WGSNullPlacement {
    WGSNullPlacement_Last = 0,
    WGSNullPlacement_First = 1,
    WGSNullPlacement_Force32 = 0x7FFFFFFF
} WGSNullPlacement;

/* One key column: an array, or the chunks of a column in order, possibly none, possibly empty. */
typedef struct WGSArrowKey {
    struct ArrowSchema const* schema; /* of the column, or of record batches */
    size_t arrayCount;
    struct ArrowArray const* arrays;
    size_t field; /* the number of the column in record batches, from 0; 0 for a plain column */
    WGSDirection direction;
    WGSNullPlacement nulls;
} WGSArrowKey;
#define WGS_ARROW_KEY_INIT WGS_ZERO_INIT

typedef struct WGSArrowSortDescriptor {
    size_t keyCount; /* the most significant first */
    WGSArrowKey const* keys;
    WGSAlgorithm algorithm;
    WGPUBool rows64;        /* row numbers as uint64 rather than uint32 */
    WGSAllocator allocator; /* zero: malloc and free; else it must outlive the rows */
} WGSArrowSortDescriptor;
#define WGS_ARROW_SORT_DESCRIPTOR_INIT WGS_ZERO_INIT

/* The order of the rows: row rows[i] of the input is row i of the sorted table. All keys have the
 * same number of rows; their chunks may differ. `rows` and `rowsSchema` (named "row", uint32 or
 * uint64, no nulls) are the caller's to release, and are written only when all went well; `report`
 * may be NULL. Memory: 4 or 8 bytes a row for a key that has to be copied (more than one chunk,
 * narrower than 32 bits, nulls, or misaligned), 4 more for nulls in a 32 or 64-bit key.
 * Errors: NullArgument, InvalidEnum, ArrowSchema, ArrowArray, LengthMismatch, TooManyColumns (a 32
 * or 64-bit key with nulls counts as two), TooManyRows, HostMemory, and those of wgsContextSort,
 * which takes no more rows at once than the device has room for. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsArrowSortIndices(
    WGSContext context,
    WGSArrowSortDescriptor const* descriptor,
    struct ArrowArray* rows,
    struct ArrowSchema* rowsSchema,
    WGSHostSortReport* report,
    WGSError* error);

/* The same for what a stream gives, a column or record batches, counted as one table. Schema and
 * arrays come from the stream: those of the keys must be left out. The stream is read to its end,
 * or to the first failure, and is the caller's to release; of each batch only the keys are kept.
 * Errors: as wgsArrowSortIndices; one of the stream itself is ArrowArray, with the stream's text.
 */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsArrowSortStreamIndices(
    WGSContext context,
    struct ArrowArrayStream* stream,
    WGSArrowSortDescriptor const* descriptor,
    struct ArrowArray* rows,
    struct ArrowSchema* rowsSchema,
    WGSHostSortReport* report,
    WGSError* error);

/* A key column made ready for wgsContextSort, for those who sort values along with it. */
typedef struct WGSArrowColumnImpl* WGSArrowColumn;

/* `allocator` may be NULL. A single array of 32 or 64-bit values without nulls, at an aligned
 * address, is not copied: it must live as long as the column is used. Errors: NullArgument,
 * InvalidEnum, ArrowSchema, ArrowArray, TooManyRows, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsArrowCreateColumn(
    WGSArrowKey const* key, WGSAllocator const* allocator, WGSArrowColumn* column, WGSError* error);

/* Rows of the column; 0 for NULL. */
WGS_EXPORT uint64_t wgsArrowColumnGetLength(WGSArrowColumn column);

#define WGS_MAX_ARROW_HOST_KEYS 2

/* Writes the keys that stand for the column, the most significant first, into an array of
 * WGS_MAX_ARROW_HOST_KEYS, and returns how many: a 1-bit key that places the nulls, where there are
 * any, and the values. Booleans, 8 and 16-bit integers are one key: words mapped to their order,
 * with the bit for nulls on top. They live as long as the column. 0 for NULL. */
WGS_EXPORT size_t wgsArrowColumnGetHostKeys(WGSArrowColumn column, WGSHostKey* keys);

WGS_EXPORT void wgsArrowColumnRelease(WGSArrowColumn column); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif

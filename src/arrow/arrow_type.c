/* SPDX-License-Identifier: MIT */
#include "arrow/arrow_type.h"

#include "nanoarrow/nanoarrow.h"

enum { TYPE_NAME_SIZE = 100 };

static WGSStatus
schema_error(WGSError* error, wgs_arrow_place place, char const* text, char const* name) {
    return wgs_arrow_error(
        error, WGSStatus_InvalidArgument, WGSErrorId_ArrowSchema, place, "%s%s", text, name);
}

static WGSStatus parse_schema(
    struct ArrowSchema const* schema,
    wgs_arrow_place place,
    struct ArrowSchemaView* view,
    WGSError* error) {
    struct ArrowError reason;
    if (ArrowSchemaViewInit(view, schema, &reason) != NANOARROW_OK)
        return schema_error(error, place, "invalid schema: ", ArrowErrorMessage(&reason));
    return WGSStatus_Success;
}

static WGSStatus select_field(
    struct ArrowSchema const* record, size_t field, wgs_arrow_place place, WGSError* error) {
    if ((uint64_t)field >= (uint64_t)record->n_children)
        return wgs_arrow_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ArrowSchema,
            place,
            "field is %zu but the record batch has %lld columns",
            field,
            (long long)record->n_children);
    return WGSStatus_Success;
}

/* By the logical type: an interval is stored as an int32 too, and is not taken. */
static bool read_wide(enum ArrowType logical, wgs_arrow_type* type) {
    switch (logical) {
    case NANOARROW_TYPE_INT32:
    case NANOARROW_TYPE_DATE32:
    case NANOARROW_TYPE_TIME32:
        type->format = WGSFormat_Sint32;
        return true;
    case NANOARROW_TYPE_UINT32:
        type->format = WGSFormat_Uint32;
        return true;
    case NANOARROW_TYPE_FLOAT:
        type->format = WGSFormat_Float32;
        return true;
    case NANOARROW_TYPE_INT64:
    case NANOARROW_TYPE_DATE64:
    case NANOARROW_TYPE_TIME64:
    case NANOARROW_TYPE_TIMESTAMP:
    case NANOARROW_TYPE_DURATION:
        type->format = WGSFormat_Sint64;
        return true;
    case NANOARROW_TYPE_UINT64:
        type->format = WGSFormat_Uint64;
        return true;
    case NANOARROW_TYPE_DOUBLE:
        type->format = WGSFormat_Float64;
        return true;
    default:
        return false;
    }
}

static bool read_narrow(enum ArrowType logical, wgs_arrow_type* type) {
    switch (logical) {
    case NANOARROW_TYPE_BOOL:
        type->narrow_bits = 1;
        break;
    case NANOARROW_TYPE_INT8:
        type->is_signed = true;
        type->narrow_bits = 8;
        break;
    case NANOARROW_TYPE_UINT8:
        type->narrow_bits = 8;
        break;
    case NANOARROW_TYPE_INT16:
        type->is_signed = true;
        type->narrow_bits = 16;
        break;
    case NANOARROW_TYPE_UINT16:
        type->narrow_bits = 16;
        break;
    default:
        return false;
    }
    type->format = WGSFormat_Uint32;
    return true;
}

static WGSStatus read_value_type(
    struct ArrowSchemaView const* view,
    wgs_arrow_place place,
    wgs_arrow_type* type,
    WGSError* error) {
    if (view->extension_name.data != NULL)
        return wgs_arrow_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ArrowSchema,
            place,
            "extension type %.*s is not taken as a key",
            (int)(view->extension_name.size_bytes < TYPE_NAME_SIZE ? view->extension_name.size_bytes : TYPE_NAME_SIZE),
            view->extension_name.data);
    if (read_narrow(view->type, type)) {
        type->size = type->narrow_bits / 8;
        return WGSStatus_Success;
    }
    if (read_wide(view->type, type)) {
        type->size = wgsFormatGetSize(type->format);
        return WGSStatus_Success;
    }
    char name[TYPE_NAME_SIZE];
    (void)ArrowSchemaToString(view->schema, name, sizeof name, 1);
    return schema_error(error, place, "not taken as a key: type ", name);
}

WGSStatus wgs_arrow_type_read(
    struct ArrowSchema const* schema,
    size_t field,
    wgs_arrow_place place,
    wgs_arrow_type* type,
    WGSError* error) {
    if (schema == NULL)
        return wgs_arrow_error_null(error, place, "schema");
    *type = (wgs_arrow_type){0};
    struct ArrowSchemaView view;
    WGS_TRY(parse_schema(schema, place, &view, error));
    if (view.type == NANOARROW_TYPE_STRUCT && view.extension_name.data == NULL) {
        WGS_TRY(select_field(schema, field, place, error));
        type->in_record = true;
        type->field_count = schema->n_children;
        type->field = field;
        WGS_TRY(parse_schema(schema->children[field], place, &view, error));
    } else if (field != 0) {
        return wgs_arrow_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ArrowSchema,
            place,
            "field is %zu but the schema is not of record batches",
            field);
    }
    return read_value_type(&view, place, type, error);
}

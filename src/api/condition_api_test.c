/* SPDX-License-Identifier: MIT */
/* The arguments of the functions for conditions and publications. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "testing/plan_fixture.h"

static int open_fixture(void** state) {
    static wgs_plan_fixture fixture;
    wgs_plan_fixture_open(&fixture);
    *state = &fixture;
    return 0;
}

static int close_fixture(void** state) {
    wgs_plan_fixture_close(*state);
    return 0;
}

static void refused(WGSStatus status, WGSError const* error, WGSErrorId id, char const* message) {
    assert_int_not_equal(status, WGSStatus_Success);
    assert_int_equal(error->detail, id);
    assert_string_equal(error->message, message);
}

static int yes(void const* parameters, void* userdata) {
    (void)parameters;
    (void)userdata;
    return 1;
}

static void conditions_need_their_arguments(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSConditionDescriptor condition = {.label = wgs_string_view("when")};
    WGSError error = {0};
    refused(
        wgsGraphPushCondition(NULL, &condition, &error),
        &error,
        WGSErrorId_NullArgument,
        "wgsGraphPushCondition: graph is NULL");
    refused(
        wgsGraphPushCondition(f->graph, NULL, &error),
        &error,
        WGSErrorId_NullArgument,
        "wgsGraphPushCondition: descriptor is NULL");
    refused(
        wgsGraphPushCondition(f->graph, &condition, &error),
        &error,
        WGSErrorId_NullArgument,
        "wgsGraphPushCondition: evaluate is NULL");
    refused(
        wgsGraphPopCondition(NULL, &error),
        &error,
        WGSErrorId_NullArgument,
        "wgsGraphPopCondition: graph is NULL");
    refused(
        wgsGraphPopCondition(f->graph, &error),
        &error,
        WGSErrorId_ConditionStack,
        "wgsGraphPopCondition: no condition is pushed");
    condition.evaluate = yes;
    assert_int_equal(wgsGraphPushCondition(f->graph, &condition, NULL), WGSStatus_Success);
    assert_int_equal(f->graph->condition_count, 1);
    assert_int_equal(wgsGraphPopCondition(f->graph, NULL), WGSStatus_Success);
}

static void publications_need_their_arguments(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSPublicationDescriptor publication = {.kind = (WGSPublicationKind)2};
    WGSError error = {0};
    refused(
        wgsGraphAddPublication(NULL, &publication, &error),
        &error,
        WGSErrorId_NullArgument,
        "wgsGraphAddPublication: graph is NULL");
    refused(
        wgsGraphAddPublication(f->graph, NULL, &error),
        &error,
        WGSErrorId_NullArgument,
        "wgsGraphAddPublication: descriptor is NULL");
    refused(
        wgsGraphAddPublication(f->graph, &publication, &error),
        &error,
        WGSErrorId_InvalidEnum,
        "wgsGraphAddPublication: kind is 2, which is none");
    WGSNode const node = wgs_plan_fixture_node(f, "n", 0, NULL, 0, NULL);
    publication.kind = WGSPublicationKind_Complete;
    assert_int_equal(wgsGraphAddPublication(f->graph, &publication, NULL), WGSStatus_Success);
    assert_string_equal(node->publication, "");
}

#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, open_fixture, close_fixture)

int main(void) {
    struct CMUnitTest const tests[] = {
        WITH_FIXTURE(conditions_need_their_arguments),
        WITH_FIXTURE(publications_need_their_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

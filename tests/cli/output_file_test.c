/* SPDX-License-Identifier: MIT */
/* An output appears whole or not at all. Runs in an empty folder of its own. */
#include "byte_sink.h"
#include "output_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void put_file(char const* path, char const* text, mode_t mode) {
    int const fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    assert_int_equal(fchmod(fd, mode), 0);
    (void)close(fd);
}

static void expect_file(char const* path, char const* text) {
    char found[64] = "";
    int const fd = open(path, O_RDONLY);
    assert_true(fd >= 0);
    ssize_t const size = read(fd, found, sizeof found - 1);
    (void)close(fd);
    assert_true(size >= 0);
    assert_string_equal(found, text);
}

/* Files in the folder, temporary ones included. */
static int count_files(void) {
    DIR* folder = opendir(".");
    assert_non_null(folder);
    int count = 0;
    for (struct dirent const* entry = readdir(folder); entry; entry = readdir(folder))
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    (void)closedir(folder);
    return count;
}

static void write_output(char const* path, char const* text) {
    wgs_output_file output;
    wgs_failure failure = {0};
    if (!wgs_output_file_open(path, &output, &failure))
        fail_msg("%s", failure.message);
    assert_int_equal(write(output.fd, text, strlen(text)), strlen(text));
    if (!wgs_output_file_commit(&output, &failure))
        fail_msg("%s", failure.message);
}

static void test_new_file(void** state) {
    (void)state;
    mode_t const mask = umask(027);
    write_output("new", "text");
    (void)umask(mask);
    expect_file("new", "text");
    struct stat status;
    assert_int_equal(stat("new", &status), 0);
    assert_int_equal(status.st_mode & 07777, 0640);
    assert_int_equal(unlink("new"), 0);
    assert_int_equal(count_files(), 0);
}

static void test_mode_is_kept(void** state) {
    (void)state;
    put_file("old", "old text", 0604);
    write_output("./old", "new");
    expect_file("old", "new");
    struct stat status;
    assert_int_equal(stat("old", &status), 0);
    assert_int_equal(status.st_mode & 07777, 0604);
    assert_int_equal(unlink("old"), 0);
    assert_int_equal(count_files(), 0);
}

static void test_discard_keeps_the_old_file(void** state) {
    (void)state;
    put_file("old", "old text", 0644);
    wgs_output_file output;
    wgs_failure failure = {0};
    assert_true(wgs_output_file_open("old", &output, &failure));
    assert_int_equal(write(output.fd, "half", 4), 4);
    wgs_output_file_discard(&output);
    wgs_output_file_discard(&output);
    expect_file("old", "old text");
    assert_int_equal(count_files(), 1);
    assert_int_equal(unlink("old"), 0);
}

/* The file that the link leads to is replaced; the link stays a link. */
static void test_links(void** state) {
    (void)state;
    assert_int_equal(mkdir("folder", 0755), 0);
    put_file("folder/real", "old", 0644);
    assert_int_equal(symlink("folder/real", "link"), 0);
    write_output("link", "new");
    expect_file("folder/real", "new");
    struct stat status;
    assert_int_equal(lstat("link", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(unlink("folder/real"), 0);

    write_output("link", "made"); /* a link to a file that isn't there yet */
    expect_file("folder/real", "made");

    /* The other name of a hard-linked file keeps the old contents. */
    assert_int_equal(link("folder/real", "other"), 0);
    write_output("other", "replaced");
    expect_file("folder/real", "made");
    expect_file("other", "replaced");

    assert_int_equal(unlink("other"), 0);
    assert_int_equal(unlink("link"), 0);
    assert_int_equal(symlink("loop", "loop"), 0);
    wgs_output_file output;
    wgs_failure failure = {0};
    assert_false(wgs_output_file_open("loop", &output, &failure));
    assert_int_equal(failure.exit_code, 4);
    assert_int_equal(unlink("loop"), 0);
    assert_int_equal(unlink("folder/real"), 0);
    assert_int_equal(rmdir("folder"), 0);
}

static void test_refusals(void** state) {
    (void)state;
    static char const* const paths[] = {".", "missing/file", "/dev/null/file"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        wgs_output_file output;
        wgs_failure failure = {0};
        assert_false(wgs_output_file_open(paths[i], &output, &failure));
        assert_int_equal(failure.exit_code, 4);
        assert_int_equal(strncmp(failure.message, paths[i], strlen(paths[i])), 0);
    }
    assert_int_equal(count_files(), 0);
}

static void test_devices_are_written_directly(void** state) {
    (void)state;
    write_output("/dev/null", "text");
    assert_int_equal(count_files(), 0);
    wgs_output_file output;
    wgs_failure failure = {0};
    assert_true(wgs_output_file_open("/dev/full", &output, &failure));
    assert_int_equal(write(output.fd, "x", 1), -1);
    assert_int_equal(errno, ENOSPC);
    wgs_output_file_discard(&output);
}

/* A limit on file sizes stands for a disk with no room left: what doesn't fit is an error with a
 * message, and the old file stays. */
static void test_full_disk(void** state) {
    (void)state;
    put_file("old", "old text", 0644);
    pid_t const child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        static char const zeros[1 << 16];
        struct rlimit const limit = {.rlim_cur = 100000, .rlim_max = 100000};
        wgs_output_file output;
        wgs_failure failure = {0};
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0 || !wgs_output_file_open("old", &output, &failure))
            _exit(98);
        bool good = true;
        for (int i = 0; i < 4 && good; i++)
            good = wgs_write_all(output.fd, zeros, sizeof zeros, &failure);
        wgs_output_file_discard(&output);
        _exit(
            !good && strstr(failure.message, "can't write the output: ") ? failure.exit_code : 99);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 4);
    expect_file("old", "old text");
    assert_int_equal(count_files(), 1);
    assert_int_equal(unlink("old"), 0);
}

/* A signal removes the temporary file and ends the process as it would any other. */
static void test_signals(void** state) {
    (void)state;
    static int const signals[] = {SIGINT, SIGTERM, SIGHUP};
    put_file("old", "old text", 0644);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        pid_t const child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            wgs_output_file output;
            wgs_failure failure;
            if (wgs_output_file_open("old", &output, &failure) && write(output.fd, "half", 4) == 4)
                (void)raise(signals[i]);
            _exit(99);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == signals[i]);
        expect_file("old", "old text");
        assert_int_equal(count_files(), 1);
    }
    assert_int_equal(unlink("old"), 0);
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_new_file),
        cmocka_unit_test(test_mode_is_kept),
        cmocka_unit_test(test_discard_keeps_the_old_file),
        cmocka_unit_test(test_links),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_devices_are_written_directly),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_signals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

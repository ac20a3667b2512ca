/* SPDX-License-Identifier: MIT */
#include "output_file.h"

#include "exit_status.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What the signal handler removes; "" when there is nothing. */
static char temporary_path[PATH_MAX];
static volatile sig_atomic_t temporary_exists;

static int const cleaning_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { CLEANING_SIGNAL_COUNT = sizeof cleaning_signals / sizeof cleaning_signals[0] };

/* The handler was installed with SA_RESETHAND, so that raising the signal again ends the process
 * the way its sender expects. */
static void remove_and_die(int number) {
    if (temporary_exists)
        (void)unlink(temporary_path);
    (void)raise(number);
}

static void catch_signals(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = remove_and_die;
    action.sa_flags = (int)SA_RESETHAND;
    (void)sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < CLEANING_SIGNAL_COUNT; i++) {
        struct sigaction before;
        /* What the caller had ignored (nohup) stays ignored. */
        if (sigaction(cleaning_signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            (void)sigaction(cleaning_signals[i], &action, NULL);
    }
    /* A file size limit is an error of write(), with a message, instead of a death. */
    (void)signal(SIGXFSZ, SIG_IGN);
}

static bool
fail_output(wgs_output_file const* output, char const* what, int error, wgs_failure* failure) {
    return wgs_fail(failure, WGS_EXIT_DATA, "%s: %s: %s", output->path, what, strerror(error));
}

/* Follows links to where a file is or would be made: realpath needs one that exists. */
static char* resolve_target(char const* path) {
    char* resolved = realpath(path, NULL);
    if (resolved || errno != ENOENT)
        return resolved;
    char next[PATH_MAX];
    if (snprintf(next, sizeof next, "%s", path) >= (int)sizeof next) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    for (int links = 0; links < 40; links++) {
        char link[PATH_MAX];
        ssize_t const size = readlink(next, link, sizeof link - 1);
        if (size < 0)
            return errno == EINVAL || errno == ENOENT ? strdup(next) : NULL;
        link[size] = 0;
        char* slash = strrchr(next, '/');
        size_t const folder = link[0] == '/' || !slash ? 0 : (size_t)(slash - next) + 1;
        if (folder + (size_t)size >= sizeof next) {
            errno = ENAMETOOLONG;
            return NULL;
        }
        memcpy(next + folder, link, (size_t)size + 1);
    }
    errno = ELOOP;
    return NULL;
}

/* Length of the folder part of a path, its slash included. */
static size_t folder_length(char const* path) {
    char const* slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

static mode_t current_umask(void) {
    mode_t const mask = umask(0);
    (void)umask(mask);
    return mask;
}

/* The name is made in the place that the handler reads, which is marked as used before the file is
 * there: at no moment does a file exist that the handler wouldn't remove. */
static bool make_temporary(wgs_output_file* output, wgs_failure* failure) {
    static char const suffix[] = ".wgsort-XXXXXX";
    size_t const folder = folder_length(output->target);
    if (folder + sizeof suffix > sizeof temporary_path)
        return fail_output(output, "can't make a temporary file beside it", ENAMETOOLONG, failure);
    memcpy(temporary_path, output->target, folder);
    memcpy(temporary_path + folder, suffix, sizeof suffix);
    catch_signals();
    temporary_exists = 1;
    output->fd = mkostemp(temporary_path, O_CLOEXEC);
    if (output->fd >= 0)
        return true;
    temporary_exists = 0;
    return fail_output(output, "can't make a temporary file beside it", errno, failure);
}

/* The old file's owner (where we may) and mode, or what a new file gets. */
static void take_mode(wgs_output_file const* output, struct stat const* old) {
    if (!old) {
        (void)fchmod(output->fd, 0666 & ~current_umask());
        return;
    }
    /* Only root may give a file to somebody else; the bits that run it as its owner go if it can't.
     */
    bool const same_owner = fchown(output->fd, old->st_uid, old->st_gid) == 0;
    (void)fchmod(output->fd, old->st_mode & (same_owner ? 07777 : 0777));
}

static bool open_directly(wgs_output_file* output, wgs_failure* failure) {
    output->fd = open(output->path, O_WRONLY | O_CLOEXEC);
    return output->fd >= 0 || fail_output(output, "can't open", errno, failure);
}

static bool open_beside(wgs_output_file* output, struct stat const* old, wgs_failure* failure) {
    output->target = resolve_target(output->path);
    if (!output->target)
        return fail_output(output, "can't be written", errno, failure);
    struct stat found;
    if (old && (stat(output->target, &found) != 0 || found.st_ino != old->st_ino ||
                found.st_dev != old->st_dev))
        return wgs_fail(
            failure,
            WGS_EXIT_DATA,
            "%s: can't be replaced: it has no name that leads to it any more",
            output->path);
    if (old && access(output->target, W_OK) != 0)
        return fail_output(output, "can't be written", errno, failure);
    if (!make_temporary(output, failure))
        return false;
    take_mode(output, old);
    return true;
}

bool wgs_output_file_open(char const* path, wgs_output_file* output, wgs_failure* failure) {
    *output = (wgs_output_file){.fd = -1, .path = path};
    if (!path || strcmp(path, "-") == 0) {
        output->path = "standard output";
        output->standard_output = true;
        output->fd = STDOUT_FILENO;
        return true;
    }
    struct stat status;
    bool const exists = stat(path, &status) == 0;
    bool good;
    if (!exists && errno != ENOENT)
        good = fail_output(output, "can't be written", errno, failure);
    else if (exists && S_ISDIR(status.st_mode))
        good = fail_output(output, "can't be written", EISDIR, failure);
    else if (exists && !S_ISREG(status.st_mode))
        good = open_directly(output, failure);
    else
        good = open_beside(output, exists ? &status : NULL, failure);
    if (!good)
        wgs_output_file_discard(output);
    return good;
}

/* A rename is on the disk once its folder is; file systems that can't flush one say EINVAL. */
static void flush_folder(char const* target) {
    char folder[PATH_MAX] = ".";
    size_t const length = folder_length(target);
    if (length > 0) {
        memcpy(folder, target, length);
        folder[length] = 0;
    }
    int const fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    (void)fsync(fd);
    (void)close(fd);
}

static bool flush_and_close(wgs_output_file* output, wgs_failure* failure) {
    bool good = true;
    if (fsync(output->fd) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP)
        good = fail_output(output, "can't flush", errno, failure);
    if (!output->standard_output) {
        int const fd = output->fd;
        output->fd = -1;
        if (close(fd) != 0 && good)
            good = fail_output(output, "can't close", errno, failure);
    }
    return good;
}

bool wgs_output_file_commit(wgs_output_file* output, wgs_failure* failure) {
    bool good = flush_and_close(output, failure);
    if (good && output->target) {
        good = rename(temporary_path, output->target) == 0;
        if (good) {
            temporary_exists = 0;
            flush_folder(output->target);
        } else {
            fail_output(output, "can't be replaced", errno, failure);
        }
    }
    wgs_output_file_discard(output);
    return good;
}

void wgs_output_file_discard(wgs_output_file* output) {
    if (output->fd >= 0 && !output->standard_output)
        (void)close(output->fd);
    output->fd = -1;
    if (temporary_exists && output->target) {
        (void)unlink(temporary_path);
        temporary_exists = 0;
    }
    free(output->target);
    output->target = NULL;
}

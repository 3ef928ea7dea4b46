#define _GNU_SOURCE

/// The command-line tool on the store with ten million rows: a process for each measurement, from its start to what is waited for.
#include "measure.h"
#include "measure_store.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static _Noreturn void fail(const char *what) {
    perror(what);
    exit(EXIT_FAILURE);
}

/// The path of a program beside this one.
static const char *beside(const char *name) {
    static char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length < 0) fail("/proc/self/exe");
    path[length] = 0;
    char *slash = strrchr(path, '/');
    snprintf(slash + 1, sizeof path - (size_t)(slash + 1 - path), "%s", name);
    return path;
}

/// Starts a program beside this one; what it writes can be read from the descriptor that is returned.
static int start(char *const *arguments, pid_t *process) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) fail("pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    if (posix_spawn(process, beside(arguments[0]), &actions, NULL, arguments, environ) != 0) fail(arguments[0]);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    return ends[0];
}

static void end(pid_t process) {
    int status = 0;
    waitpid(process, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fail("the tool ended with an error");
}

/// The file, which is made if it is not there.
static char *store(void) {
    const char *path = measure_paged_store();
    if (access(path, R_OK) != 0) {
        char *const arguments[] = {"StoreOurs", "page-10m", NULL};
        pid_t process;
        int output = start(arguments, &process);
        char byte;
        while (read(output, &byte, 1) > 0) {}
        close(output);
        end(process);
    }
    measure_store_warm(path);
    return strdup(path);
}

static long info(long size) {
    char *path = store();
    char *const arguments[] = {"mainspring", "store", "info", path, NULL};
    for (long round = 0; round <= size; round++) {
        pid_t process;
        char text[4096];
        measure_begin();
        int output = start(arguments, &process);
        while (read(output, text, sizeof text) > 0) {}
        end(process);
        measure_end();
        if (round == 0) measure_reset();
        close(output);
    }
    return size;
}

/// Waits for the first row of a fetch, and goes away. Returns for how many nanoseconds.
static uint64_t first_row(char *const *arguments) {
    pid_t process;
    char text[4096];
    uint64_t begin = measure_wall();
    int output = start(arguments, &process);
    if (read(output, text, sizeof text) <= 0) fail("no row");
    uint64_t time = measure_wall() - begin;
    close(output);
    end(process);
    return time;
}

static long fetch(long size) {
    char *path = store();
    char *const unsorted[] = {"mainspring", "store", "fetch", path, "Item", "--json", NULL};
    char *const indexed[] = {"mainspring", "store", "fetch", path, "Item", "--json", "--sort", "number", NULL};
    char *const table[] = {"mainspring", "store", "fetch", path, "Item", NULL};
    uint64_t sums[3] = {0, 0, 0};
    char *const *const all[3] = {unsorted, indexed, table};
    for (long round = 0; round <= size; round++) {
        for (int i = 0; i < 3; i++) {
            uint64_t time = first_row(all[i]);
            if (round > 0) sums[i] += time;
        }
    }
    double milliseconds = 1e6 * (double)size;
    measure_value((double)sums[0] / milliseconds);
    measure_note("indexed-ms", (double)sums[1] / milliseconds);
    measure_note("table-ms", (double)sums[2] / milliseconds);
    return size;
}

int main(int argc, char *const *argv) {
    const measure_case cases[] = {{"store-info-10m", info, 5}, {"fetch-first-row", fetch, 10}, {NULL, NULL, 0}};
    return measure_main(argc, argv, "-", cases);
}

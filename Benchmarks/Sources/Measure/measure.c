#define _GNU_SOURCE
#include "measure.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <time.h>

enum { MAX_NOTES = 16 };

static uint64_t wall, cpu, wall_began, cpu_began;
static uint64_t allocated, allocated_began;
/// Null where the library `Allocations` was not loaded before the C library.
static uint64_t (*allocations_counted)(void);
static bool has_time, has_value;
static double value;
static struct {
    const char *name;
    double value;
} notes[MAX_NOTES];
static int note_count;

static uint64_t clock_ns(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t measure_wall(void) { return clock_ns(CLOCK_MONOTONIC); }

uint64_t measure_cpu(void) { return clock_ns(CLOCK_PROCESS_CPUTIME_ID); }

__attribute__((constructor)) static void find_allocations(void) {
    allocations_counted = (uint64_t (*)(void))dlsym(RTLD_DEFAULT, "allocations_counted");
}

void measure_begin(void) {
    if (allocations_counted) allocated_began = allocations_counted();
    wall_began = measure_wall();
    cpu_began = measure_cpu();
}

void measure_end(void) {
    cpu += measure_cpu() - cpu_began;
    wall += measure_wall() - wall_began;
    if (allocations_counted) allocated += allocations_counted() - allocated_began;
    has_time = true;
}

void measure_reset(void) {
    cpu = wall = allocated = 0;
    has_time = false;
}

void measure_value(double result) {
    value = result;
    has_value = true;
}

void measure_note(const char *name, double result) {
    if (note_count == MAX_NOTES) return;
    notes[note_count].name = name;
    notes[note_count++].value = result;
}

uint64_t measure_heap(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

uint64_t measure_random(uint64_t *state) {
    // splitmix64
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double measure_peak(void) {
    // That of getrusage begins before the process was executed.
    FILE *status = fopen("/proc/self/status", "r");
    char line[200];
    long kibibytes = 0;
    while (status && fgets(line, sizeof line, status)) {
        if (sscanf(line, "VmHWM: %ld", &kibibytes) == 1) break;
    }
    if (status) fclose(status);
    return (double)kibibytes / 1024;
}

void measure_report(long operations) {
    if (has_time) printf("cpu=%.3f wall=%.3f ", (double)cpu / operations, (double)wall / operations);
    if (has_time && allocations_counted) printf("allocations=%.4f ", (double)allocated / operations);
    if (has_value) printf("value=%.4f ", value);
    for (int i = 0; i < note_count; i++) printf("%s=%.3f ", notes[i].name, notes[i].value);
    printf("peak-mib=%.1f\n", measure_peak());
    fflush(stdout);
}

int measure_main(int argc, char *const *argv, const char *version, const measure_case *cases) {
    if (argc >= 2 && strcmp(argv[1], "--describe") == 0) {
        printf("version %s\n", version);
        for (const measure_case *c = cases; c->name; c++) printf("case %s\n", c->name);
        return 0;
    }
    for (const measure_case *c = cases; argc >= 2 && c->name; c++) {
        if (strcmp(argv[1], c->name) != 0) continue;
        measure_report(c->run(c->size * (argc > 2 ? atol(argv[2]) : 1)));
        return 0;
    }
    fprintf(stderr, "%s: name one of the cases that --describe lists\n", argv[0]);
    return 2;
}

/// How often threads of the process have gone to sleep of themselves.
static long sleeps(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_nvcsw;
}

long measure_idle(void (*wait)(long milliseconds), long milliseconds) {
    wait(50);
    long sleeps_before = sleeps();
    uint64_t cpu_before = measure_cpu();
    wait(milliseconds);
    uint64_t used = measure_cpu() - cpu_before;
    measure_value((double)used / 1e6);
    // The wake-up that ends the wait is the caller's own doing.
    measure_note("wake-ups", (double)(sleeps() - sleeps_before - 1));
    return 1;
}

static uint64_t *late;
static long late_count, late_room;

void measure_late_reserve(long count) {
    late = realloc(late, (size_t)count * sizeof *late);
    memset(late, 0, (size_t)count * sizeof *late);
    late_room = count;
    late_count = 0;
}

void measure_late(uint64_t due) {
    uint64_t now = measure_wall();
    if (late_count < late_room) late[late_count++] = now > due ? now - due : 0;
}

static int ascending(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void measure_late_report(void) {
    if (late_count == 0) return;
    qsort(late, (size_t)late_count, sizeof *late, ascending);
    measure_value((double)late[late_count * 999 / 1000] / 1e3);
    measure_note("p50", (double)late[late_count / 2] / 1e3);
    measure_note("worst", (double)late[late_count - 1] / 1e3);
}

int measure_descriptor_make(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

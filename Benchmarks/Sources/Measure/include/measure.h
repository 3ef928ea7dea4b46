/// What every program of the benchmark shares: clocks, cases, and the one line that is printed.
///
/// A program is called as `PROGRAM CASE [SCALE]` and prints one line of `name=value` pairs. `cpu` and `wall` are nanoseconds an
/// operation, `value` is a result that is no time, `allocations` are blocks of memory an operation where those are counted (see
/// `allocations.h`); anything else is a note that goes beside the table, as `peak-mib`, the peak of the process's memory.
/// `PROGRAM --describe` prints `version TEXT` and then `case NAME` for each case the program has. Programs in other languages do the
/// same.
#ifndef MEASURE_H
#define MEASURE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One case of a program. `run` does the work at `size` and returns the number of operations the measured time is divided by.
typedef struct {
    const char *name;
    long (*run)(long size);
    long size;
} measure_case;

/// The whole of a program's `main`; `cases` ends with an entry without a name.
int measure_main(int argc, char *const *argv, const char *version, const measure_case *cases);

/// Prints the line. `measure_main` does it; only a case that never returns, as under `dispatchMain`, calls it and exits.
void measure_report(long operations);

/// Starts the measured time: nothing before it counts. May be called again after `measure_end`; the times add up.
void measure_begin(void);

/// Ends the measured time. CPU time is that of the process, all its threads together.
void measure_end(void);

/// Forgets the measured times: they were the warm-up's.
void measure_reset(void);

/// Sets the result of a case that is no time.
void measure_value(double value);

/// Adds a figure that is printed beside the table; `name` must live as long as the process.
void measure_note(const char *name, double value);

/// Monotonic time in nanoseconds.
uint64_t measure_wall(void);

/// CPU time of the process in nanoseconds.
uint64_t measure_cpu(void);

/// How many bytes the process has from the C library's heap, the library's own bookkeeping included.
uint64_t measure_heap(void);

/// The peak of the process's memory since it was executed, in MiB.
double measure_peak(void);

/// The next number of a sequence that is the same in every program; start with 1.
uint64_t measure_random(uint64_t *state);

/// CPU time and wake-ups while `wait` waits that long with nothing to do; the value is milliseconds of CPU time.
long measure_idle(void (*wait)(long milliseconds), long milliseconds);

/// Forgets all latenesses and makes room for `count`.
void measure_late_reserve(long count);

/// Records how late a call-out came that was due at `due`, in nanoseconds of `measure_wall`.
void measure_late(uint64_t due);

/// The 99.9th percentile of the latenesses becomes the value, in microseconds; median and worst become notes.
void measure_late_report(void);

/// The descriptor of `fd-ready`.
int measure_descriptor_make(void);

/// Sizes that every peer has the same.
enum {
    MEASURE_POSTS = 1000000,
    MEASURE_ROUND_TRIPS = 100000,
    MEASURE_TIMERS = 100000,
    MEASURE_EVENTS = 1000000,
    MEASURE_BATCHED = 1000000,
    MEASURE_BATCH = 1000,
    MEASURE_PASSES = 1000,
    MEASURE_IDLE = 10000,
};

#ifdef __cplusplus
}
#endif

#endif

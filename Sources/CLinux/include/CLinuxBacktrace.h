// Stacks: of the calling thread, and of another one while it runs; and where in memory the program's files lie.
#ifndef MAINSPRING_CLINUX_BACKTRACE_H
#define MAINSPRING_CLINUX_BACKTRACE_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// The most frames that can be taken of another thread.
#define MAINSPRING_BACKTRACE_FRAMES 256

/// Writes the calling thread's stack, innermost first, without this function and `skip` callers. Each address lies
/// inside the call that is under way, not behind it. Returns how many. Safe in a signal handler once any stack has been
/// taken.
int mainspring_backtrace_current(uintptr_t *addresses, int capacity, int skip);

/// Writes the stack of another thread of this process, which goes on by itself: a real-time signal interrupts it for some
/// microseconds. Returns how many frames, or a negated errno: ESRCH no such thread, EPERM it blocks the signal, ETIMEDOUT it
/// did not answer (does not leave the kernel, gets no processor), EBUSY an earlier walk never came back, EAGAIN no signal is
/// free.
int mainspring_backtrace_thread(pid_t thread, uintptr_t *addresses, int capacity, int64_t timeout_nanoseconds);

/// The signal that interrupts threads: the highest real-time signal below SIGRTMAX that nobody handles, chosen at the
/// first call and again when another handler has taken its place. 0: none is free.
int mainspring_backtrace_signal(void);

/// Lets the signal, once chosen, through on the calling thread, where it may be blocked (threads of a dispatch queue
/// block all signals). One system call.
void mainspring_backtrace_admit(void);

/// Whether a thread of this process has this number.
bool mainspring_thread_exists(pid_t thread);

/// The calling thread's name as the kernel has it, ended by a zero byte.
void mainspring_thread_name(char name[_Nonnull 16]);

/// A file that is mapped as a part of the program.
typedef struct {
    /// What is to be added to an address in the file to get the address in memory.
    uintptr_t bias;
    /// Its program headers in memory.
    const Elf64_Phdr *_Nullable program_headers;
    size_t program_header_count;
    /// The lowest address, and the first behind the highest, of the segment that was asked for.
    uintptr_t segment_start, segment_end;
} MainspringLoadedObject;

/// Finds the file that an address of code or data belongs to, and writes its path; the program's own is
/// "/proc/self/exe", what the kernel itself mapped has a name without a slash. Waits for the dynamic linker's lock.
bool mainspring_loaded_object(uintptr_t address, MainspringLoadedObject *object, char *path, size_t path_capacity);

/// Turns a mangled Swift name into words; exported by Swift's runtime. The result is freed by the caller; NULL: not a
/// Swift name.
char *_Nullable swift_demangle(
    const char *mangled, size_t length, char *_Nullable output, size_t *_Nullable output_size, uint32_t flags);

#pragma clang assume_nonnull end
#endif

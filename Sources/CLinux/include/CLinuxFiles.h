// Files that are opened beneath a folder.
#ifndef MAINSPRING_CLINUX_FILES_H
#define MAINSPRING_CLINUX_FILES_H

#include <stdbool.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// Opens a file beneath a folder and follows no link (openat2 with RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS). Returns the
/// descriptor, which is closed on exec, or a negated errno. `-ENOSYS` if the kernel lacks the call or a container's
/// filter refuses it.
int mainspring_open_beneath(int folder, const char *path, int flags, mode_t mode);

/// Makes `mainspring_open_beneath` return `-ENOSYS`, or lets it work again. For tests of kernels before 5.6.
void mainspring_refuse_open_beneath(bool refuses);

/// Renames a file within a folder unless a file has the new name (renameat2 with RENAME_NOREPLACE). Returns 0 or a
/// negated errno: `-EEXIST` if there is such a file, `-EINVAL` or `-ENOSYS` if the file system or the kernel lacks the call.
int mainspring_rename_to_new_name(int folder, const char *old, const char *name);

#pragma clang assume_nonnull end
#endif

// The CoreFoundation inside libFoundation, by weak references: absent where the program does not load it.
#ifndef MAINSPRING_CLINUX_FOUNDATION_H
#define MAINSPRING_CLINUX_FOUNDATION_H

#include <stdbool.h>

/// Whether the process has it.
bool mainspring_foundation_is_present(void);

/// Sets or clears the thread's mark that an item of the main queue is being called.
void mainspring_foundation_set_in_main_queue(bool inside);

/// Whether that mark is set.
bool mainspring_foundation_is_in_main_queue(void);

#endif

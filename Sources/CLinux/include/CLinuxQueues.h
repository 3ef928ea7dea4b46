// Which thread has the main queue.
#ifndef MAINSPRING_CLINUX_QUEUES_H
#define MAINSPRING_CLINUX_QUEUES_H

#include <stdbool.h>

/// Whether the calling thread has libdispatch's main queue, also in a block of another queue for which that waits; false where
/// libdispatch does not keep it as its open source does. No system call but for the first time.
bool mainspring_has_main_queue(void);

#endif

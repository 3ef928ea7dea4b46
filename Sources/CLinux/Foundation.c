#include "CLinux.h"

extern void *_CFSetTSD(uint32_t slot, void *value, void *destructor) __attribute__((weak));
extern void *_CFGetTSD(uint32_t slot) __attribute__((weak));
extern void *CFRunLoopGetMain(void) __attribute__((weak));

// Measured on Foundation 6.3.1: slot 4 holds 6 while the main queue is drained.
enum { in_main_queue_slot = 4, in_main_queue_value = 6 };

bool mainspring_foundation_is_present(void) { return CFRunLoopGetMain != NULL && _CFSetTSD != NULL; }

void mainspring_foundation_set_in_main_queue(bool inside) {
    if (_CFSetTSD != NULL) _CFSetTSD(in_main_queue_slot, inside ? (void *)in_main_queue_value : NULL, NULL);
}

bool mainspring_foundation_is_in_main_queue(void) {
    return _CFGetTSD != NULL && (intptr_t)_CFGetTSD(in_main_queue_slot) == in_main_queue_value;
}

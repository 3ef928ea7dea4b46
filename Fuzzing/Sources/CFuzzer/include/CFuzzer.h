#ifndef CFUZZER_H
#define CFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with a program's arguments and a function to be fed, as its documentation on use as a library has it.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

/// Tells the fuzzer of something that has happened where it cannot look: an input after which a number comes for the first time is kept.
void fuzzer_note(intptr_t number);

#endif

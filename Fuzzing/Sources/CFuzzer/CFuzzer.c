#include "CFuzzer.h"

// libFuzzer clears what lies in this section before each input, and takes what is set after it as coverage.
__attribute__((section("__libfuzzer_extra_counters"))) static uint8_t noted[4096];

void fuzzer_note(intptr_t number) { noted[(uintptr_t)number % sizeof noted] = 1; }

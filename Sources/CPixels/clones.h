#ifndef CLONES_H
#define CLONES_H

// A function is compiled twice and the one that fits the processor is taken when the program starts. Whole numbers give the same in both.
// Under a sanitizer the choice would run before the sanitizer does.
#if defined(__x86_64__) && defined(__linux__) && !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)
#define CLONES __attribute__((target_clones("avx2", "default")))
#else
#define CLONES
#endif

#endif

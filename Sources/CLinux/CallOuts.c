#include "CLinux.h"

// Work left to do after the call keeps it from becoming a jump; the number, unlike in each function, keeps the linker and the
// optimizer from folding two of them into one.
static _Thread_local volatile uint32_t last_call_out;
#define RETURNED_FROM(number) (last_call_out = (number))

__attribute__((noinline)) void __CFRUNLOOP_IS_CALLING_OUT_TO_A_BLOCK__(MainspringThunk thunk, void *context) {
    thunk(context);
    RETURNED_FROM(1);
}

__attribute__((noinline)) void __CFRUNLOOP_IS_CALLING_OUT_TO_A_TIMER_CALLBACK_FUNCTION__(
    MainspringThunk thunk, void *context) {
    thunk(context);
    RETURNED_FROM(2);
}

__attribute__((noinline)) void __CFRUNLOOP_IS_CALLING_OUT_TO_AN_OBSERVER_CALLBACK_FUNCTION__(
    MainspringActivityThunk thunk, void *context, uintptr_t activity) {
    thunk(context, activity);
    RETURNED_FROM(3);
}

__attribute__((noinline)) void __CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0_PERFORM_FUNCTION__(
    MainspringThunk thunk, void *context) {
    thunk(context);
    RETURNED_FROM(4);
}

__attribute__((noinline)) void __CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE1_PERFORM_FUNCTION__(
    MainspringEventThunk thunk, void *context, uint32_t events) {
    thunk(context, events);
    RETURNED_FROM(5);
}

__attribute__((noinline)) void __CFRUNLOOP_IS_SERVICING_THE_MAIN_DISPATCH_QUEUE__(MainspringThunk thunk, void *context) {
    thunk(context);
    RETURNED_FROM(6);
}

// The functions through which every call into user code goes. Their names say in a backtrace who called; they are the names
// that Apple's loop shows. Each has a body of its own and never tail-calls, so that no optimizer folds or skips it.
#ifndef MAINSPRING_CLINUX_CALLOUTS_H
#define MAINSPRING_CLINUX_CALLOUTS_H

#include <stdint.h>

typedef void (*MainspringThunk)(void *_Nullable context);
typedef void (*MainspringActivityThunk)(void *_Nullable context, uintptr_t activity);
typedef void (*MainspringEventThunk)(void *_Nullable context, uint32_t events);

void __CFRUNLOOP_IS_CALLING_OUT_TO_A_BLOCK__(MainspringThunk _Nonnull thunk, void *_Nullable context);
void __CFRUNLOOP_IS_CALLING_OUT_TO_A_TIMER_CALLBACK_FUNCTION__(MainspringThunk _Nonnull thunk, void *_Nullable context);
void __CFRUNLOOP_IS_CALLING_OUT_TO_AN_OBSERVER_CALLBACK_FUNCTION__(
    MainspringActivityThunk _Nonnull thunk, void *_Nullable context, uintptr_t activity);
void __CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0_PERFORM_FUNCTION__(MainspringThunk _Nonnull thunk, void *_Nullable context);
void __CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE1_PERFORM_FUNCTION__(
    MainspringEventThunk _Nonnull thunk, void *_Nullable context, uint32_t events);
void __CFRUNLOOP_IS_SERVICING_THE_MAIN_DISPATCH_QUEUE__(MainspringThunk _Nonnull thunk, void *_Nullable context);

#endif

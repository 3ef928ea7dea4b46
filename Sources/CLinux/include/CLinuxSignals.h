// Signals as events: a handler that only adds one to event descriptors.
#ifndef MAINSPRING_CLINUX_SIGNALS_H
#define MAINSPRING_CLINUX_SIGNALS_H

/// How many descriptors one signal can feed.
#define MAINSPRING_SIGNAL_SUBSCRIBERS 32

/// Adds one to `descriptor` each time `signal` arrives, on whichever thread the kernel picks. The first subscriber of a signal
/// installs the handler (sigaction with SA_RESTART). Returns 0 or an errno: EINVAL for a signal that cannot be caught,
/// ENOSPC when the signal's places are taken.
///
/// In a child that fork has made nothing is added to its parent's descriptors: a signal that only the parent watches has the
/// effect there that it had before.
int mainspring_signal_subscribe(int signal, int descriptor);

/// Ends a subscription; after it no handler touches the descriptor. The last one puts the earlier disposition back,
/// unless somebody has set another one meanwhile.
void mainspring_signal_unsubscribe(int signal, int descriptor);

#endif

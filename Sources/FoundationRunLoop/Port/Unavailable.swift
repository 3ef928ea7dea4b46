/// Not here: Foundation's `SocketPort` listens on the network.
@available(
    *, unavailable,
    message:
        "There are no socket ports here. Watch a socket with FileDescriptorSource; keep a loop running with Port()."
)
public final class SocketPort {}

/// Not here: there is no Mach.
@available(
    *, unavailable,
    message: "There are no Mach ports on Linux. Port() carries messages between the threads of a process."
)
public final class NSMachPort {}

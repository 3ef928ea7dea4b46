internal import CLinux
internal import Glibc

/// libdispatch's main queue: a descriptor that is readable when it has work, and a function that does the work.
///
/// These are the functions by which Foundation's own loop serves it; `DispatchQueue.main`, `MainActor` and what awaits
/// on it all come through here.
@_silgen_name("_dispatch_get_main_queue_port_4CF")
private func dispatchMainQueuePort() -> Int32

@_silgen_name("_dispatch_main_queue_callback_4CF")
private func dispatchMainQueueCallback(_ message: UnsafeMutableRawPointer?)

/// What the main loop knows of the main queue. The loop's thread alone uses it.
struct MainQueuePort {
    /// libdispatch's descriptor; -1 until the main loop has run on the initial thread.
    private(set) var descriptor: Int32 = -1
    /// The descriptor is in our epoll.
    private(set) var isRegistered = false
    /// It was found ready at a time at which it may not be served.
    private(set) var isKnownReady = false
    /// Step 6 of this pass has not asked yet whether it has work: the next look into the kernel tells that too.
    var isQuestionOpen = false
    /// An item of the queue is being called; runs inside it leave the queue alone, as Apple's do.
    var isBeingDrained = false

    /// Whether the descriptor was closed and its number refers to another file. Then the queue is drained whenever the
    /// loop wakes.
    private(set) var isLost = false
    /// Whether the descriptor was closed, and ``reopen()`` was not called yet.
    private(set) var isClosed = false

    var registeredDescriptor: Int32 { isRegistered ? descriptor : -1 }

    /// Finds the descriptor, for the loop to watch from now on; nil if it does already, or where there is none.
    ///
    /// libdispatch opens its descriptor at the first call, and ends the process if it cannot. So it is not called while
    /// the process cannot open a descriptor, and each later run tries again.
    mutating func register() -> Int32? {
        if descriptor < 0 {
            guard Self.hasRoomForDescriptor else { return nil }
            descriptor = dispatchMainQueuePort()
        }
        guard descriptor >= 0, !isRegistered, !isLost, !isClosed else { return nil }
        isRegistered = true
        isKnownReady = true
        return descriptor
    }

    /// Whether the process can open another descriptor.
    private static var hasRoomForDescriptor: Bool {
        let descriptor = eventfd(0, Int32(O_CLOEXEC))
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }

    mutating func noteReady() { isKnownReady = true }

    /// Notes that other code has closed the descriptor.
    mutating func noteClosed() {
        isRegistered = false
        isClosed = true
    }

    /// Opens the descriptor, which other code has closed, again under its number, since libdispatch keeps writing to
    /// that number. What was written meanwhile is lost, so the queue counts as having work.
    /// - Returns: False if the number refers to another file. It is not touched then.
    mutating func reopen() -> Bool {
        isKnownReady = true
        isClosed = false
        let isOpen = mainspring_open_event_descriptor_as(descriptor)
        isRegistered = isOpen
        isLost = !isOpen
        if isOpen { mainspring_eventfd_poke(descriptor) }
        return isOpen
    }

    /// Whether the queue has work, without taking note of it.
    var isReadable: Bool { isRegistered && Poller.stillHolding(EPOLLIN.rawValue, of: descriptor) != 0 }

    /// Whether the queue has work, taking note of it: libdispatch writes its descriptor and never reads it.
    mutating func takeReady() -> Bool {
        if isLost {
            defer { isKnownReady = false }
            return isKnownReady
        }
        guard isRegistered else { return false }
        var count: UInt64 = 0
        let isReady = read(descriptor, &count, 8) == 8
        isKnownReady = false
        isQuestionOpen = false
        return isReady
    }
}

extension CFRunLoop {
    /// Whether a run in this mode has the main queue among its ports: on the main loop, in a common mode, outside the
    /// queue's items.
    @inline(__always)
    func servesMainQueue(in mode: ModeState) -> Bool {
        isMain && mode.isCommon && !mainQueue.isBeingDrained && isCurrent && !hostDrainsMainQueue
    }

    /// Who serves the main queue outside a run.
    struct MainQueueDuty {
        fileprivate let isHosts: Bool
        fileprivate let isBeingDrained: Bool
    }

    /// A run serves the queue instead of a host; but not inside one of its items, whoever called that. Returns what was
    /// before.
    func takeMainQueueDuty() -> MainQueueDuty {
        let outer = MainQueueDuty(isHosts: hostDrainsMainQueue, isBeingDrained: mainQueue.isBeingDrained)
        guard isMain else { return outer }
        // Foundation's loop, where it is the one that runs, marks its thread while it calls an item.
        if hostDrainsMainQueue || depth == 0, FoundationLoop.isInMainQueue { mainQueue.isBeingDrained = true }
        hostDrainsMainQueue = false
        return outer
    }

    func giveBack(_ duty: MainQueueDuty) {
        hostDrainsMainQueue = duty.isHosts
        mainQueue.isBeingDrained = duty.isBeingDrained
    }

    /// Takes the main queue over, on the main loop's first run.
    func adoptMainQueue() {
        if isMain, let descriptor = mainQueue.register() { watch(descriptor, as: .mainQueue) }
    }

    /// Calls what the main queue has now.
    func drainMainQueue() {
        noteCallOut()
        mainQueue.isBeingDrained = true
        FoundationLoop.enterMainQueue()
        CallOuts.mainQueue { _ in dispatchMainQueueCallback(nil) }
        requireOwnProcess()
        FoundationLoop.leaveMainQueue()
        mainQueue.isBeingDrained = false
    }
}

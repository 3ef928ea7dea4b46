internal import CLinux
internal import Diagnostics
internal import Glibc
internal import Locks
internal import Mainspring

/// An input of a run loop: it keeps a mode from being empty, and brings messages from other threads.
///
/// `Port()` added to a loop is the classic way to keep the loop of a thread running. Messages are sent to it with
/// ``send(before:components:from:reserved:)`` on any thread; its delegate gets them on the thread of the loop that it
/// is in, one in each pass, in the order they were sent. A message may name a port for the reply.
///
/// Messages stay in the process: there is no Mach here, and nothing of them passes through the kernel but the wake-up
/// (an `eventfd`, one for each port). At most ``queueLimit`` messages wait; a sender waits for room until its date.
///
/// `Sendable`, other than Apple's: sending from anywhere is what a port is for.
open class Port: NSObject, @unchecked Sendable {
    /// Guards `queue` and `weakDelegate`.
    ///
    /// Not held while the delegate or a loop is called.
    private let lock = Lock()
    private var queue = PortQueue()
    private weak var weakDelegate: (any PortDelegate)?
    /// The source at CoreFoundation's level, owned by the loops that it is in, and owning this port: so a port in a
    /// loop stays, and there is no circle.
    ///
    /// Guarded by `lock`.
    private weak var weakSource: CFRunLoopSource?
    /// Counts the messages that wait.
    ///
    /// Closed when the port goes, not when it becomes invalid: until then no stranger gets its number. Negative if the
    /// process had no descriptor left.
    private let descriptor: Int32
    /// The process that opened the descriptor.
    private let process = OwnProcess()

    /// Posted when a port has become invalid, on the thread that made it so; the object is the port.
    public class var didBecomeInvalidNotification: NSNotification.Name {
        NSNotification.Name("NSPortDidBecomeInvalidNotification")
    }

    /// Ours: how many messages can wait at a port: the most that Mach allows.
    public static let queueLimit = 1024

    /// Makes a port that is in no loop.
    ///
    /// It takes a file descriptor. If the process has none left, the port is invalid from the start, and standard error
    /// says so.
    public override init() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK) | Int32(EFD_SEMAPHORE))
        super.init()
        guard descriptor < 0 else { return }
        let reason = String(cString: strerror(errno))
        report(
            "Mainspring: a port could not be made (\(reason)). Close descriptors, or raise the limit with ulimit -n.")
        queue.close()
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    // MARK: The loop

    /// Adds the port to a mode of a loop: what `RunLoop.add(_:forMode:)` does.
    ///
    /// Does nothing if the port is invalid or in the mode already.
    open func schedule(in runLoop: RunLoop, forMode mode: RunLoop.Mode) {
        guard let source = lock.withLock({ queue.isOpen ? sourceForScheduling() : nil }) else { return }
        CFRunLoopAddSource(runLoop.loop, source, mode.cfMode)
        runLoop.ports.insert(self)
        lock.withLock { _ = queue.loops[ObjectIdentifier(runLoop.loop), default: []].insert(mode) }
        // Invalidated meanwhile by another thread, which could not see the new place.
        if !isValid { CFRunLoopSourceInvalidate(source) }
    }

    /// Takes the port out of a mode of a loop: what `RunLoop.remove(_:forMode:)` does.
    open func remove(from runLoop: RunLoop, forMode mode: RunLoop.Mode) {
        let source = lock.withLock {
            let key = ObjectIdentifier(runLoop.loop)
            queue.loops[key]?.remove(mode)
            if queue.loops[key]?.isEmpty == true { queue.loops[key] = nil }
            return weakSource
        }
        guard let source else { return }
        CFRunLoopRemoveSource(runLoop.loop, source, mode.cfMode)
    }

    // MARK: Messages

    /// Sets who gets the messages.
    ///
    /// The port does not keep it.
    open func setDelegate(_ anObject: (any PortDelegate)?) {
        lock.withLock { weakDelegate = anObject }
    }

    /// Returns who gets the messages.
    open func delegate() -> (any PortDelegate)? {
        lock.withLock { weakDelegate }
    }

    /// How many bytes of a message are the port's own: none.
    open var reservedSpaceLength: Int { 0 }

    /// Sends a message without a number: ``send(before:msgid:components:from:reserved:)`` with 0.
    open func send(
        before limitDate: Date, components: NSMutableArray?, from receivePort: Port?, reserved headerSpaceReserved: Int
    ) -> Bool {
        send(
            before: limitDate, msgid: 0, components: components, from: receivePort, reserved: headerSpaceReserved)
    }

    /// Sends a message to this port.
    ///
    /// If the port's queue is full, the sender waits for room until the date, by the clock of its own loop, which
    /// serves nothing else meanwhile.
    /// - Parameters:
    ///   - limitDate: until when to wait for room; one that has passed means not at all.
    ///   - msgID: a number for the receiver; its low 32 bits arrive.
    ///   - components: the body: `Data` and ports. Anything else is a programming error.
    ///   - receivePort: where a reply is awaited, if one is; the receiver finds it in ``PortMessage/sendPort``.
    ///   - headerSpaceReserved: not used.
    /// - Returns: whether the message was put in the queue. Not if the port is or becomes invalid, if the threads whose
    ///   loops it was in have all ended, or if there was no room in time.
    open func send(
        before limitDate: Date, msgid msgID: Int, components: NSMutableArray?, from receivePort: Port?,
        reserved headerSpaceReserved: Int
    ) -> Bool {
        send(
            PortMessageBody(
                (components ?? []).map { $0 }, messageID: UInt32(truncatingIfNeeded: msgID), replyPort: receivePort),
            before: limitDate)
    }

    func send(_ message: PortMessageBody, before limitDate: Date) -> Bool {
        switch enqueue(message) {
        case .accepted: return true
        case .refused: return false
        case .full: break
        }
        let waiting = SenderWaiting(until: limitDate)
        defer { waiting.end() }
        repeat {
            switch enqueue(message, orWake: waiting) {
            case .accepted: return true
            case .refused: return false
            case .full: break
            }
        } while waiting.wait()
        lock.withLock { queue.giveUp(waiting) }?.wake()
        return false
    }

    // MARK: The end

    /// Whether the port can receive.
    open var isValid: Bool { lock.withLock { queue.isOpen } }

    /// Ends the port for ever: it leaves its loops, messages that wait are dropped, and senders get false.
    open func invalidate() {
        let (closed, source) = lock.withLock { (queue.close(), weakSource) }
        guard let closed else { return }
        if let source { CFRunLoopSourceInvalidate(source) }
        for sender in closed.senders { sender.wake() }
        NotificationCenter.default.post(name: Self.didBecomeInvalidNotification, object: self)
    }

    /// Hears that a loop's thread has ended.
    func loopHasEnded(_ loop: CFRunLoop) {
        let senders = lock.withLock { queue.loopHasEnded(ObjectIdentifier(loop)) }
        for sender in senders { sender.wake() }
    }

    // MARK: Inside

    private func enqueue(_ message: PortMessageBody, orWake sender: SenderWaiting? = nil) -> PortQueue.Answer {
        process.require(
            "Mainspring: A process made by fork() sent a message to a port of its parent's. Messages stay in a process, so the parent would be woken for nothing. Call exec() in the child first, or start it with Process or posix_spawn.\n"
        )
        let (answer, isClosed) = lock.withLock {
            let answer = queue.append(message, limit: Self.queueLimit, orWake: sender)
            // Under the lock, so that the counter never says less than the queue holds for long.
            return (answer, answer == .accepted && !mainspring_eventfd_poke(descriptor))
        }
        return isClosed ? descriptorWasClosed() : answer
    }

    /// Invalidates the port, since other code has closed its descriptor.
    private func descriptorWasClosed() -> PortQueue.Answer {
        report(
            "Mainspring: The descriptor of a port was closed by other code; the port is invalid now. Close only descriptors that you have opened, and each once."
        )
        invalidate()
        return .refused
    }

    /// Hands one message to the delegate: the port's perform function.
    private func receive() {
        let (message, sender) = lock.withLock {
            // Lowers the counter by one. A port in two loops can find that the other has been faster.
            var one: UInt64 = 0
            guard read(descriptor, &one, 8) == 8 else { return (nil, nil) as (PortMessageBody?, SenderWaiting?) }
            return queue.removeFirst()
        }
        sender?.wake()
        guard let message else { return }
        delegate()?.handle(message.received(on: self))
    }

    /// The source, made anew if no loop has kept it.
    ///
    /// Called with the lock held; it makes no call-out.
    private func sourceForScheduling() -> CFRunLoopSource {
        if let weakSource { return weakSource }
        var context = CFRunLoopSourceContext1()
        context.getPort = { [self] _ in descriptor }
        context.perform = { [self] _ in receive() }
        let source = CFRunLoopSourceCreate(kCFAllocatorDefault, 0, &context)!
        weakSource = source
        return source
    }
}

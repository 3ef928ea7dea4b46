internal import CLinux
internal import Diagnostics
internal import Locks
import Synchronization

/// A source of events: signalled by hand (version 0), or woken by the kernel through a file descriptor (version 1).
///
/// It may be in several modes of several loops. It is performed on the thread of the loop that finds it first; it may
/// be made, added, signalled and invalidated on any.
public final class CFRunLoopSource: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` guards memberships, the signal and what is performed; the rest is constant or
    // atomic.

    /// What is called, and for what.
    enum Kind {
        case version0(CFRunLoopSourceContext)
        case version1(CFRunLoopSourceContext1)
        /// Ours: a descriptor watched for chosen events. `release` is called when it becomes invalid, and told whether
        /// that is because the number does not mean its file any more and so must not be closed.
        case descriptor(perform: (UInt32) -> Void, release: (_ isClosed: Bool) -> Void)
    }

    /// What it is; a context stays until the source goes, as on Apple's platforms, since it may be in use by a call
    /// that is going on.
    private enum Version {
        case version0(CFRunLoopSourceContext)
        case version1(CFRunLoopSourceContext1)
        case descriptor
    }

    let order: CFIndex
    /// The descriptor it watches; -1 for version 0.
    let descriptor: Int32
    /// What the descriptor is watched for, as epoll's bits; 0 while it is not.
    let interest: Atomic<UInt32>
    private let lock = Lock()
    private let version: Version
    /// What a context performs, at hand: to copy the context would count references to all of its functions.
    private let performed: ((UnsafeMutableRawPointer?) -> Void)?
    private let info: UnsafeMutableRawPointer?
    /// What is called for a descriptor. That of a source of ours goes when the source becomes invalid.
    private var handler: DescriptorHandler?
    /// Whether it is of version 0.
    let isManual: Bool
    /// Whether it has a descriptor to watch; a version 1 without a port has none, and only keeps its modes from being
    /// empty.
    private let watchesDescriptor: Bool
    private let valid = Atomic<Bool>(true)
    /// Not retained: each is its mode's, and leaves it and this list at once.
    private var memberships: ContiguousArray<Unmanaged<SourceMembership>> = []
    /// Set under the lock; taken without.
    private let isSignalled = Atomic<Bool>(false)
    /// Counts the signals of all sources.
    private static let signalCount = Atomic<Int>(0)
    /// The number of its last signal among those of all sources. Set under the lock; read without.
    private let signalNumber = Atomic<Int>(0)
    private var failureSentence: String?
    /// Its descriptor was found closed while it left its modes to end.
    private var descriptorWasClosed = false

    init(order: CFIndex, kind: Kind, descriptor: Int32 = -1, interest: UInt32 = 0) {
        self.order = order
        self.descriptor = descriptor
        self.interest = Atomic(interest)
        switch kind {
        case .version0(let given):
            let context = given.retained
            version = .version0(context)
            (performed, info) = (context.perform, context.info)
            (isManual, watchesDescriptor) = (true, false)
        case .version1(let given):
            let context = given.retained
            version = .version1(context)
            (performed, info) = (nil, nil)
            (isManual, watchesDescriptor) = (false, descriptor != -1)
            handler = DescriptorHandler(
                descriptor: descriptor, perform: { _ in context.perform?(context.info) },
                release: { _ in context.releaseInfo() })
        case .descriptor(let perform, let release):
            version = .descriptor
            (performed, info) = (nil, nil)
            (isManual, watchesDescriptor) = (false, true)
            handler = DescriptorHandler(descriptor: descriptor, perform: perform, release: release)
        }
    }

    deinit {
        if case .version0(let context) = version { context.releaseInfo() }
    }

    var isValid: Bool { valid.load(ordering: .acquiring) }

    var context0: CFRunLoopSourceContext? {
        if case .version0(let context) = version { context } else { nil }
    }

    var context1: CFRunLoopSourceContext1? {
        if case .version1(let context) = version { context } else { nil }
    }

    // MARK: Signals

    /// Notes that it is to be performed in the next pass of each loop it is in. Wakes nobody.
    func signal() {
        guard isManual else { return }
        lock.lock()
        if isValid, !isSignalled.load(ordering: .relaxed) {
            signalNumber.store(Self.signalCount.wrappingAdd(1, ordering: .relaxed).newValue, ordering: .relaxed)
            isSignalled.store(true, ordering: .sequentiallyConsistent)
            for membership in memberships { membership._withUnsafeGuaranteedRef { $0.enqueue() } }
        }
        lock.unlock()
    }

    var hasSignal: Bool { isSignalled.load(ordering: .acquiring) }

    /// Smaller than that of a source that was signalled later.
    var turnOfSignal: Int { signalNumber.load(ordering: .relaxed) }

    /// Takes the signal; false if another loop took it first or the source is not valid any more.
    func takeSignal() -> Bool {
        isSignalled.exchange(false, ordering: .sequentiallyConsistent) && isValid
    }

    // MARK: Membership. Order of locks: the source's, then the loop's.

    /// Adds it to modes of a loop. Returns those it was not in.
    func join(_ loop: CFRunLoop, _ modes: () -> [ModeState]) -> [ModeState] {
        var joined: [ModeState] = []
        var failures: [DescriptorFailure] = []
        lock.lock()
        loop.lock.lock()
        let isTooLate = loop.hasEnded
        if isValid, !isTooLate {
            for mode in modes() where !mode.holds(self) {
                let membership = SourceMembership(source: self, loop: loop, mode: mode)
                memberships.append(.passUnretained(membership))
                mode.insert(membership)
                if hasSignal { mode.enqueue(membership) }
                joined.append(mode)
            }
            if watchesDescriptor, !joined.isEmpty, let handler { failures = loop.watch(self, handler, in: joined) }
        }
        loop.lock.unlock()
        lock.unlock()
        if isTooLate { loop.reportEnded("A source was added to") }
        failures.tell()
        return joined
    }

    /// Takes it out of modes of a loop. Returns those it was in.
    func leave(_ loop: CFRunLoop, _ modes: () -> [ModeState]) -> [ModeState] {
        var released: [SourceMembership] = []
        var failures: [DescriptorFailure] = []
        lock.lock()
        loop.lock.lock()
        var left: [ModeState] = []
        for mode in modes() {
            guard let membership = mode.removeMembership(of: self) else { continue }
            mode.dequeue(membership)
            memberships.removeAll { $0.toOpaque() == Unmanaged.passUnretained(membership).toOpaque() }
            released.append(membership)
            left.append(mode)
        }
        if watchesDescriptor, !left.isEmpty { failures = loop.unwatch(self, in: left) }
        loop.lock.unlock()
        lock.unlock()
        failures.tell()
        withExtendedLifetime(released) {}
        return left
    }

    /// The loops it is in.
    var loops: [CFRunLoop] {
        lock.withLock {
            var result: [CFRunLoop] = []
            for membership in memberships {
                let loop = membership._withUnsafeGuaranteedRef { $0.loop.takeUnretainedValue() }
                if !result.contains(loop) { result.append(loop) }
            }
            return result
        }
    }

    // MARK: Its end

    /// Ends it for good: it leaves every mode of every loop and lets go of what it holds.
    func invalidate() { invalidate(descriptorIsClosed: false) }

    private func invalidate(descriptorIsClosed: Bool) {
        lock.lock()
        let first = valid.exchange(false, ordering: .acquiringAndReleasing)
        handler?.isValid.store(false, ordering: .releasing)
        isSignalled.store(false, ordering: .releasing)
        lock.unlock()
        guard first else { return }
        for loop in loops { loop.removeEverywhere(self) }
        guard case .descriptor = version else { return }
        lock.lock()
        let released = handler
        handler = nil
        let isClosed = descriptorIsClosed || descriptorWasClosed
        lock.unlock()
        released?.end(descriptorIsClosed: isClosed)
    }

    /// Why it ended by itself, as a sentence; nil if it did not.
    package var failure: String? { lock.withLock { failureSentence } }

    /// Ends it because its descriptor cannot be watched, and says so.
    func fail(_ sentence: String, descriptorIsClosed: Bool) {
        guard isValid else {
            lock.withLock { if descriptorIsClosed { descriptorWasClosed = true } }
            return
        }
        lock.withLock { failureSentence = sentence }
        report("Mainspring: \(sentence)")
        invalidate(descriptorIsClosed: descriptorIsClosed)
    }

    // MARK: Calls

    /// Calls what a source of version 0 performs, from inside the call-out.
    @inline(__always)
    func call() { performed?(info) }

    /// Tells a source of version 0 that it came into a mode.
    func didJoin(_ loop: CFRunLoop, _ mode: CFRunLoopMode) {
        if let context = context0 { context.schedule?(context.info, loop, mode) }
    }

    /// Tells a source of version 0 that it left a mode.
    func didLeave(_ loop: CFRunLoop, _ mode: CFRunLoopMode) {
        if let context = context0 { context.cancel?(context.info, loop, mode) }
    }
}

extension CFRunLoopSource: Hashable {
    /// A source is equal to itself alone.
    public static func == (left: CFRunLoopSource, right: CFRunLoopSource) -> Bool { left === right }

    /// Hashes the source's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

internal import CLinux
internal import Locks
import Synchronization

/// The native type of a file descriptor.
public typealias CFFileDescriptorNativeDescriptor = Int32
/// What a `CFFileDescriptor` calls.
public typealias CFFileDescriptorCallBack = (CFFileDescriptor?, CFOptionFlags, UnsafeMutableRawPointer?) -> Void

/// Call back when there is something to read.
public let kCFFileDescriptorReadCallBack: CFOptionFlags = 1 << 0
/// Call back when there is room to write.
public let kCFFileDescriptorWriteCallBack: CFOptionFlags = 1 << 1

/// What a `CFFileDescriptor` gets with each call, and how its life is kept.
public struct CFFileDescriptorContext: RetainableContext {
    /// Always 0.
    public var version: CFIndex
    /// What the call-out gets.
    public var info: UnsafeMutableRawPointer!
    /// Called once when the object is made; what it returns becomes the info.
    public var retain: CFRunLoopRetainCallBack!
    /// Called once when the object becomes invalid.
    public var release: CFRunLoopReleaseCallBack!
    /// Describes the info.
    public var copyDescription: CFRunLoopCopyDescriptionCallBack!

    /// Makes an empty context.
    public init() { self.init(version: 0, info: nil, retain: nil, release: nil, copyDescription: nil) }

    /// Makes a context.
    public init(
        version: CFIndex, info: UnsafeMutableRawPointer!, retain: CFRunLoopRetainCallBack!,
        release: CFRunLoopReleaseCallBack!, copyDescription: CFRunLoopCopyDescriptionCallBack!
    ) {
        self.version = version
        self.info = info
        self.retain = retain
        self.release = release
        self.copyDescription = copyDescription
    }
}

/// A file descriptor whose events call back once each time they are enabled.
///
/// After a call-out its kind of event is disabled until `CFFileDescriptorEnableCallBacks` is called again, as Apple
/// documents. Use from any thread; it is called on the thread of the loop that has its source.
public final class CFFileDescriptor: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` guards `source`, `enabled` and `isClosed`; the rest is constant or atomic.

    let descriptor: CFFileDescriptorNativeDescriptor
    let context: CFFileDescriptorContext?
    private let closesOnInvalidate: Bool
    private let callout: CFFileDescriptorCallBack?
    private let lock = Lock()
    private let valid = Atomic<Bool>(true)
    private var enabled: UInt32 = 0
    /// The number does not mean the file any more, and so is not ours to close.
    private var isClosed = false
    private weak var source: CFRunLoopSource?

    init(
        descriptor: CFFileDescriptorNativeDescriptor, closesOnInvalidate: Bool, callout: CFFileDescriptorCallBack?,
        context: CFFileDescriptorContext?
    ) {
        self.descriptor = descriptor
        self.closesOnInvalidate = closesOnInvalidate
        self.callout = callout
        self.context = context.map(\.retained)
    }

    deinit {
        if valid.load(ordering: .relaxed) { releaseAll() }
    }

    var isValid: Bool { valid.load(ordering: .acquiring) }

    /// The one source that stands for it; made anew only when the last one has gone.
    func makeSource(order: CFIndex) -> CFRunLoopSource? {
        guard isValid else { return nil }
        return lock.withLock {
            if let source, source.isValid { return source }
            let made = CFRunLoopSource(
                order: order,
                kind: .descriptor(perform: { self.isReady($0) }, release: { if $0 { self.descriptorWasClosed() } }),
                descriptor: descriptor, interest: enabled)
            source = made
            return made
        }
    }

    func enable(_ callBacks: CFOptionFlags) { change { $0 | Self.bits(callBacks) } }

    func disable(_ callBacks: CFOptionFlags) { change { $0 & ~Self.bits(callBacks) } }

    func invalidate() {
        guard valid.exchange(false, ordering: .acquiringAndReleasing) else { return }
        lock.withLock { source }?.invalidate()
        releaseAll()
    }

    /// Somebody closed the descriptor while it was watched.
    private func descriptorWasClosed() {
        lock.withLock { isClosed = true }
        invalidate()
    }

    private func change(_ update: (UInt32) -> UInt32) {
        guard isValid else { return }
        let source = lock.withLock { () -> CFRunLoopSource? in
            enabled = update(enabled)
            // With the lock held, so that the last change is the last that is stored.
            self.source?.interest.store(enabled, ordering: .relaxed)
            return self.source
        }
        source?.rearm()
    }

    private func isReady(_ events: UInt32) {
        // A hang-up or an error is told to whoever waits for anything, as the reading or writing that finds it.
        let told =
            events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) == 0
            ? events : events | EPOLLIN.rawValue | EPOLLOUT.rawValue
        var fired: UInt32 = 0
        change { enabled in
            fired = enabled & told
            return enabled & ~fired
        }
        guard fired != 0, isValid else { return }
        var callBacks: CFOptionFlags = 0
        if fired & EPOLLIN.rawValue != 0 { callBacks |= kCFFileDescriptorReadCallBack }
        if fired & EPOLLOUT.rawValue != 0 { callBacks |= kCFFileDescriptorWriteCallBack }
        guard let callout else { return }
        guard let context else { return callout(self, callBacks, nil) }
        context.withInfo { callout(self, callBacks, $0) }
    }

    private func releaseAll() {
        if closesOnInvalidate {
            if lock.withLock({ isClosed }) { reportNotClosed(descriptor) } else { close(descriptor) }
        }
        context?.releaseInfo()
    }

    private static func bits(_ callBacks: CFOptionFlags) -> UInt32 {
        var bits: UInt32 = 0
        if callBacks & kCFFileDescriptorReadCallBack != 0 { bits |= EPOLLIN.rawValue }
        if callBacks & kCFFileDescriptorWriteCallBack != 0 { bits |= EPOLLOUT.rawValue }
        return bits
    }
}

/// Adds a reference to a context's info.
public typealias CFRunLoopRetainCallBack = (UnsafeRawPointer?) -> UnsafeRawPointer?
/// Gives a reference to a context's info back.
public typealias CFRunLoopReleaseCallBack = (UnsafeRawPointer?) -> Void
/// Describes a context's info.
public typealias CFRunLoopCopyDescriptionCallBack = (UnsafeRawPointer?) -> CFString?
/// What a timer calls.
public typealias CFRunLoopTimerCallBack = (CFRunLoopTimer?, UnsafeMutableRawPointer?) -> Void
/// What an observer calls.
public typealias CFRunLoopObserverCallBack = (CFRunLoopObserver?, CFRunLoopActivity, UnsafeMutableRawPointer?) -> Void

/// Two contexts alike: what a timer and an observer get with each call, and how its life is kept.
protocol RetainableContext {
    var info: UnsafeMutableRawPointer! { get set }
    var retain: CFRunLoopRetainCallBack! { get }
    var release: CFRunLoopReleaseCallBack! { get }
}

extension RetainableContext {
    /// The context with a reference of its own to the info.
    var retained: Self {
        var copy = self
        if let retain { copy.info = retain(info).map { UnsafeMutableRawPointer(mutating: $0) } }
        return copy
    }

    /// Gives that reference back.
    func releaseInfo() { release?(info) }

    /// Calls a closure with the info, which outlives the call even if its owner becomes invalid in it.
    func withInfo(_ body: (UnsafeMutableRawPointer?) -> Void) {
        guard retain != nil else { return body(info) }
        let held = retained
        body(held.info)
        held.releaseInfo()
    }
}

/// What a timer gets with each call, and how its life is kept.
public struct CFRunLoopTimerContext: RetainableContext {
    /// Always 0.
    public var version: CFIndex
    /// What the call-out gets.
    public var info: UnsafeMutableRawPointer!
    /// Called once when the timer is made; what it returns becomes the info.
    public var retain: CFRunLoopRetainCallBack!
    /// Called once when the timer becomes invalid.
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

/// What an observer gets with each call, and how its life is kept.
public struct CFRunLoopObserverContext: RetainableContext {
    /// Always 0.
    public var version: CFIndex
    /// What the call-out gets.
    public var info: UnsafeMutableRawPointer!
    /// Called once when the observer is made; what it returns becomes the info.
    public var retain: CFRunLoopRetainCallBack!
    /// Called once when the observer becomes invalid.
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

/// What makes a source of version 0: signalled by hand, performed in the next pass.
///
/// The functions are Swift closures, so C functions and closures without captures convert to them; those with captures
/// are ours.
public struct CFRunLoopSourceContext: RetainableContext {
    /// Always 0.
    public var version: CFIndex
    /// What the functions get.
    public var info: UnsafeMutableRawPointer!
    /// Called once when the source is made; what it returns becomes the info.
    public var retain: CFRunLoopRetainCallBack!
    /// Called once when the source becomes invalid.
    public var release: CFRunLoopReleaseCallBack!
    /// Describes the info.
    public var copyDescription: CFRunLoopCopyDescriptionCallBack!
    /// Kept for the shape; sources here are equal to themselves alone.
    public var equal: ((UnsafeRawPointer?, UnsafeRawPointer?) -> Bool)!
    /// Kept for the shape.
    public var hash: ((UnsafeRawPointer?) -> CFHashCode)!
    /// Called on the adding thread each time the source has come into a mode.
    public var schedule: ((UnsafeMutableRawPointer?, CFRunLoop?, CFRunLoopMode?) -> Void)!
    /// Called on the removing thread each time the source has left a mode.
    public var cancel: ((UnsafeMutableRawPointer?, CFRunLoop?, CFRunLoopMode?) -> Void)!
    /// Called on the loop's thread in the pass after the signal.
    public var perform: ((UnsafeMutableRawPointer?) -> Void)!

    /// Makes an empty context.
    public init() {
        self.init(
            version: 0, info: nil, retain: nil, release: nil, copyDescription: nil, equal: nil, hash: nil,
            schedule: nil, cancel: nil, perform: nil)
    }

    /// Makes a context.
    public init(
        version: CFIndex, info: UnsafeMutableRawPointer!, retain: CFRunLoopRetainCallBack!,
        release: CFRunLoopReleaseCallBack!, copyDescription: CFRunLoopCopyDescriptionCallBack!,
        equal: ((UnsafeRawPointer?, UnsafeRawPointer?) -> Bool)!, hash: ((UnsafeRawPointer?) -> CFHashCode)!,
        schedule: ((UnsafeMutableRawPointer?, CFRunLoop?, CFRunLoopMode?) -> Void)!,
        cancel: ((UnsafeMutableRawPointer?, CFRunLoop?, CFRunLoopMode?) -> Void)!,
        perform: ((UnsafeMutableRawPointer?) -> Void)!
    ) {
        self.version = version
        self.info = info
        self.retain = retain
        self.release = release
        self.copyDescription = copyDescription
        self.equal = equal
        self.hash = hash
        self.schedule = schedule
        self.cancel = cancel
        self.perform = perform
    }
}

/// What makes a source of version 1: the kernel wakes the loop for it.
///
/// A port is a file descriptor here, watched for readability, level-triggered; the loop reads nothing from it.
public struct CFRunLoopSourceContext1: RetainableContext {
    /// Always 1.
    public var version: CFIndex
    /// What the functions get.
    public var info: UnsafeMutableRawPointer!
    /// Called once when the source is made; what it returns becomes the info.
    public var retain: CFRunLoopRetainCallBack!
    /// Called once when the source becomes invalid.
    public var release: CFRunLoopReleaseCallBack!
    /// Describes the info.
    public var copyDescription: CFRunLoopCopyDescriptionCallBack!
    /// Kept for the shape; sources here are equal to themselves alone.
    public var equal: ((UnsafeRawPointer?, UnsafeRawPointer?) -> Bool)!
    /// Kept for the shape.
    public var hash: ((UnsafeRawPointer?) -> CFHashCode)!
    /// Asked once, when the source is made: the descriptor to watch.
    public var getPort: ((UnsafeMutableRawPointer?) -> mach_port_t)!
    /// Called on the loop's thread while the descriptor is readable.
    public var perform: ((UnsafeMutableRawPointer?) -> Void)!

    /// Makes an empty context.
    public init() {
        self.init(
            version: 1, info: nil, retain: nil, release: nil, copyDescription: nil, equal: nil, hash: nil,
            getPort: nil, perform: nil)
    }

    /// Makes a context.
    public init(
        version: CFIndex, info: UnsafeMutableRawPointer!, retain: CFRunLoopRetainCallBack!,
        release: CFRunLoopReleaseCallBack!, copyDescription: CFRunLoopCopyDescriptionCallBack!,
        equal: ((UnsafeRawPointer?, UnsafeRawPointer?) -> Bool)!, hash: ((UnsafeRawPointer?) -> CFHashCode)!,
        getPort: ((UnsafeMutableRawPointer?) -> mach_port_t)!,
        perform: ((UnsafeMutableRawPointer?) -> Void)!
    ) {
        self.version = version
        self.info = info
        self.retain = retain
        self.release = release
        self.copyDescription = copyDescription
        self.equal = equal
        self.hash = hash
        self.getPort = getPort
        self.perform = perform
    }
}

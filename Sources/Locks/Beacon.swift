internal import CLinux

/// Where an object is found as long as it is there, for those who refer to it and do not keep it.
///
/// Does what Swift's weak references do, and leaves counting as fast as it is: an object that was ever referred to weakly has its
/// count in a table beside it, and every retain of it takes twice as long. For classes whose objects everybody counts: entities,
/// contexts. Any thread may ask.
package final class Beacon: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` guards the address.

    private let lock = Lock()
    private var address: UnsafeMutableRawPointer?

    package init() {}

    /// To be called by the object's initializer.
    package func begin(_ object: AnyObject) {
        lock.withLock { address = Unmanaged.passUnretained(object).toOpaque() }
    }

    /// To be called by the object's `deinit`.
    package func end() { lock.withLock { address = nil } }

    /// The object, unless its end has begun.
    package var object: AnyObject? {
        lock.lock()
        defer { lock.unlock() }
        // Unsafe: an object whose end has begun waits in `end` for the lock, so it is memory still; `swift_tryRetain` says whether it
        // can be had, and has retained it then.
        guard let address, swift_tryRetain(address) != nil else { return nil }
        return Unmanaged<AnyObject>.fromOpaque(address).takeRetainedValue()
    }
}

/// An object that has a beacon.
package protocol BeaconBearing: AnyObject {
    var beacon: Beacon { get }
}

/// A reference that does not keep its object: nil when that has gone.
@propertyWrapper
package struct Unkept<Object: BeaconBearing> {
    private var beacon: Beacon?

    package init(wrappedValue: Object?) { beacon = wrappedValue?.beacon }

    package var wrappedValue: Object? {
        // A beacon is one object's alone, and this one's was of the type.
        @inline(__always)
        get {
            guard let object = beacon?.object else { return nil }
            return unsafeDowncast(object, to: Object.self)
        }
        set { beacon = newValue?.beacon }
    }
}

extension Unkept: Sendable where Object: Sendable {}

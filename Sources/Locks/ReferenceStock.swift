internal import CLinux

/// Counted references to one object, which are to be given away one by one and were counted many at once.
///
/// For what many new objects refer to: to count each reference costs an atomic operation, which is a tenth of what it takes to
/// make an object of a context (measured on 100,000 of them). Those that nobody has taken are given back at the end. Belongs to
/// one thread.
package struct ReferenceStock<Object: AnyObject>: ~Copyable {
    private let object: Unmanaged<Object>
    private var rest: UInt32 = 0
    /// How many are counted at once.
    private let portion: UInt32

    /// - Parameters:
    ///   - object: is held by who makes the stock, as long as this is there.
    ///   - count: says how many will be needed, more or less.
    package init(_ object: Object, count: Int) {
        self.object = .passUnretained(object)
        portion = UInt32(min(max(1, count), 1024))
    }

    deinit { if rest > 0 { swift_release_n(object.toOpaque(), rest) } }

    /// A reference that counts: to be taken retained.
    @inline(__always)
    package mutating func take() -> Unmanaged<Object> {
        if rest == 0 { refill() }
        rest -= 1
        return object
    }

    @inline(never)
    private mutating func refill() {
        // Unsafe: as many references as are counted here are given away by `take`, or back by `deinit`.
        _ = swift_retain_n(object.toOpaque(), portion)
        rest = portion
    }
}

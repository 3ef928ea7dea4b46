internal import Synchronization

/// What another module keeps with an entity that is in use, such as the layout of its objects.
package final class EntityAttachment: Sendable {
    /// What is kept.
    package let object: any AnyObject & Sendable

    package init(_ object: any AnyObject & Sendable) { self.object = object }
}

/// A place for an attachment, which is set once.
final class AttachmentSlot: Sendable {
    /// The address of the attachment, which is retained; 0 without one. (The library's own lazy reference asks for its metadata each
    /// time: measured, 640 instructions for what is asked for each object.)
    private let address = Atomic<UInt>(0)

    deinit { Self.attachment(at: address.load(ordering: .acquiring))?.release() }

    var value: EntityAttachment? { Self.attachment(at: address.load(ordering: .acquiring))?.takeUnretainedValue() }

    /// - Returns: what is kept from now on: another one, if somebody was faster.
    func set(_ value: EntityAttachment) -> EntityAttachment {
        let mine = Unmanaged.passRetained(value)
        let (exchanged, original) = address.compareExchange(
            expected: 0, desired: UInt(bitPattern: mine.toOpaque()), ordering: .acquiringAndReleasing)
        guard !exchanged else { return value }
        mine.release()
        return Self.attachment(at: original)?.takeUnretainedValue() ?? value
    }

    /// Unsafe: what stands there was retained by `set`, and is until `deinit`.
    private static func attachment(at address: UInt) -> Unmanaged<EntityAttachment>? {
        UnsafeRawPointer(bitPattern: address).map { .fromOpaque($0) }
    }
}

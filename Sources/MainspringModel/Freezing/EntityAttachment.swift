internal import Synchronization

/// What another module keeps with an entity that is in use, such as the layout of its objects.
package final class EntityAttachment: Sendable {
    /// What is kept.
    package let object: any AnyObject & Sendable

    package init(_ object: any AnyObject & Sendable) { self.object = object }
}

/// A place for an attachment, which is set once.
final class AttachmentSlot: Sendable {
    private let reference = AtomicLazyReference<EntityAttachment>()

    var value: EntityAttachment? { reference.load() }

    func set(_ value: EntityAttachment) -> EntityAttachment { reference.storeIfNil(value) }
}

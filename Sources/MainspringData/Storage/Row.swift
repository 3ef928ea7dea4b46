internal import Foundation

/// The values of an object as they were at some moment. Constant; rows go from stores to contexts and from context to
/// context, and are shared.
///
/// A to-one relationship holds an `NSManagedObjectID`; in a row that records an event of a context, and never leaves it,
/// possibly an object. Relationships to many are not in rows.
package final class Row: @unchecked Sendable {
    // `@unchecked Sendable`: the memory is never written after the initializer, whatever is in it is constant; rows with
    // objects in them stay on their context's queue.

    let layout: ObjectLayout
    let memory: ValueMemory
    /// How often the object has been saved into its store; 0 of a row that comes from no store.
    package let version: Int64

    /// Whether a later row is known, and changes are based on this one all the same: its save meets a conflict, even if
    /// the store has the same values.
    let isStale: Bool

    /// Takes memory over, which nobody else will write or destroy.
    init(taking memory: ValueMemory, of layout: ObjectLayout, version: Int64 = 0, isStale: Bool = false) {
        (self.layout, self.memory, self.version, self.isStale) = (layout, memory, version, isStale)
    }

    /// Copies an object's values as they are.
    convenience init(copying memory: ValueMemory, of layout: ObjectLayout, version: Int64 = 0) {
        self.init(taking: layout.copy(memory), of: layout, version: version)
    }

    deinit { layout.destroy(memory) }

    /// The identity in a to-one relationship, whatever stands for it.
    func destination(_ place: SlotPlace) -> NSManagedObjectID? { memory.destination(place) }

    /// Whether a value is the same in another row of the layout. Relationships to many are.
    func isSame(_ place: SlotPlace, as other: Row) -> Bool { memory.isSame(place, as: other.memory) }

    /// The version of the next save. A file may have the last that there is: the first comes after it.
    package static func version(after version: Int64) -> Int64 { version == .max ? 1 : version + 1 }

    /// The row with another version.
    func with(version: Int64) -> Row { Row(copying: memory, of: layout, version: version) }
}

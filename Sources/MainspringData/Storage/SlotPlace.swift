/// Where the value of a property lies in an object's memory.
package struct SlotPlace: Sendable {
    /// In bytes from the beginning.
    let offset: UInt32
    /// Which of the entity's slots it is, and which bit says that it is nil.
    package let slot: UInt16
    let kind: SlotKind

    /// No place.
    static let missing = SlotPlace(offset: 0, slot: 0, kind: .missing)

    /// Whether it is no relationship, and there is a value.
    var isAttribute: Bool {
        switch kind {
        case .toOne, .toMany, .ordered, .fetched, .missing: false
        default: true
        }
    }
}

/// What happens to the objects at the other end of a relationship when an object is deleted.
public enum NSDeleteRule: UInt, Sendable, CaseIterable {
    /// Nothing; what refers to the deleted object is left as it is.
    case noActionDeleteRule = 0
    /// Their inverse relationship forgets the deleted object.
    case nullifyDeleteRule = 1
    /// They are deleted too.
    case cascadeDeleteRule = 2
    /// As long as there are any, the object is not deleted.
    case denyDeleteRule = 3
}

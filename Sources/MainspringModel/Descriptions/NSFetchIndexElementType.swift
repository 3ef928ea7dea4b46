/// How an index keeps the values of a property.
public enum NSFetchIndexElementType: UInt, Sendable, CaseIterable {
    /// In their order, for comparisons.
    case binary = 0
    /// In a tree of rectangles, for numbers that are coordinates.
    case rTree = 1
}

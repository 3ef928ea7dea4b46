/// What became of an object or a section; Apple's numbers.
public enum NSFetchedResultsChangeType: UInt, Sendable {
    /// It came.
    case insert = 1
    /// It went.
    case delete = 2
    /// An object stands elsewhere among the others, or in another section.
    case move = 3
    /// An object was changed, and stands where it stood.
    case update = 4
}

/// Why values were set by the context and not by the program.
public struct NSSnapshotEventType: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes a type of its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// An insertion was undone.
    public static let undoInsertion = NSSnapshotEventType(rawValue: 1 << 1)
    /// A deletion was undone.
    public static let undoDeletion = NSSnapshotEventType(rawValue: 1 << 2)
    /// A change was undone.
    public static let undoUpdate = NSSnapshotEventType(rawValue: 1 << 3)
    /// All changes were taken back.
    public static let rollback = NSSnapshotEventType(rawValue: 1 << 4)
    /// The object was read anew.
    public static let refresh = NSSnapshotEventType(rawValue: 1 << 5)
    /// A conflict was solved by a merge policy.
    public static let mergePolicy = NSSnapshotEventType(rawValue: 1 << 6)
}

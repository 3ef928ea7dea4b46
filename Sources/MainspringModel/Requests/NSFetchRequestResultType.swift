/// What a fetch gives: objects, their identities, dictionaries, or their number.
public struct NSFetchRequestResultType: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes a type of its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Managed objects.
    public static let managedObjectResultType = NSFetchRequestResultType([])
    /// Identities of managed objects.
    public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
    /// Dictionaries of the properties that are asked for.
    public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)
    /// One number: of how many objects there are.
    public static let countResultType = NSFetchRequestResultType(rawValue: 4)
}

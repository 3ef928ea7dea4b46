/// How conflicts of a save are resolved.
public enum NSMergePolicyType: UInt, Sendable {
    /// The save fails.
    case errorMergePolicyType = 0
    /// Property by property; where both have changed one, what is in the store wins.
    case mergeByPropertyStoreTrumpMergePolicyType = 1
    /// Property by property; where both have changed one, the object wins.
    case mergeByPropertyObjectTrumpMergePolicyType = 2
    /// The whole object wins.
    case overwriteMergePolicyType = 3
    /// What is in the store wins, and the object's changes are dropped.
    case rollbackMergePolicyType = 4
}

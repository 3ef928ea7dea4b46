internal import MainspringFoundation

extension KeyValueCoding {
    /// Whether the value of a key is another one than at first; none at all is not.
    /// - Parameter start: What it was at first; asked for where there is a value.
    func hasChanged(_ key: String, from start: @autoclosure () -> Any?) -> Bool {
        guard let value = value(forKey: key) else { return false }
        guard let start = start() else { return true }
        return (value as? AnyHashable) != (start as? AnyHashable)
    }
}

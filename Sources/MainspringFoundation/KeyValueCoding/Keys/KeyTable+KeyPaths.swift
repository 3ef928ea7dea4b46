extension KeyTable {
    /// The path of keys that Swift's key path stands for; `nil` if it leads through something that no key was declared for
    /// with a key path. Ours.
    ///
    /// Found are keys of the key path's own root class and those of an object that such a key leads to, `\Person.name` and
    /// `\Person.home.city`. A key path of a subclass's type to what its superclass declares is another one in Swift, and is
    /// not found. Costs a look at each key of the classes.
    public static func path(for keyPath: AnyKeyPath) -> String? {
        guard let root = type(of: keyPath).rootType as? AnyClass else { return nil }
        let entries = of(root).allEntries
        if let entry = entries.first(where: { $0.hasKeyPath(keyPath) }) { return entry.name }
        for entry in entries {
            guard let first: AnyKeyPath = entry.keyPath, let inner = entry.valueType as? AnyClass else { continue }
            for next in of(inner).allEntries {
                guard let second: AnyKeyPath = next.keyPath else { continue }
                if let whole: AnyKeyPath = first.appending(path: second), whole == keyPath {
                    return "\(entry.name).\(next.name)"
                }
            }
        }
        return nil
    }
}

extension KeyTable.Entry {
    fileprivate func hasKeyPath(_ other: AnyKeyPath) -> Bool {
        guard let own: AnyKeyPath = keyPath else { return false }
        return own == other
    }
}

extension KeyTable {
    /// The path of keys that Swift's key path stands for; `nil` if it leads through something that no key was declared for
    /// with a key path. Ours.
    ///
    /// Found are keys of the key path's own root class and those of objects that such keys lead to, at most four:
    /// `\Person.name`, `\Person.home.city`; and, for the properties of managed objects, `\Item.owner?.name`. A key path of a
    /// subclass's type to what its superclass declares is another one in Swift, and is found for managed objects alone, of
    /// which the model compiler has written down all. Costs a look at each key of the classes the first time, then one in a
    /// table.
    public static func path(for keyPath: AnyKeyPath) -> String? { KeyPathNames.name(of: keyPath) }
}

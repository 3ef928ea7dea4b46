extension KeyTable {
    /// The table of a class, with the keys of its superclasses and the registered ones. Ours.
    ///
    /// Made at the first use; afterwards a look-up without a lock. Any class has a table, if perhaps an empty one.
    public static func of(_ type: AnyClass) -> KeyTable { ClassTables.shared.table(of: type) }

    /// Adds keys to a class, for it and all its subclasses. Ours.
    ///
    /// For classes whose ``KeyValueCoding/keyTable`` is not one's own to declare, or that are not key-value coding at
    /// all: paths lead through those too. On any thread, at any time; whoever reads meanwhile sees the class without or
    /// with the keys. A key that the class or a superclass has already is replaced. Costs as much as making the tables
    /// of the class and its subclasses again, and the old ones are kept, so register once.
    public static func register<Object: AnyObject>(
        _ type: Object.Type, declare: (inout Declaration<Object>) -> Void
    ) {
        ClassTables.shared.register(KeyTable(type, declare: declare), for: type)
    }
}

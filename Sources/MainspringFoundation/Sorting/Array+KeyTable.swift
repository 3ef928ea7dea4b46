extension Array where Element: AnyObject {
    /// The elements in the order that some descriptors give, with values read by a table of keys that all elements have,
    /// whatever their classes say.
    package func sorted(using sortDescriptors: [NSSortDescriptor], keys: KeyTable) -> [Element] {
        ObjectSort.sorted(self, sortDescriptors, keys)
    }
}

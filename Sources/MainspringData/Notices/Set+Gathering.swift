extension Set {
    /// Gathers what objects have, of which no two have the same.
    ///
    /// What the library's initializer does, but for two references that it counts for each element to say what was there: a
    /// third of the time for objects (measured on 100,000).
    init<Object: AnyObject>(of objects: [Object], _ element: (Object) -> Element) {
        self.init(minimumCapacity: objects.count)
        objects.forEachHeld { update(with: element($0)) }
    }
}

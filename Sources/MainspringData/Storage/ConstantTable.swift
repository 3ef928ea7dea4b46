/// What is said once of all objects of an entity, and read for each of them: elements side by side, without a reference to count.
///
/// Belongs to who has made it, and lasts as long: whoever reads it holds that. `Array` would be retained for every object that is
/// looked at (measured on a save of 1,000 objects: a quarter of all that counts references).
struct ConstantTable<Element: Sendable>: RandomAccessCollection, @unchecked Sendable {
    // `@unchecked Sendable`: never written after the initializer.

    private let elements: UnsafeMutableBufferPointer<Element>

    init(_ elements: some Collection<Element>) {
        self.elements = .allocate(capacity: elements.count)
        _ = self.elements.initialize(fromContentsOf: elements)
    }

    /// To be called by its owner's `deinit`.
    func deallocate() { elements.deinitialize().deallocate() }

    var startIndex: Int { 0 }
    var endIndex: Int { elements.count }

    @inline(__always)
    subscript(index: Int) -> Element {
        precondition(index >= 0 && index < elements.count)
        return elements[index]
    }
}

/// What is said once of all objects of an entity, and read for each of them: elements side by side, without a reference to count.
///
/// Belongs to who has made it, and lasts as long: whoever reads it holds that. `Array` would be retained for every object that is
/// looked at (measured on a save of 1,000 objects: a quarter of all that counts references).
///
/// No `Collection`: in code that is not optimized, the library's ways through one ask the runtime for metadata at each element,
/// and threads wait for each other there.
struct ConstantTable<Element: Sendable>: Sequence, @unchecked Sendable {
    // `@unchecked Sendable`: never written after the initializer.

    private let elements: UnsafeMutablePointer<Element>
    let count: Int

    init(_ source: [Element]) {
        count = source.count
        elements = .allocate(capacity: Swift.max(1, count))
        for (place, element) in source.enumerated() { (elements + place).initialize(to: element) }
    }

    /// To be called by its owner's `deinit`.
    func deallocate() {
        elements.deinitialize(count: count)
        elements.deallocate()
    }

    var isEmpty: Bool { count == 0 }
    var indices: Range<Int> { 0..<count }

    @inline(__always)
    subscript(index: Int) -> Element {
        precondition(index >= 0 && index < count)
        return elements[index]
    }

    struct Iterator: IteratorProtocol {
        fileprivate var place: UnsafeMutablePointer<Element>
        fileprivate let end: UnsafeMutablePointer<Element>

        @inline(__always)
        mutating func next() -> Element? {
            guard place < end else { return nil }
            defer { place += 1 }
            return place.pointee
        }
    }

    @inline(__always)
    func makeIterator() -> Iterator { Iterator(place: elements, end: elements + count) }
}

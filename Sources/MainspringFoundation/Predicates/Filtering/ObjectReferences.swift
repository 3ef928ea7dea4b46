/// The elements of an array whose type is a class, seen as references to objects.
///
/// A reference is one word, whatever its class. Code that is generic over the class would ask it for each element how to
/// copy a word, which costs more than a comparison.
struct ObjectReferences {
    // The pointer is used only while the array's buffer is, by which the objects are kept.
    private let references: UnsafeBufferPointer<Unmanaged<AnyObject>>

    /// - Parameter elements: the type must be a class.
    init<Element>(_ elements: UnsafeBufferPointer<Element>) {
        references = UnsafeBufferPointer(
            start: UnsafeRawPointer(elements.baseAddress)?.assumingMemoryBound(to: Unmanaged<AnyObject>.self),
            count: elements.count)
    }

    var count: Int { references.count }

    /// The class of an object.
    func type(_ index: Int) -> AnyClass { references[index]._withUnsafeGuaranteedRef { Swift.type(of: $0) } }

    /// Uses an object without counting the reference.
    func withObject<Result>(_ index: Int, _ body: (AnyObject) -> Result) -> Result {
        references[index]._withUnsafeGuaranteedRef { body($0) }
    }

    /// The class that all objects are of; nil if they are of several.
    var commonType: AnyClass? {
        guard count > 0 else { return nil }
        let type: AnyClass = type(0)
        for index in 1..<count where self.type(index) != type { return nil }
        return type
    }

    /// What a closure makes of each object.
    func map<Result>(_ body: (AnyObject) -> Result) -> [Result] {
        var results: [Result] = []
        results.reserveCapacity(count)
        for index in 0..<count { results.append(withObject(index, body)) }
        return results
    }

    /// An array of some of the objects.
    /// - Parameter type: the type of the elements that this was made of.
    func array<Element>(of type: Element.Type, at indexes: [Int]) -> [Element] {
        [Element](unsafeUninitializedCapacity: indexes.count) { buffer, count in
            guard let first = buffer.baseAddress else { return }
            let words = UnsafeMutableRawPointer(first).assumingMemoryBound(to: Unmanaged<AnyObject>.self)
            for (place, index) in indexes.enumerated() { words[place] = references[index].retain() }
            count = indexes.count
        }
    }
}

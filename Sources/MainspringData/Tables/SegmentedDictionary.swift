/// What can be a key of a dictionary that grows in small steps.
protocol SegmentedKey: Hashable {
    /// A number with differences in its upper half.
    var spread: UInt { get }
}

extension ObjectKey: SegmentedKey {}

extension ObjectIdentifier: SegmentedKey {
    var spread: UInt { UInt(bitPattern: self) &* 0x9E37_79B9_7F4A_7C15 }
}

/// A dictionary that grows in small steps, however large it is: Swift's own puts all entries into a new place each time that it has doubled,
/// which takes some ten milliseconds where there are 200,000.
struct SegmentedDictionary<Key: SegmentedKey, Value> {
    private var segments: ContiguousArray<[Key: Value]> = [[:]]
    private var hashing = LinearHashing()
    private(set) var count = 0
    /// How many entries a segment has, of which none is being divided.
    private static var segmentCount: Int { 2_048 }

    var isEmpty: Bool { count == 0 }

    private func segment(_ key: Key) -> Int { hashing.segment(key.spread >> 32) }

    /// The value of a key. An entry whose value is set to nil goes.
    subscript(key: Key) -> Value? {
        get { segments[segment(key)][key] }
        set {
            if let newValue { updateValue(newValue, forKey: key) } else { removeValue(forKey: key) }
        }
    }

    /// - Returns: the value that the key had.
    @discardableResult
    mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
        if let former = segments[segment(key)].updateValue(value, forKey: key) { return former }
        count += 1
        if count > hashing.count * Self.segmentCount { divide() }
        return nil
    }

    /// - Returns: the value that the key had.
    @discardableResult
    mutating func removeValue(forKey key: Key) -> Value? {
        let former = segments[segment(key)].removeValue(forKey: key)
        if former != nil { count -= 1 }
        return former
    }

    /// Calls a closure with the value of a key in its place, if there is one.
    mutating func withValue<Result>(of key: Key, _ body: (inout Value) -> Result) -> Result? {
        let segment = segment(key)
        guard let index = segments[segment].index(forKey: key) else { return nil }
        return body(&segments[segment].values[index])
    }

    /// Makes room for so many in all, in one step.
    mutating func reserveCapacity(_ capacity: Int) {
        while capacity > hashing.count * Self.segmentCount { divide() }
        for segment in segments.indices { segments[segment].reserveCapacity(capacity / hashing.count) }
    }

    private mutating func divide() {
        let divided = hashing.divide()
        var old: [Key: Value] = [:]
        swap(&old, &segments[divided])
        segments.append([:])
        guard !old.isEmpty else { return }
        for segment in [divided, segments.count - 1] { segments[segment].reserveCapacity(old.count / 2) }
        for (key, value) in old { segments[segment(key)][key] = value }
    }
}

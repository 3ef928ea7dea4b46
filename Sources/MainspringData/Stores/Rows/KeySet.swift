/// Keys in ascending order, each once: the objects at the other end of a relationship to many.
///
/// A value. The keys lie in chunks, so that a copy shares all of them, and what is changed then is one chunk and not all.
/// Adding, removing and finding cost a search in a chunk; adding in ascending order costs next to nothing.
struct KeySet {
    private final class Chunk {
        var keys: ContiguousArray<Int64>

        init(_ keys: ContiguousArray<Int64>) { self.keys = keys }
    }

    private var chunks: ContiguousArray<Chunk> = []
    private(set) var count = 0

    private static let greatestChunk = 512

    init() {}

    init(_ keys: some Sequence<Int64>) {
        for key in keys { insert(key) }
    }

    var isEmpty: Bool { count == 0 }

    func contains(_ key: Int64) -> Bool {
        guard let index = chunk(for: key) else { return false }
        let keys = chunks[index].keys
        let place = Self.place(of: key, in: keys)
        return place < keys.count && keys[place] == key
    }

    /// - Returns: whether it was not there.
    @discardableResult
    mutating func insert(_ key: Int64) -> Bool {
        // New objects have ascending keys: mostly this is all.
        if let last = chunks.indices.last, let end = chunks[last].keys.last, end < key,
            chunks[last].keys.count < Self.greatestChunk
        {
            own(last)
            chunks[last].keys.append(key)
            count += 1
            return true
        }
        guard let index = chunk(for: key) else {
            chunks.append(Chunk([key]))
            count += 1
            return true
        }
        let place = Self.place(of: key, in: chunks[index].keys)
        guard place == chunks[index].keys.count || chunks[index].keys[place] != key else { return false }
        count += 1
        if chunks[index].keys.count == Self.greatestChunk {
            guard place < Self.greatestChunk || index < chunks.count - 1 else {
                chunks.append(Chunk([key]))
                return true
            }
            split(index)
            insertIntoHalf(key, index)
        } else {
            own(index)
            chunks[index].keys.insert(key, at: place)
        }
        return true
    }

    private mutating func insertIntoHalf(_ key: Int64, _ index: Int) {
        let half = key < chunks[index + 1].keys[0] ? index : index + 1
        chunks[half].keys.insert(key, at: Self.place(of: key, in: chunks[half].keys))
    }

    /// - Returns: whether it was there.
    @discardableResult
    mutating func remove(_ key: Int64) -> Bool {
        guard let index = chunk(for: key) else { return false }
        let place = Self.place(of: key, in: chunks[index].keys)
        guard place < chunks[index].keys.count, chunks[index].keys[place] == key else { return false }
        count -= 1
        if chunks[index].keys.count == 1 {
            chunks.remove(at: index)
        } else {
            own(index)
            chunks[index].keys.remove(at: place)
        }
        return true
    }

    // MARK: Chunks

    /// The chunk in which a key is or would be; nil without chunks.
    private func chunk(for key: Int64) -> Int? {
        guard let last = chunks.last else { return nil }
        if last.keys[0] <= key { return chunks.count - 1 }
        var (low, high) = (0, chunks.count - 1)
        // The first chunk that begins behind the key is above `low`.
        while low < high {
            let middle = (low + high) / 2
            if chunks[middle].keys[0] <= key { low = middle + 1 } else { high = middle }
        }
        return Swift.max(0, low - 1)
    }

    /// Where a key is, or would be.
    private static func place(of key: Int64, in keys: ContiguousArray<Int64>) -> Int {
        if let last = keys.last, last < key { return keys.count }
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Makes a chunk one that no other value has.
    private mutating func own(_ index: Int) {
        if !isKnownUniquelyReferenced(&chunks[index]) { chunks[index] = Chunk(chunks[index].keys) }
    }

    private mutating func split(_ index: Int) {
        let keys = chunks[index].keys
        let middle = keys.count / 2
        chunks[index] = Chunk(ContiguousArray(keys[..<middle]))
        chunks.insert(Chunk(ContiguousArray(keys[middle...])), at: index + 1)
    }
}

extension KeySet: Sequence {
    struct Iterator: IteratorProtocol {
        private let chunks: ContiguousArray<Chunk>
        private var index = 0
        private var place = 0

        fileprivate init(_ set: KeySet) { chunks = set.chunks }

        mutating func next() -> Int64? {
            guard index < chunks.count else { return nil }
            defer {
                place += 1
                if place == chunks[index].keys.count { (index, place) = (index + 1, 0) }
            }
            return chunks[index].keys[place]
        }
    }

    func makeIterator() -> Iterator { Iterator(self) }
    var underestimatedCount: Int { count }
}

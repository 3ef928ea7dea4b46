/// In which of its segments a table has an entry, where it gains one segment after the other.
///
/// So a table of any size grows in small steps: a step divides the entries of one segment, whoever adds something waits for no more than that.
/// After W. Litwin, "Linear hashing: a new tool for file and table addressing" (1980).
struct LinearHashing {
    /// How many segments there are.
    private(set) var count = 1
    /// How many there were when each had been divided as often as any other; a power of two.
    private var base = 1

    /// The segment of an entry.
    /// - Parameter hash: the entry's, of which the lower bits count.
    @inline(__always)
    func segment(_ hash: UInt) -> Int {
        let segment = Int(hash & UInt(base * 2 - 1))
        return segment < count ? segment : segment - base
    }

    /// Adds a segment, behind the others.
    /// - Returns: the segment some of whose entries belong to that from now on, and none of another.
    mutating func divide() -> Int {
        let divided = count - base
        count += 1
        if count == base * 2 { base = count }
        return divided
    }
}

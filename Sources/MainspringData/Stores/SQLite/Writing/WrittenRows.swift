/// The rows of a save, one after the other in the order of what they came of.
///
/// Mostly each is the one that was given, and then none is gathered.
struct WrittenRows {
    private let given: [ObjectChange]
    private var count = 0
    /// All of them; nil where they are as they were given.
    private(set) var rows: [Row]?

    init(_ given: [ObjectChange]) { self.given = given }

    mutating func append(_ row: Row) {
        defer { count += 1 }
        if rows == nil {
            guard row !== given[count].row else { return }
            rows = given[..<count].map(\.row)
            rows?.reserveCapacity(given.count)
        }
        rows?.append(row)
    }
}

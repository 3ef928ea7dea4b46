/// Moving rows together is done in steps: whoever reads a row waits for one of them at most.
extension PageTable {
    /// What a step has done.
    struct Step {
        /// How many rows were moved.
        var rows = 0
        /// How many bytes of texts and data were copied.
        var bytes = 0
    }

    /// Pages whose rows have more bytes are left where they are, since their free places are little beside those, and none becomes such
    /// a page by rows that are moved there. So many take less than a millisecond.
    static let mostBytes = 1 << 20
    /// Of such a page bytes that are not used any more are freed if no more than these are left, which takes some two milliseconds.
    static let mostBytesTidied = 4 << 20
}

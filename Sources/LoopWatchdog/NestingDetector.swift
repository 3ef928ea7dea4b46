/// Decides from what is seen of the runs inside call-outs whether one of them lasts too long.
///
/// Each run is found once, when it is the innermost. Knows no threads and no clock.
struct NestingDetector {
    /// How long a run inside a call-out may take, in nanoseconds.
    let limit: UInt64
    private var found: Set<UInt64> = []

    init(limit: UInt64) { self.limit = limit }

    /// Whether the innermost run has lasted too long, and was not found before.
    /// - Parameter since: When it began; 0 where there is none.
    mutating func finds(since: UInt64, now: UInt64) -> Bool {
        guard since != 0 else {
            found.removeAll()
            return false
        }
        return now >= since && now - since >= limit && found.insert(since).inserted
    }

    /// How long to wait until it will be found, in nanoseconds; nil where it will not.
    func wait(since: UInt64, now: UInt64) -> Int64? {
        guard since != 0, !found.contains(since) else { return nil }
        let age = now - min(since, now)
        return Int64(clamping: limit - min(age, limit))
    }
}

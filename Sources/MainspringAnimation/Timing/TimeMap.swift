/// How time runs inside an object, seen from its parent: `local = (parent - begin) * speed + offset`.
///
/// Source of the formula: CAMediaTiming's documentation.
struct TimeMap: Hashable, Sendable {
    var begin: Double
    var speed: Double
    var offset: Double

    /// Time as it runs in the parent.
    static let identity = TimeMap(begin: 0, speed: 1, offset: 0)

    /// Local time at an instant of the parent's.
    func local(_ parent: Double) -> Double {
        (parent - begin) * speed + offset
    }

    /// The parent's instant at which it is a local time; where local time stands still, the beginning.
    func parent(_ local: Double) -> Double {
        speed == 0 ? begin : (local - offset) / speed + begin
    }

    /// The map from this one's parent to the local time of an object inside it.
    func appending(_ inner: TimeMap) -> TimeMap {
        // inner.local(local(p)) = ((p - begin) * speed + offset - inner.begin) * inner.speed + inner.offset
        TimeMap(
            begin: begin, speed: speed * inner.speed,
            offset: (offset - inner.begin) * inner.speed + inner.offset)
    }

    /// The same map seen from the outside of another one, that of what is around; as exact as may be where one of them
    /// changes nothing.
    func inside(_ outer: TimeMap) -> TimeMap {
        if outer == .identity { return self }
        return self == .identity ? outer : outer.appending(self)
    }
}

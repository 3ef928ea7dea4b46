/// What is published of an animation: its time as a whole, and what it does to properties, which may be nothing.
struct CommittedTracks {
    // One property is what nearly all animations change: no list is made for it.
    private(set) var first: CommittedAnimation?
    private(set) var others: [CommittedAnimation] = []
    private var idle: IdleTime?

    /// The time of an animation that changes nothing. In an object of its own: it is large, and few animations are so.
    private final class IdleTime: Sendable {
        let timing: MediaTiming

        init(_ timing: MediaTiming) { self.timing = timing }
    }

    /// In the layer's time. Set where it changes nothing; else those that it is made of know it.
    var timing: MediaTiming? {
        get { first.map { $0.groups.first?.timing ?? $0.timing } ?? idle?.timing }
        set { idle = newValue.map { IdleTime($0) } }
    }

    /// In the order in which they take effect.
    var all: [CommittedAnimation] { (first.map { [$0] } ?? []) + others }

    mutating func append(_ animation: consuming CommittedAnimation) {
        if first == nil {
            first = animation
        } else {
            others.append(animation)
        }
    }

    func contains(_ animation: CommittedAnimation) -> Bool {
        first === animation || others.contains { $0 === animation }
    }
}

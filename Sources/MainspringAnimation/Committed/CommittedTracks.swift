/// What is published of an animation: its time as a whole, and what it does to properties, which may be nothing.
struct CommittedTracks {
    /// In the layer's time.
    let timing: MediaTiming
    // One property is what nearly all animations change: no list is made for it.
    private(set) var first: CommittedAnimation?
    private(set) var others: [CommittedAnimation] = []

    init(timing: MediaTiming) { self.timing = timing }

    /// In the order in which they take effect.
    var all: [CommittedAnimation] { (first.map { [$0] } ?? []) + others }

    mutating func append(_ animation: CommittedAnimation) {
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

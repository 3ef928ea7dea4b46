/// Counts the frames in which somebody came round.
struct FrameTally {
    let period: Duration
    /// The frame that was shown last; time begins with frame 0, which counts as none.
    private var last = 0
    private(set) var shown = 0

    init(period: Duration) { self.period = period }

    /// Somebody comes round.
    /// - Parameter time: since the beginning.
    mutating func note(_ time: Duration) {
        let number = self.number(at: time)
        guard number > last else { return }
        last = number
        shown += 1
    }

    /// How many frames have begun; the last one is not over, and is not due before it is.
    func due(at time: Duration) -> Int { max(last, number(at: time) - 1) }

    // A timer may be called a little early by another clock than this one.
    private func number(at time: Duration) -> Int { Int(time / period + 0.01) }
}

internal import Mainspring

/// The animations that a frame has found to begin and to end.
struct FrameNotices {
    var started: [AnimationRecord] = []
    var ended: [AnimationRecord] = []

    var isEmpty: Bool { started.isEmpty && ended.isEmpty }

    /// Tells the loops: of those that began, of those that ended; then the layers let go of them, and completion blocks
    /// follow.
    func send() {
        for record in started where record.claimStart() { record.tellStart() }
        let stopped = ended.filter { $0.claimStop() }
        for record in stopped { record.tellStop(finished: true) }
        var loops: [CFRunLoop] = []
        for record in stopped where !loops.contains(record.loop) { loops.append(record.loop) }
        for loop in loops {
            let own = stopped.filter { $0.loop == loop }
            loop.deliver { for record in own { record.settle() } }
        }
    }
}

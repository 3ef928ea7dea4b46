import Mainspring
import MainspringAnimation

/// Calls at each frame of the display, 60 times a second.
@MainActor
final class Ticking {
    private var link: CADisplayLink?
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ tick: @escaping @MainActor () -> Void) {
        let link = CADisplayLink { [weak self] _ in self?.begin(tick) }
        link.add(to: CFRunLoopGetMain(), forMode: .commonModes)
        self.link = link
    }

    private func begin(_ tick: () -> Void) {
        tick()
        let woken = waiting
        waiting = []
        for continuation in woken { continuation.resume() }
    }

    /// Waits for the end of the next tick.
    func next() async { await withCheckedContinuation { waiting.append($0) } }

    func stop() { link?.invalidate() }
}

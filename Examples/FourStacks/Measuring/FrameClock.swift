import Mainspring
import MainspringAnimation

/// Calls at each frame of the display.
@MainActor
final class FrameClock {
    private var link: CADisplayLink?
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Begins at once, on the main loop.
    /// - Parameter draw: makes the frame.
    init(draw: @escaping @MainActor () -> Void) {
        let link = CADisplayLink { [weak self] _ in self?.begin(draw) }
        link.add(to: CFRunLoopGetMain(), forMode: .commonModes)
        self.link = link
    }

    private func begin(_ draw: () -> Void) {
        draw()
        let woken = waiting
        waiting = []
        for continuation in woken { continuation.resume() }
    }

    /// Waits until the next frame was drawn.
    func nextFrame() async { await withCheckedContinuation { waiting.append($0) } }

    /// Ends the calls.
    func stop() { link?.invalidate() }
}

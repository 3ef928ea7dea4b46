import Mainspring
import MainspringAnimation

/// Calls at each frame of the display, and counts the frames.
@MainActor
final class FrameClock {
    private(set) var count: FrameCount
    private var link: CADisplayLink?
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Begins at once, on the main loop.
    /// - Parameter draw: makes the frame.
    init(draw: @escaping @MainActor () -> Void) {
        count = FrameCount(period: 1.0 / 60)
        let link = CADisplayLink { [weak self] link in self?.begin(link.timestamp, draw) }
        link.add(to: CFRunLoopGetMain(), forMode: .commonModes)
        self.link = link
    }

    private func begin(_ timestamp: Double, _ draw: () -> Void) {
        count.note(timestamp)
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

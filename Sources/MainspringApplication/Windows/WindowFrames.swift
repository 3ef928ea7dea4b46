internal import Foundation
internal import Locks
internal import MainspringAnimation

/// The way of a window's frames from its host to its surface: adds what was exposed, and counts in pixels.
final class WindowFrames: Sendable {
    private struct State {
        var size: PixelSize
        var scale: CGFloat
        /// In points.
        var exposed: [CGRect] = []
        var isWholeExposed = true
        var count = 0
    }

    private let state: Guarded<State>
    private let presenter: any FramePresenter

    /// More exposed rectangles than this are as good as the whole.
    private static let exposureLimit = 8

    init(_ presenter: any FramePresenter, size: CGSize, scale: CGFloat) {
        self.presenter = presenter
        state = Guarded(State(size: PixelSize(size, scale: scale), scale: scale))
    }

    /// How many updates were presented.
    var count: Int { state.withLock { $0.count } }

    /// The surface is another one as to its pixels: all of it is to be painted.
    func resize(_ size: CGSize, scale: CGFloat) {
        state.withLock { state in
            state.size = PixelSize(size, scale: scale)
            state.scale = scale
            state.isWholeExposed = true
        }
    }

    /// What was there is lost.
    func expose(_ rect: CGRect?) {
        state.withLock { state in
            if let rect, state.exposed.count < Self.exposureLimit {
                state.exposed.append(rect)
            } else {
                state.isWholeExposed = true
            }
        }
    }

    /// On the thread that makes frames.
    func present(_ frame: LayerFrame) {
        let update = state.withLock { state -> FrameUpdate? in
            let damage: [PixelRect]
            if state.isWholeExposed {
                damage = [PixelRect(state.size)]
            } else {
                damage = (frame.damage + state.exposed).compactMap {
                    PixelRect(touchedBy: $0, scale: state.scale, in: state.size)
                }
            }
            state.isWholeExposed = false
            state.exposed.removeAll(keepingCapacity: true)
            guard !damage.isEmpty else { return nil }
            state.count += 1
            return FrameUpdate(frame: frame, size: state.size, scale: state.scale, damage: damage)
        }
        if let update { presenter.present(update) }
    }
}

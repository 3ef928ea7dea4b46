internal import Foundation
internal import Mainspring
internal import MainspringAnimation

/// Ours: records a tree of layers as frames of exact times, as fast as they can be made.
///
/// Frame `n` is at exactly `start + n / rate`, in seconds as `CACurrentMediaTime()` gives them.
/// - On a thread whose loop has a `VirtualClock`, the loop runs in its default mode up to each frame: timers, display links and
///   completions happen at their times, and what they change is in the frame. An hour takes no longer than its frames.
/// - On any other, layers are shown as they are at the frame's time, but the clock does not move with the frames: the loop looks once
///   at what is there before each of them.
///
/// Use it on the thread of the layers, and not within a transaction that is open: what is open is committed.
public final class FrameRecorder {
    /// What a recording has come to, for ``record(frames:rate:from:to:progress:)``.
    public struct Progress: Hashable, Sendable {
        /// How many frames have been given to the sink.
        public let frames: Int
        /// How many there will be.
        public let count: Int
    }

    private let renderer: CARenderer
    private let painter: any RecordedPixels
    private let width: Int
    private let height: Int

    /// So many frames a recording has at most: a day of 60 a second, and more.
    static let mostFrames = 10_000_000
    /// Times, in seconds, are earlier than this.
    static let latestTime = 1e9

    /// A recorder of a layer and what is in it, which leaves the superlayer or host that it has.
    /// - Parameters:
    ///   - width: Pixels.
    ///   - height: Pixels.
    ///   - scale: How many pixels make a point.
    /// - Throws: ``RecordingError`` for a size or a scale that cannot be.
    init(_ layer: CALayer, width: Int, height: Int, scale: CGFloat, painter: any RecordedPixels) throws {
        try Self.check(width: width, height: height, scale: scale)
        (self.width, self.height, self.painter) = (width, height, painter)
        renderer = CARenderer { frame, _ in painter.draw(frame) }
        renderer.bounds = CGRect(x: 0, y: 0, width: CGFloat(width) / scale, height: CGFloat(height) / scale)
        renderer.layer = layer
    }

    /// - Throws: ``RecordingError`` for a size or a scale that cannot be.
    static func check(width: Int, height: Int, scale: CGFloat) throws {
        _ = try FrameFormat(width: width, height: height, rate: FrameRate(1))
        guard scale.isFinite, scale >= 0.01, scale <= 100 else {
            throw RecordingError(
                .value, "Frames were to be recorded with \(scale) pixels for a point. Give from 0.01 to 100.")
        }
    }

    /// Records so many frames and returns when the sink has them all.
    ///
    /// Between frames it looks whether its task was cancelled. However it ends, the sink is told to finish, so that what has come until
    /// then is usable.
    /// - Parameters:
    ///   - count: From 1 to 10,000,000.
    ///   - start: When the first frame is, in seconds; nil for now. On a virtual clock what is past shows as it would have been, by
    ///     the animations that are there now.
    ///   - progress: Called after each frame; what it throws ends the recording.
    /// - Throws: ``RecordingError`` for values that cannot be and from the sinks of this module, `CancellationError`, and what
    ///   `progress` and other sinks throw.
    public func record(
        frames count: Int, rate: FrameRate, from start: Double? = nil, to sink: any FrameSink,
        progress: (Progress) throws -> Void = { _ in }
    ) throws {
        let format = try FrameFormat(width: width, height: height, rate: rate)
        guard (1...Self.mostFrames).contains(count) else {
            throw RecordingError(
                .value, "\(count) frames were to be recorded. Give a number from 1 to \(Self.mostFrames).")
        }
        let clock = RecordingClock()
        let start = start ?? clock.now
        guard start >= 0, rate.time(of: count, from: start) < Self.latestTime else {
            throw RecordingError(
                .value,
                "\(count) frames were to be recorded from second \(start) on. Give a start that is not negative, and less than "
                    + "\(Int(Self.latestTime)) seconds to the end.")
        }
        try sink.begin(format)
        do {
            for number in 0..<count {
                try Task.checkCancellation()
                let time = rate.time(of: number, from: start)
                clock.move(to: time)
                show(time, clock)
                try painter.withPixels { pixels, bytesPerRow in
                    try sink.append(
                        RecordedFrame(
                            number: number, time: time, format: format, pixels: pixels, bytesPerRow: bytesPerRow))
                }
                try progress(Progress(frames: number + 1, count: count))
            }
        } catch {
            // The first error is the one to be told.
            try? sink.finish()
            throw error
        }
        try sink.finish()
    }

    /// Records the frames that begin within a duration, in seconds; see ``record(frames:rate:from:to:progress:)``.
    public func record(
        seconds: Double, rate: FrameRate, from start: Double? = nil, to sink: any FrameSink,
        progress: (Progress) throws -> Void = { _ in }
    ) throws {
        let count = rate.count(in: seconds, limit: Self.mostFrames)
        guard (1...Self.mostFrames).contains(count) else {
            throw RecordingError(
                .value,
                "\(seconds) seconds of \(rate.frames) frames in \(rate.seconds) seconds were to be recorded. Give a duration of 1 to "
                    + "\(Self.mostFrames) frames.")
        }
        try record(frames: count, rate: rate, from: start, to: sink, progress: progress)
    }

    /// Layers that are drawn for each frame hear of it when it was made, and what they draw makes another one of the same instant;
    /// which is made once. Tiles that it lacks are drawn for it too.
    private func show(_ time: Double, _ clock: RecordingClock) {
        CATransaction.flush()
        paint(time)
        clock.turn()
        CATransaction.flush()
        renderer.drawTiles { clock.turn() }
        if renderer.hasNewTree { paint(time) }
    }

    private func paint(_ time: Double) {
        renderer.beginFrame(atTime: time)
        renderer.render()
        renderer.endFrame()
    }
}

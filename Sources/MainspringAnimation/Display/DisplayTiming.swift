/// When a display shows its frames: what a display link follows.
///
/// A value; what has a display of its own, as a window has, brings one.
package struct DisplayTiming: Hashable, Sendable {
    /// When its frames begin.
    let grid: FrameGrid

    /// A display of 60 frames a second: what is followed where there is none.
    package static let `default` = DisplayTiming(framesPerSecond: 60)

    /// A display of a number of frames a second, 1 to 1,000,000,000.
    package init(framesPerSecond: Int) {
        grid = FrameGrid(rate: framesPerSecond)
    }

    /// A display of a number of frames in a span of time: 60,000 in 1,001 seconds are 59.94 a second.
    package init(frames: UInt64, inNanoseconds span: UInt64) {
        grid = FrameGrid(frames: frames, inNanoseconds: span)
    }

    /// Frames a second.
    var rate: Double { Double(grid.frames) * 1e9 / Double(grid.span) }
}

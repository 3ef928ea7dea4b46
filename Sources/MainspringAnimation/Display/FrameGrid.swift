internal import Mainspring

/// The instants at which a display's frames begin, in nanoseconds since its clock's zero.
///
/// Frame n begins n spans after zero, rounded up to a whole nanosecond: never early, and without drift, since nothing
/// is added up. Beyond what 64 bits hold (584 years) there are no frames: `UInt64.max` stands for that.
struct FrameGrid: Hashable, Sendable {
    /// So many frames take `span` nanoseconds together.
    let frames: UInt64
    let span: UInt64

    /// 60 frames a second: what is shown where no display and nobody says another rate.
    static let standard = FrameGrid(rate: 60)

    /// Frames that begin a number of times a second, 1 to 1,000,000,000.
    init(rate: Int) {
        self.init(frames: UInt64(rate), inNanoseconds: 1_000_000_000)
    }

    /// A number of frames in a span of time, at most one a nanosecond: 60,000 in 1,001 seconds are television's 59.94 a
    /// second.
    init(frames: UInt64, inNanoseconds span: UInt64) {
        precondition(frames > 0 && frames <= span, "a display has frames, and at most one a nanosecond")
        self.frames = frames
        self.span = span
    }

    /// The grid of every so many frames of this one, from frame 0 on.
    func every(_ count: Int) -> FrameGrid {
        FrameGrid(frames: frames, inNanoseconds: span * UInt64(count))
    }

    /// Frames a second.
    var rate: Double { Double(frames) * 1e9 / Double(span) }

    /// Seconds from one frame to the next.
    var period: CFTimeInterval { Double(span) / (Double(frames) * 1e9) }

    /// The number of the frame that is on at an instant: the last one that begins then or earlier.
    func index(at instant: UInt64) -> UInt64 {
        // n * span / frames, rounded up, is at most a whole number exactly if the quotient itself is.
        frames == span ? instant : span.dividingFullWidth(instant.multipliedFullWidth(by: frames)).quotient
    }

    /// When a frame begins.
    func start(ofFrame index: UInt64) -> UInt64 {
        let product = index.multipliedFullWidth(by: span)
        guard product.high < frames else { return .max }
        let (quotient, remainder) = frames.dividingFullWidth(product)
        return remainder == 0 || quotient == .max ? quotient : quotient + 1
    }

    /// When the frame that is on at an instant began.
    func last(upTo instant: UInt64) -> UInt64 { start(ofFrame: index(at: instant)) }

    /// The first instant of a frame that is later than an instant.
    func next(after instant: UInt64) -> UInt64 {
        let index = index(at: instant)
        return index == .max ? .max : start(ofFrame: index + 1)
    }

    /// The first instant of a frame that is an instant or later.
    func first(from instant: UInt64) -> UInt64 { instant == 0 ? 0 : next(after: instant - 1) }
}

/// Ours: how many frames a second has, as a fraction of whole numbers, so that times do not drift.
public struct FrameRate: Hashable, Sendable {
    /// So many frames are in so many seconds.
    public let frames: Int
    /// See ``frames``.
    public let seconds: Int

    /// So large both numbers may be.
    static let most = 1_000_000

    /// So many frames in so many seconds: `FrameRate(60)`, or `FrameRate(60_000, in: 1_001)` for television's.
    /// - Throws: ``RecordingError`` unless both are from 1 to 1,000,000.
    public init(_ frames: Int, in seconds: Int = 1) throws {
        guard (1...Self.most).contains(frames), (1...Self.most).contains(seconds) else {
            throw RecordingError(
                .value,
                "A rate of \(frames) frames in \(seconds) seconds was asked for. Give numbers from 1 to \(Self.most).")
        }
        (self.frames, self.seconds) = (frames, seconds)
    }

    /// So many frames a second, rounded to thousandths of a frame.
    /// - Throws: ``RecordingError`` unless the rounded number is from 0.001 to 1,000; for others give whole numbers.
    public init(framesPerSecond: Double) throws {
        let thousandths = (framesPerSecond * 1_000).rounded()
        guard thousandths >= 1, thousandths <= Double(Self.most) else {
            throw RecordingError(
                .value, "A rate of \(framesPerSecond) frames a second was asked for. Give one from 0.001 to 1000.")
        }
        try self.init(Int(thousandths), in: 1_000)
    }

    /// When a frame is, in seconds, if the first one is at a start: each rounded once, from the exact fraction.
    public func time(of number: Int, from start: Double = 0) -> Double {
        start + Double(number) * Double(seconds) / Double(frames)
    }

    /// When a frame is after the first one, in whole milliseconds, halves rounded up.
    func milliseconds(of number: Int) -> Int { (2_000 * number * seconds + frames) / (2 * frames) }

    /// How many frames begin within a duration, in seconds; at most one more than a limit.
    func count(in duration: Double, limit: Int) -> Int {
        let exact = duration * Double(frames) / Double(seconds)
        guard exact > 0 else { return 0 }
        // What the arithmetic of seconds has left over is no frame: 0.1 seconds of 30 frames are 3.
        let nearest = exact.rounded()
        let count = abs(exact - nearest) < 1e-9 * max(1, exact) ? nearest : exact.rounded(.up)
        return count > Double(limit) ? limit + 1 : Int(count)
    }
}

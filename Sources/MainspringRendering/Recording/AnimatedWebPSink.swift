public import Foundation

/// Ours: all frames as one animated WebP file, without loss unless a quality is said.
///
/// The file is written when the recording ends, whole or not at all: one that was there stays until then, and where there is no
/// room. What was encoded is kept then, for ``save(to:)``. Frames that are the same become one that shows longer. Times in
/// the file are whole milliseconds, each rounded from the exact one.
///
/// Memory: some four pictures of a frame's size, and the encoded frames.
public final class AnimatedWebPSink: FrameSink {
    /// How much time is taken for less bytes.
    public enum Effort: Hashable, Sendable {
        /// Little: for recording while somebody waits.
        case quick
        /// Some twice as much, for a file of nine tenths the size.
        case thorough

        var level: Int32 { self == .quick ? 1 : 3 }
    }

    /// Where the file goes.
    public let url: URL
    /// What was encoded, once the recording has ended.
    public private(set) var data: Data?

    private let loopCount: Int
    private let effort: Effort
    private let quality: Float?
    private var encoding: (any WebPAnimation)?
    private var rate: FrameRate?
    private var pixels: [UInt32] = []
    /// How many frames have come.
    private var count = 0

    /// So long a side may be in WebP.
    static let longestSide = 16_383

    /// - Parameters:
    ///   - loopCount: How often the animation plays, at most 65,535 times; 0 for ever.
    ///   - quality: How much of the pictures is kept where that takes bytes, from 0 to 100, as WebP has it: 75 looks well, and is a tenth
    ///     of the size where much of the picture moves. Nil keeps every pixel.
    public init(url: URL, loopCount: Int = 0, effort: Effort = .quick, quality: Float? = nil) {
        (self.url, self.loopCount, self.effort, self.quality) = (url, loopCount, effort, quality)
    }

    /// Takes memory for the frames.
    /// - Throws: ``RecordingError``, for frames with a side of more than 16,383 pixels, more than 1,000 frames a second, or one that
    ///   shows for more than four hours, and for a quality that is not from 0 to 100.
    public func begin(_ format: FrameFormat) throws {
        let rate = format.rate
        guard format.width <= Self.longestSide, format.height <= Self.longestSide else {
            throw RecordingError(
                .value,
                "Frames of \(format.width) by \(format.height) pixels do not go into WebP. Give sides up to \(Self.longestSide)."
            )
        }
        // A picture's duration has 24 bits.
        guard rate.frames <= 1_000 * rate.seconds, rate.milliseconds(of: 1) < 1 << 24 else {
            throw RecordingError(
                .value,
                "\(rate.frames) frames in \(rate.seconds) seconds do not go into WebP, which counts milliseconds and has 24 bits "
                    + "for them. Give from one frame in four hours to 1000 a second.")
        }
        guard (0...65_535).contains(loopCount) else {
            throw RecordingError(
                .value, "A WebP animation is to play \(loopCount) times. Give a number up to 65535, or 0 for ever.")
        }
        if let quality, !(0...100).contains(quality) {
            throw RecordingError(
                .value,
                "A WebP animation is to have the quality \(quality). Give a number from 0 to 100, or nil for no loss.")
        }
        let (width, height) = (format.width, format.height)
        encoding =
            if let quality {
                try LossyWebPEncoding(
                    width: width, height: height, loopCount: loopCount, level: effort.level, quality: quality)
            } else { try WebPEncoding(width: width, height: height, loopCount: loopCount, level: effort.level) }
        pixels = [UInt32](repeating: 0, count: format.width * format.height)
        self.rate = rate
    }

    /// Encodes a frame.
    /// - Throws: ``RecordingError`` where there is no memory, or time ends after 24 days.
    public func append(_ frame: RecordedFrame) throws {
        guard let encoding, let rate else { return }
        let time = rate.milliseconds(of: frame.number)
        guard rate.milliseconds(of: frame.number + 1) <= Int(Int32.max) else {
            throw RecordingError(
                .value, "Frame \(frame.number) begins later than 24 days, which WebP cannot say. Record less.")
        }
        try pixels.withUnsafeMutableBufferPointer { buffer in
            guard let first = buffer.baseAddress else { return }
            frame.copy(to: UnsafeMutableRawBufferPointer(buffer), order: .bgra, alpha: .straight)
            try encoding.add(first, at: time, number: frame.number)
        }
        count = frame.number + 1
    }

    /// Puts the file together and writes it, with the frames that have come; without any there is no file.
    /// - Throws: ``RecordingError``, such as where the disk is full; then ``save(to:)`` may try again.
    public func finish() throws {
        defer { (encoding, pixels) = (nil, []) }
        guard let encoding, let rate, count > 0 else { return }
        data = try encoding.assemble(endingAt: rate.milliseconds(of: count))
        try save(to: url)
    }

    /// Writes what was encoded to a file, whole or not at all; for where the first one could not be written.
    /// - Throws: ``RecordingError``.
    public func save(to url: URL) throws {
        guard let data else {
            throw RecordingError(.value, "There is no animation to be saved to \(url.path). Record one before.")
        }
        try data.withUnsafeBytes { try RecordedFile.write($0, to: url, "The animation", isSynchronized: true) }
    }
}

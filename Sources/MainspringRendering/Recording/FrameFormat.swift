/// Ours: what all frames of a recording have alike.
public struct FrameFormat: Hashable, Sendable {
    /// Pixels of a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// How many frames a second has.
    public let rate: FrameRate

    /// So long a side may be, and so many pixels be in all: a quarter of a gigabyte.
    static let longestSide = 32_767
    static let mostPixels = 1 << 26

    init(width: Int, height: Int, rate: FrameRate) throws {
        guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height),
            width * height <= Self.mostPixels
        else {
            throw RecordingError(
                .value,
                "Frames of \(width) by \(height) pixels were to be recorded. Give sides from 1 to \(Self.longestSide), and at most "
                    + "\(Self.mostPixels) pixels in all.")
        }
        (self.width, self.height, self.rate) = (width, height, rate)
    }
}

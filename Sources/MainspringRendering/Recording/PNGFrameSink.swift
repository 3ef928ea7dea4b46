public import Foundation
internal import MainspringGraphics

/// Ours: each frame as a PNG file: `frame-00000.png`, `frame-00001.png` and so on.
///
/// The files have alpha. One that is there is replaced; a frame that cannot be written whole leaves no file, and those before it
/// stay.
public final class PNGFrameSink: FrameSink {
    /// Where the files go; it is made if it is not there.
    public let folder: URL
    private let prefix: String

    /// - Parameter prefix: What the files' names begin with.
    public init(folder: URL, prefix: String = "frame-") { (self.folder, self.prefix) = (folder, prefix) }

    /// The file of a frame. Numbers have five digits, and more where they need them.
    public func url(ofFrame number: Int) -> URL {
        let digits = String(number)
        let zeros = String(repeating: "0", count: max(0, 5 - digits.count))
        return folder.appendingPathComponent("\(prefix)\(zeros)\(digits).png")
    }

    /// Makes the folder.
    /// - Throws: ``RecordingError`` if that cannot be.
    public func begin(_ format: FrameFormat) throws {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw RecordingError(
                .file, "The folder for frames at \(folder.path) cannot be made: \(error.systemReason)")
        }
    }

    /// Writes a frame's file.
    /// - Throws: ``RecordingError``, such as where the disk is full.
    public func append(_ frame: RecordedFrame) throws {
        let data = try image(of: frame).pngData()
        try data.withUnsafeBytes {
            try RecordedFile.write($0, to: url(ofFrame: frame.number), "Frame \(frame.number)", isSynchronized: false)
        }
    }

    /// Nothing is left to be done.
    public func finish() throws {}

    private func image(of frame: RecordedFrame) throws -> CGImage {
        let (width, height) = (frame.format.width, frame.format.height)
        let data = Data(frame.bytes(order: .bgra, alpha: .premultiplied))
        let info = CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue
        guard let provider = CGDataProvider(data: data), let space = CGColorSpace(name: CGColorSpace.sRGB),
            let image = CGImage(
                width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * width,
                space: space, bitmapInfo: CGBitmapInfo(rawValue: info), provider: provider, decode: nil,
                shouldInterpolate: true, intent: .defaultIntent)
        else {
            throw RecordingError(
                .noMemory, "There is no memory for a frame of \(width) by \(height) pixels. Record smaller ones.")
        }
        return image
    }
}

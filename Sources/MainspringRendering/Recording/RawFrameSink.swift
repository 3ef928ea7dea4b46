public import Foundation

/// Ours: the pixels of all frames one after another, without gaps, down a pipe or into a file, as for
/// `ffmpeg -f rawvideo -pix_fmt bgra -s 640x360 -r 60 -i -`.
///
/// Who reads slowly makes the recording wait. Where nobody reads any more that is an error, and no signal. The descriptor stays
/// open.
public final class RawFrameSink: FrameSink {
    private let descriptor: Int32
    /// Whose descriptor it is, so that it stays open.
    private let handle: FileHandle?
    private let order: PixelOrder
    private let alpha: PixelAlpha
    private var buffer: [UInt8] = []

    /// Writes to a descriptor, which must stay open for the length of the recording.
    public init(fileDescriptor: Int32, order: PixelOrder = .bgra, alpha: PixelAlpha = .straight) {
        (descriptor, handle, self.order, self.alpha) = (fileDescriptor, nil, order, alpha)
    }

    /// Writes to a file handle.
    public init(_ handle: FileHandle, order: PixelOrder = .bgra, alpha: PixelAlpha = .straight) {
        (descriptor, self.handle, self.order, self.alpha) = (handle.fileDescriptor, handle, order, alpha)
    }

    /// Takes memory for a frame.
    public func begin(_ format: FrameFormat) throws {
        buffer = [UInt8](repeating: 0, count: 4 * format.width * format.height)
    }

    /// Writes a frame.
    /// - Throws: ``RecordingError``; of code ``RecordingError/Code/closed`` where nobody reads any more.
    public func append(_ frame: RecordedFrame) throws {
        let error: Int32
        if order == .bgra, alpha == .premultiplied, frame.isContiguous {
            error = frame.withPremultipliedBGRA { bytes, _ in
                DescriptorOutput.write(
                    UnsafeRawBufferPointer(rebasing: bytes.prefix(buffer.count)), to: descriptor)
            }
        } else {
            buffer.withUnsafeMutableBytes { frame.copy(to: $0, order: order, alpha: alpha) }
            error = buffer.withUnsafeBytes { DescriptorOutput.write($0, to: descriptor) }
        }
        guard error != 0 else { return }
        let reason = DescriptorOutput.sentence(error)
        throw error == EPIPE
            ? RecordingError(
                .closed,
                "Frame \(frame.number) cannot be written: nobody reads the pipe any more. Look what the reader has said; the "
                    + "frames before were given to it.")
            : RecordingError(
                .file,
                "Frame \(frame.number) cannot be written to descriptor \(descriptor): \(reason). The frames before are "
                    + "there; part of this one may be.")
    }

    /// Gives the memory back.
    public func finish() throws { buffer = [] }
}

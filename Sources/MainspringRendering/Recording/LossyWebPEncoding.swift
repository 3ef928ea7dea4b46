internal import CWebP
internal import Foundation
internal import Glibc

/// An animated WebP with loss that is being made: of each picture the blocks in which anything has changed since the one before.
///
/// libwebp's own encoder of animations takes small differences between a picture and the next for none, so that what fades slowly
/// never comes to an end. Here every difference counts. Memory: two pictures, and the encoded ones.
final class LossyWebPEncoding: WebPAnimation {
    private let mux: OpaquePointer
    private var config = WebPConfig()
    private let width: Int
    private let height: Int
    /// The picture before; empty before the first.
    private var former: [UInt32] = []
    /// What is encoded of a picture of which a part is the same.
    private var part: [UInt32]
    /// What shows since some time, until nobody knows when.
    private var open: EncodedPart?

    /// A part of a picture, encoded.
    private struct EncodedPart {
        let bytes: Data
        let x: Int
        let y: Int
        let time: Int
        /// Whether what is clear in it leaves what was there.
        let isBlended: Bool
    }

    /// - Parameters:
    ///   - level: How much time is taken for less bytes, from 0 to 6.
    ///   - quality: From 0 to 100.
    /// - Throws: ``RecordingError`` where there is no memory.
    init(width: Int, height: Int, loopCount: Int, level: Int32, quality: Float) throws {
        guard WebPConfigInit(&config) != 0 else { throw RecordingError.otherWebP }
        (config.quality, config.method) = (quality, min(level, 6))
        // Colours under what is clear are there on purpose.
        config.exact = 1
        guard let mux = WebPMuxNew() else { throw RecordingError.noMemory(width, height) }
        (self.mux, self.width, self.height) = (mux, width, height)
        part = [UInt32](repeating: 0, count: width * height)
        var parameters = WebPMuxAnimParams(bgcolor: 0, loop_count: Int32(loopCount))
        guard WebPMuxSetCanvasSize(mux, Int32(width), Int32(height)) == WEBP_MUX_OK,
            WebPMuxSetAnimationParams(mux, &parameters) == WEBP_MUX_OK
        else { throw RecordingError.noMemory(width, height) }
    }

    deinit { WebPMuxDelete(mux) }

    func add(_ pixels: UnsafeMutablePointer<UInt32>, at time: Int, number: Int) throws {
        // An array has an address even where there is nothing in it.
        let changes = former.withUnsafeBufferPointer { former in
            ChangedBlocks(
                pixels, since: former.isEmpty ? nil : former.baseAddress, width: width, height: height)
        }
        // A picture that is the same shows longer.
        guard !changes.isEmpty else { return }
        let encoded = try encode(pixels, changes, at: time, number)
        try close(at: time)
        open = encoded
        former = Array(UnsafeBufferPointer(start: pixels, count: width * height))
    }

    func assemble(endingAt time: Int) throws -> Data {
        try close(at: time)
        var data = WebPData()
        WebPDataInit(&data)
        let outcome = WebPMuxAssemble(mux, &data)
        guard outcome == WEBP_MUX_OK, let file = Data(owning: data) else {
            throw RecordingError.assembly("the WebP library says \(outcome.rawValue)")
        }
        return file
    }

    /// Takes the part that shows into the file, up to a time.
    private func close(at time: Int) throws {
        guard let part = open else { return }
        open = nil
        let outcome = part.bytes.withUnsafeBytes { bytes in
            var frame = WebPMuxFrameInfo()
            frame.bitstream = WebPData(bytes: bytes.bindMemory(to: UInt8.self).baseAddress, size: bytes.count)
            (frame.x_offset, frame.y_offset) = (Int32(part.x), Int32(part.y))
            (frame.duration, frame.id) = (Int32(time - part.time), WEBP_CHUNK_ANMF)
            frame.dispose_method = WEBP_MUX_DISPOSE_NONE
            frame.blend_method = part.isBlended ? WEBP_MUX_BLEND : WEBP_MUX_NO_BLEND
            return WebPMuxPushFrame(mux, &frame, 1)
        }
        guard outcome == WEBP_MUX_OK else {
            throw RecordingError(
                outcome == WEBP_MUX_MEMORY_ERROR ? .noMemory : .encoding,
                "A frame cannot be added to the WebP animation: the WebP library says \(outcome.rawValue). The frames before are kept."
            )
        }
    }

    // MARK: Encoding

    private func encode(
        _ pixels: UnsafeMutablePointer<UInt32>, _ changes: ChangedBlocks, at time: Int, _ number: Int
    ) throws -> EncodedPart {
        let (x, y) = (changes.columns.lowerBound, changes.rows.lowerBound)
        // What is translucent itself cannot say as well what stays.
        let isBlended = !changes.isWhole && changes.areOpaque(pixels, width: width)
        let bytes =
            if isBlended {
                try part.withUnsafeMutableBufferPointer { buffer in
                    guard let first = buffer.baseAddress else { return Data() }
                    changes.copy(pixels, to: first, width: width)
                    return try encode(first + y * width + x, changes, number)
                }
            } else { try encode(pixels + y * width + x, changes, number) }
        return EncodedPart(bytes: bytes, x: x, y: y, time: time, isBlended: isBlended)
    }

    private func encode(_ first: UnsafeMutablePointer<UInt32>, _ changes: ChangedBlocks, _ number: Int) throws -> Data {
        var picture = WebPPicture()
        guard WebPPictureInit(&picture) != 0 else { throw RecordingError.otherWebP }
        (picture.width, picture.height) = (Int32(changes.columns.count), Int32(changes.rows.count))
        (picture.use_argb, picture.argb, picture.argb_stride) = (1, first, Int32(width))
        var writer = WebPMemoryWriter()
        WebPMemoryWriterInit(&writer)
        defer {
            WebPMemoryWriterClear(&writer)
            WebPPictureFree(&picture)
        }
        picture.writer = WebPMemoryWrite
        let isEncoded = withUnsafeMutablePointer(to: &writer) { writer in
            picture.custom_ptr = UnsafeMutableRawPointer(writer)
            return WebPEncode(&config, &picture) != 0
        }
        guard isEncoded, let bytes = writer.mem else {
            throw RecordingError.frame(number, picture, "the WebP library says \(picture.error_code.rawValue)")
        }
        return Data(bytes: bytes, count: writer.size)
    }
}

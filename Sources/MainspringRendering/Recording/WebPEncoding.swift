internal import CWebP
package import Foundation

/// An animated WebP that is being made; memory of libwebp's, freed with the object.
package final class WebPEncoding {
    private let encoder: OpaquePointer
    private var config: WebPConfig
    private let width: Int
    private let height: Int

    /// - Parameters:
    ///   - level: How much time is taken for less bytes, from 0 to 9; with loss to 6.
    ///   - quality: From 0 to 100; nil for none lost.
    /// - Throws: ``RecordingError`` where there is no memory.
    package init(width: Int, height: Int, loopCount: Int, level: Int32, quality: Float? = nil) throws {
        var options = WebPAnimEncoderOptions()
        config = WebPConfig()
        guard WebPAnimEncoderOptionsInit(&options) != 0, WebPConfigInit(&config) != 0,
            quality != nil || WebPConfigLosslessPreset(&config, level) != 0
        else {
            throw RecordingError(
                .encoding, "The WebP library is of another version than it was built for. Build Mainspring anew.")
        }
        // The pixels under what is wholly clear are nobody's business, but they are exact too.
        config.exact = 1
        if let quality { (config.quality, config.method) = (quality, min(level, 6)) }
        options.anim_params.loop_count = Int32(loopCount)
        // No key frames: they cost several times the time, and who plays such a file plays it from the start.
        (options.kmin, options.kmax) = (0, 0)
        guard let encoder = WebPAnimEncoderNew(Int32(width), Int32(height), &options) else {
            throw RecordingError(
                .noMemory,
                "There is no memory for a WebP animation of \(width) by \(height) pixels. Record smaller frames.")
        }
        (self.encoder, self.width, self.height) = (encoder, width, height)
    }

    deinit { WebPAnimEncoderDelete(encoder) }

    /// Adds a picture that shows from a time on, in milliseconds.
    /// - Parameter pixels: In memory blue, green, red and alpha that is not multiplied in, which is one word of WebP's.
    package func add(_ pixels: UnsafeMutablePointer<UInt32>, at time: Int, number: Int) throws {
        var picture = WebPPicture()
        guard WebPPictureInit(&picture) != 0 else {
            throw RecordingError(
                .encoding, "The WebP library is of another version than it was built for. Build Mainspring anew.")
        }
        (picture.width, picture.height, picture.use_argb) = (Int32(width), Int32(height), 1)
        (picture.argb, picture.argb_stride) = (pixels, Int32(width))
        guard WebPAnimEncoderAdd(encoder, &picture, Int32(time), &config) != 0 else {
            let code: RecordingError.Code =
                picture.error_code == VP8_ENC_ERROR_OUT_OF_MEMORY
                    || picture.error_code == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY ? .noMemory : .encoding
            throw RecordingError(
                code, "Frame \(number) cannot be added to the WebP animation: \(reason). The frames before are kept.")
        }
    }

    /// The bytes of the file, whose last picture shows up to a time in milliseconds.
    package func assemble(endingAt time: Int) throws -> Data {
        var data = WebPData()
        WebPDataInit(&data)
        guard WebPAnimEncoderAdd(encoder, nil, Int32(time), nil) != 0,
            WebPAnimEncoderAssemble(encoder, &data) != 0, let bytes = data.bytes
        else {
            throw RecordingError(
                .encoding,
                "The WebP animation cannot be put together: \(reason). Record less, smaller or as another kind of file."
            )
        }
        return Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes), count: data.size,
            deallocator: .custom { bytes, _ in WebPFree(bytes) })
    }

    private var reason: String {
        let text = WebPAnimEncoderGetError(encoder).map { String(cString: $0) } ?? ""
        return text.isEmpty ? "the WebP library gives no reason" : text
    }
}

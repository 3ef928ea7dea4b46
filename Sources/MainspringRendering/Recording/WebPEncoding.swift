internal import CWebP
package import Foundation

/// An animated WebP that is being made.
protocol WebPAnimation: AnyObject {
    /// Adds a picture that shows from a time on, in milliseconds.
    /// - Parameter pixels: In memory blue, green, red and alpha that is not multiplied in, which is one word of WebP's.
    func add(_ pixels: UnsafeMutablePointer<UInt32>, at time: Int, number: Int) throws

    /// The bytes of the file, whose last picture shows up to a time in milliseconds.
    func assemble(endingAt time: Int) throws -> Data
}

/// An animated WebP without loss that is being made; memory of libwebp's, freed with the object.
package final class WebPEncoding: WebPAnimation {
    private let encoder: OpaquePointer
    private var config: WebPConfig
    private let width: Int
    private let height: Int

    /// - Parameters:
    ///   - level: How much time is taken for less bytes, from 0 to 9.
    /// - Throws: ``RecordingError`` where there is no memory.
    package init(width: Int, height: Int, loopCount: Int, level: Int32) throws {
        var options = WebPAnimEncoderOptions()
        config = WebPConfig()
        guard WebPAnimEncoderOptionsInit(&options) != 0, WebPConfigInit(&config) != 0,
            WebPConfigLosslessPreset(&config, level) != 0
        else { throw RecordingError.otherWebP }
        // The pixels under what is wholly clear are nobody's business, but they are exact too.
        config.exact = 1
        options.anim_params.loop_count = Int32(loopCount)
        // No key frames: they cost several times the time, and who plays such a file plays it from the start.
        (options.kmin, options.kmax) = (0, 0)
        guard let encoder = WebPAnimEncoderNew(Int32(width), Int32(height), &options) else {
            throw RecordingError.noMemory(width, height)
        }
        (self.encoder, self.width, self.height) = (encoder, width, height)
    }

    deinit { WebPAnimEncoderDelete(encoder) }

    package func add(_ pixels: UnsafeMutablePointer<UInt32>, at time: Int, number: Int) throws {
        var picture = WebPPicture()
        guard WebPPictureInit(&picture) != 0 else { throw RecordingError.otherWebP }
        (picture.width, picture.height, picture.use_argb) = (Int32(width), Int32(height), 1)
        (picture.argb, picture.argb_stride) = (pixels, Int32(width))
        guard WebPAnimEncoderAdd(encoder, &picture, Int32(time), &config) != 0 else {
            throw RecordingError.frame(number, picture, reason)
        }
    }

    package func assemble(endingAt time: Int) throws -> Data {
        var data = WebPData()
        WebPDataInit(&data)
        guard WebPAnimEncoderAdd(encoder, nil, Int32(time), nil) != 0,
            WebPAnimEncoderAssemble(encoder, &data) != 0, let file = Data(owning: data)
        else { throw RecordingError.assembly(reason) }
        return file
    }

    private var reason: String {
        let text = WebPAnimEncoderGetError(encoder).map { String(cString: $0) } ?? ""
        return text.isEmpty ? "the WebP library gives no reason" : text
    }
}

extension Data {
    /// Bytes that libwebp has given away; nil for none.
    init?(owning data: WebPData) {
        guard let bytes = data.bytes else { return nil }
        self.init(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes), count: data.size,
            deallocator: .custom { bytes, _ in WebPFree(bytes) })
    }
}

extension RecordingError {
    static var otherWebP: RecordingError {
        RecordingError(
            .encoding, "The WebP library is of another version than it was built for. Build Mainspring anew.")
    }

    static func noMemory(_ width: Int, _ height: Int) -> RecordingError {
        RecordingError(
            .noMemory, "There is no memory for a WebP animation of \(width) by \(height) pixels. Record smaller frames."
        )
    }

    static func frame(_ number: Int, _ picture: WebPPicture, _ reason: String) -> RecordingError {
        let code: Code =
            picture.error_code == VP8_ENC_ERROR_OUT_OF_MEMORY
                || picture.error_code == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY ? .noMemory : .encoding
        return RecordingError(
            code, "Frame \(number) cannot be added to the WebP animation: \(reason). The frames before are kept.")
    }

    static func assembly(_ reason: String) -> RecordingError {
        RecordingError(
            .encoding,
            "The WebP animation cannot be put together: \(reason). Record less, smaller or as another kind of file.")
    }
}

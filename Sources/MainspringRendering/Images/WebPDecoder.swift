internal import CWebP
internal import Foundation

/// Reads WebP; of an animation the first picture, as it lies on its canvas.
enum WebPDecoder {
    static func decode(_ bytes: UnsafeRawBufferPointer) throws -> DecodedPixels {
        let source = bytes.bindMemory(to: UInt8.self).baseAddress
        var features = WebPBitstreamFeatures()
        guard WebPGetFeatures(source, bytes.count, &features) == VP8_STATUS_OK else {
            throw ImageFileError(
                .damaged, "The WebP image cannot be read: its beginning is damaged. Get the file anew.")
        }
        let (width, height) = (Int(features.width), Int(features.height))
        let isAnimated = features.has_animation != 0
        return try DecodedPixels(
            width: width, height: height, hasAlpha: isAnimated || features.has_alpha != 0, format: .webP
        ) { target in
            let size = 4 * width * height
            let isRead =
                isAnimated
                ? readFirst(bytes, into: target, size)
                : WebPDecodeBGRAInto(source, bytes.count, target, size, Int32(4 * width)) != nil
            return isRead ? nil : "it is damaged, or ends too early"
        }
    }

    private static func readFirst(
        _ bytes: UnsafeRawBufferPointer, into target: UnsafeMutablePointer<UInt8>, _ size: Int
    ) -> Bool {
        var options = WebPAnimDecoderOptions()
        guard WebPAnimDecoderOptionsInit(&options) != 0 else { return false }
        options.color_mode = MODE_BGRA
        options.use_threads = 0
        var data = WebPData(bytes: bytes.bindMemory(to: UInt8.self).baseAddress, size: bytes.count)
        guard let decoder = WebPAnimDecoderNew(&data, &options) else { return false }
        defer { WebPAnimDecoderDelete(decoder) }
        var info = WebPAnimInfo()
        guard WebPAnimDecoderGetInfo(decoder, &info) != 0, 4 * Int(info.canvas_width) * Int(info.canvas_height) == size
        else {
            return false
        }
        var (frame, time) = (UnsafeMutablePointer<UInt8>?.none, Int32(0))
        guard WebPAnimDecoderGetNext(decoder, &frame, &time) != 0, let frame else { return false }
        memcpy(target, frame, size)
        return true
    }
}

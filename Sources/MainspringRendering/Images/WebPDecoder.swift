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
            let row = 4 * width
            let isRead =
                isAnimated
                ? readFirst(bytes, into: target, width, height)
                : WebPDecodeBGRAInto(source, bytes.count, target, row * height, Int32(row)) != nil
            return isRead ? nil : "it is damaged, or ends too early"
        }
    }

    /// Puts the first picture on a canvas that is clear. libwebp's decoder of animations would take two more canvases for it.
    private static func readFirst(
        _ bytes: UnsafeRawBufferPointer, into canvas: UnsafeMutablePointer<UInt8>, _ width: Int, _ height: Int
    ) -> Bool {
        var data = WebPData(bytes: bytes.bindMemory(to: UInt8.self).baseAddress, size: bytes.count)
        guard let demuxer = WebPDemux(&data) else { return false }
        defer { WebPDemuxDelete(demuxer) }
        var frame = WebPIterator()
        guard WebPDemuxGetFrame(demuxer, 1, &frame) != 0 else { return false }
        defer { WebPDemuxReleaseIterator(&frame) }
        let (file, x, y) = (frame.fragment, Int(frame.x_offset), Int(frame.y_offset))
        var features = WebPBitstreamFeatures()
        guard WebPGetFeatures(file.bytes, file.size, &features) == VP8_STATUS_OK, x >= 0, y >= 0,
            x + Int(features.width) <= width, y + Int(features.height) <= height
        else { return false }
        let start = 4 * (y * width + x)
        let room = 4 * width * height - start
        return WebPDecodeBGRAInto(file.bytes, file.size, canvas + start, room, Int32(4 * width)) != nil
    }
}

import CWebP
import Foundation
import Testing

/// The pictures of an animated WebP as libwebp's own decoder has them.
struct WebPPictures {
    var width = 0
    var height = 0
    var loopCount = 0
    /// Blue, green, red and alpha that is not multiplied in.
    var pictures: [[UInt8]] = []
    /// Up to which millisecond each shows.
    var ends: [Int] = []

    init(_ file: Data) throws {
        let bytes = [UInt8](file)
        try bytes.withUnsafeBufferPointer { buffer in
            var options = WebPAnimDecoderOptions()
            try #require(WebPAnimDecoderOptionsInit(&options) != 0)
            options.color_mode = MODE_BGRA
            var data = WebPData(bytes: buffer.baseAddress, size: buffer.count)
            let decoder = try #require(WebPAnimDecoderNew(&data, &options))
            defer { WebPAnimDecoderDelete(decoder) }
            var info = WebPAnimInfo()
            try #require(WebPAnimDecoderGetInfo(decoder, &info) != 0)
            (width, height, loopCount) = (Int(info.canvas_width), Int(info.canvas_height), Int(info.loop_count))
            while WebPAnimDecoderHasMoreFrames(decoder) != 0 {
                var (picture, time) = (UnsafeMutablePointer<UInt8>?.none, Int32(0))
                try #require(WebPAnimDecoderGetNext(decoder, &picture, &time) != 0)
                pictures.append(
                    [UInt8](UnsafeBufferPointer(start: try #require(picture), count: 4 * width * height)))
                ends.append(Int(time))
            }
        }
    }

    /// What shows at a millisecond.
    func picture(at time: Int) -> [UInt8]? { ends.firstIndex { time < $0 }.map { pictures[$0] } }
}

internal import CPNG
internal import Foundation

/// Reads PNG by libpng's simplified interface, which makes sRGB of whatever the file has.
enum PNGDecoder {
    static func decode(_ bytes: UnsafeRawBufferPointer) throws -> DecodedPixels {
        if let needed = PNGParts.withoutExtras(bytes) { return try needed.withUnsafeBytes { try read($0) } }
        return try read(bytes)
    }

    private static func read(_ bytes: UnsafeRawBufferPointer) throws -> DecodedPixels {
        var png = png_image()
        png.version = UInt32(PNG_IMAGE_VERSION)
        defer { png_image_free(&png) }
        guard png_image_begin_read_from_memory(&png, bytes.baseAddress, bytes.count) != 0 else {
            throw ImageFileError(.damaged, "The PNG image cannot be read: \(png.sentence). Get the file anew.")
        }
        let hasAlpha = png.format & UInt32(PNG_FORMAT_FLAG_ALPHA) != 0
        png.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_BGR | PNG_FORMAT_FLAG_ALPHA)
        return try DecodedPixels(width: Int(png.width), height: Int(png.height), hasAlpha: hasAlpha, format: .png) {
            target in
            png_image_finish_read(&png, nil, target, Int32(4 * png.width), nil) != 0 ? nil : png.sentence
        }
    }
}

extension png_image {
    /// What libpng says went wrong.
    var sentence: String {
        withUnsafeBytes(of: message) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

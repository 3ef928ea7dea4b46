public import Foundation

/// Ours: the kinds of image files that are read.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
    /// Portable Network Graphics.
    case png = "PNG"
    /// JPEG, of grey or colours.
    case jpeg = "JPEG"
    /// WebP, with or without loss; of an animation, the first picture.
    case webP = "WebP"

    /// So many bytes say which it is.
    static let length = 12

    /// The kind that bytes begin as; nil if that is none of these.
    public init?(_ data: Data) {
        let start = Array(data.prefix(Self.length))
        if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if start.count == Self.length, start.starts(with: Array("RIFF".utf8)),
            start[8...].elementsEqual("WEBP".utf8)
        {
            self = .webP
        } else {
            return nil
        }
    }
}

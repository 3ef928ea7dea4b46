public import Foundation
public import MainspringGraphics

extension CGImage {
    /// Ours: the image in a PNG, JPEG or WebP file; which of them, its first bytes say.
    ///
    /// The pixels are taken as sRGB; a profile and an orientation in the file are not asked. Of an animation it is the first picture.
    ///
    /// Memory: the file, four bytes a pixel, and while it is read at most seven more, or a copy of a PNG file that has texts or profiles. libwebp
    /// takes twenty kilobytes for each code of a file without loss, which may have 65,536. Of a file of another kind only the beginning is read.
    /// - Throws: ``ImageFileError``, for a file that is missing, of another kind, damaged, or of more than 2^26 pixels or 2^29 bytes.
    public convenience init(contentsOf url: URL) throws {
        let data = try ImageFile.read(url)
        do {
            try self.init(data: data)
        } catch let error as ImageFileError {
            throw ImageFileError(error.code, "\(url.path): \(error.description)")
        }
    }

    /// Ours: the image that the bytes of a PNG, JPEG or WebP file make; as ``init(contentsOf:)``.
    public convenience init(data: Data) throws {
        guard let format = ImageFormat(data) else {
            throw ImageFileError(
                .unknownFormat,
                "The bytes are no PNG, JPEG or WebP image. Convert the image to one of these.")
        }
        let pixels = try data.withUnsafeBytes { bytes in
            switch format {
            case .png: try PNGDecoder.decode(bytes)
            case .jpeg: try JPEGDecoder.decode(bytes)
            case .webP: try WebPDecoder.decode(bytes)
            }
        }
        guard let image = pixels.takeImage() else {
            throw ImageFileError(.noMemory, "There is no memory for the \(format.rawValue) image. Make it smaller.")
        }
        self.init(image, shouldInterpolate: true)
    }

    /// The image that a provider's JPEG file makes; nil if it is none or damaged, which is said on standard error.
    ///
    /// `decode` and `intent` are not asked.
    public convenience init?(
        jpegDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        guard let image = Self.image(.jpeg, source) else { return nil }
        self.init(image, shouldInterpolate: shouldInterpolate)
    }

    /// The image that a provider's PNG file makes; nil if it is none or damaged, which is said on standard error.
    ///
    /// `decode` and `intent` are not asked.
    public convenience init?(
        pngDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        guard let image = Self.image(.png, source) else { return nil }
        self.init(image, shouldInterpolate: shouldInterpolate)
    }

    private static func image(_ format: ImageFormat, _ source: CGDataProvider) -> CGImage? {
        guard let data = source.data, ImageFormat(data) == format else {
            DrawingComplaint.say("the bytes of a data provider were to be a \(format.rawValue) image and are none.")
            return nil
        }
        do {
            return try CGImage(data: data)
        } catch {
            DrawingComplaint.say("\(error)")
            return nil
        }
    }
}

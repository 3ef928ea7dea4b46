internal import FileAccess
internal import CPNG
public import Foundation
public import MainspringGraphics

extension CGImage {
    /// Ours: the bytes of a PNG file of the image, as sRGB with eight bits a component; with alpha unless the image has none.
    ///
    /// The same pixels make the same bytes.
    /// - Throws: ``ImageFileError`` where there is no memory.
    public func pngData() throws -> Data {
        let pixels = straightPixels
        var png = png_image()
        png.version = UInt32(PNG_IMAGE_VERSION)
        (png.width, png.height) = (UInt32(width), UInt32(height))
        png.format =
            UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_BGR) | (isOpaque ? 0 : UInt32(PNG_FORMAT_FLAG_ALPHA))
        defer { png_image_free(&png) }
        let stride = Int32((isOpaque ? 3 : 4) * width)
        var count = 0
        guard png_image_write_to_memory(&png, nil, &count, 0, pixels, stride, nil) != 0 else { throw png.failure(self) }
        var data = Data(count: count)
        let isWritten = data.withUnsafeMutableBytes {
            png_image_write_to_memory(&png, $0.baseAddress, &count, 0, pixels, stride, nil) != 0
        }
        guard isWritten else { throw png.failure(self) }
        return data.prefix(count)
    }

    /// Ours: writes a PNG file of the image, whole or not at all: a file that was there is replaced when all has been written.
    /// - Throws: ``ImageFileError``, such as where the disk is full.
    public func writePNG(to url: URL) throws {
        let data = try pngData()
        do {
            try WholeFile.write(data, to: url.path)
        } catch {
            throw ImageFileError(.file, "The image at \(url.path) cannot be written: \(error.clause).")
        }
    }

    /// Blue, green and red, and alpha beside them unless the image has none, without gaps.
    private var straightPixels: [UInt8] {
        let channels = isOpaque ? 3 : 4
        return withPremultipliedBGRA { bytes, bytesPerRow in
            [UInt8](unsafeUninitializedCapacity: channels * width * height) { target, count in
                var write = 0
                for row in 0..<height {
                    for read in stride(from: row * bytesPerRow, to: row * bytesPerRow + 4 * width, by: 4) {
                        let alpha = channels == 4 ? bytes[read + 3] : 255
                        for component in 0..<3 {
                            target[write + component] =
                                alpha == 255
                                ? bytes[read + component] : PixelConversion.divide(bytes[read + component], alpha)
                        }
                        if channels == 4 { target[write + 3] = alpha }
                        write += channels
                    }
                }
                count = write
            }
        }
    }
}

extension png_image {
    fileprivate func failure(_ image: CGImage) -> ImageFileError {
        ImageFileError(
            .noMemory, "The image of \(image.width) by \(image.height) pixels cannot be made a PNG file: \(sentence).")
    }
}

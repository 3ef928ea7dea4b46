internal import CCairo
internal import Foundation
internal import MainspringGraphics

/// Memory that is drawn into, as Cairo wants it and as the program has described it.
///
/// Where the two are the same Cairo draws into the program's memory. Otherwise it has memory of its own, which begins as the program's is and is
/// written to it by ``flush()``.
final class CairoBitmap {
    /// What there is, with nothing left open.
    let description: CGBitmapDescription
    let surface: OpaquePointer
    let format: cairo_format_t
    private let owned: [UnsafeMutableRawPointer]
    /// Whether Cairo draws into the program's memory.
    private let isSame: Bool
    /// Writes colours into the program's memory; nil for alpha alone, which is as it is.
    private let encoding: PixelEncoding?

    /// So many pixels has a bitmap at most: a gigabyte.
    static let most = 1 << 28
    /// The pixels that Cairo works on are counted in sixteen bits.
    static let longestSide = 32_767
    /// So many bytes has a row at most, with those behind its pixels.
    private static let longestRow = 1 << 20

    /// Nil for a description that contradicts itself or that Apple's contexts do not draw into, and for sizes without or with too many pixels.
    init?(_ wanted: CGBitmapDescription) {
        guard wanted.canBeDrawnInto, let bits = wanted.pixelBits, Self.canHave(wanted.width, wanted.height) else {
            return nil
        }
        var description = wanted
        description.bitsPerPixel = bits
        let format =
            wanted.isAlphaOnly ? CAIRO_FORMAT_A8 : wanted.isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
        let stride = Int(cairo_format_stride_for_width(format, Int32(wanted.width)))
        if description.bytesPerRow == 0 {
            description.bytesPerRow = wanted.isBGRA || wanted.isAlphaOnly ? stride : wanted.width * bits / 8
        }
        // Cairo counts the bytes of a row in 32 bits.
        guard description.bytesPerRow >= wanted.width * bits / 8, description.bytesPerRow <= Self.longestRow else {
            return nil
        }

        var owned: [UnsafeMutableRawPointer] = []
        func memory(_ count: Int) -> UnsafeMutableRawPointer? {
            let made = calloc(count, 1)
            if let made { owned.append(made) }
            return made
        }
        guard let bytes = wanted.data ?? memory(description.bytesPerRow * wanted.height) else { return nil }
        description.data = bytes
        let isSame =
            (wanted.isBGRA || wanted.isAlphaOnly) && description.bytesPerRow % 4 == 0 && Int(bitPattern: bytes) % 4 == 0
        let (drawn, drawnStride) =
            isSame ? (bytes, description.bytesPerRow) : (memory(stride * wanted.height), stride)
        guard let drawn,
            let surface = cairo_image_surface_create_for_data(
                drawn.assumingMemoryBound(to: UInt8.self), format, Int32(wanted.width), Int32(wanted.height),
                Int32(drawnStride)),
            cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS
        else {
            for pointer in owned { free(pointer) }
            return nil
        }
        self.description = description
        self.surface = surface
        self.format = format
        self.owned = owned
        self.isSame = isSame
        encoding = PixelEncoding(description)
        if !isSame, wanted.data != nil { take() }
    }

    deinit {
        flush()
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
        for pointer in owned { free(pointer) }
    }

    /// Whether a bitmap may have so many columns and rows.
    static func canHave(_ width: Int, _ height: Int) -> Bool {
        (1...longestSide).contains(width) && (1...longestSide).contains(height) && width * height <= most
    }

    /// Reads the program's memory into Cairo's.
    private func take() {
        guard let image = currentImage else { return }
        image.withPremultipliedBGRA { bytes, bytesPerRow in
            guard let target = cairo_image_surface_get_data(surface), let source = bytes.baseAddress else { return }
            let stride = Int(cairo_image_surface_get_stride(surface))
            for row in 0..<description.height {
                let from = source + row * bytesPerRow
                if format == CAIRO_FORMAT_A8 {
                    for x in 0..<description.width {
                        target[row * stride + x] = from.load(fromByteOffset: 4 * x + 3, as: UInt8.self)
                    }
                } else {
                    memcpy(target + row * stride, from, 4 * description.width)
                }
            }
        }
        cairo_surface_mark_dirty(surface)
    }

    /// Has what was drawn get into the program's memory.
    func flush() {
        cairo_surface_flush(surface)
        guard !isSame, let bytes = description.data, let source = cairo_image_surface_get_data(surface) else { return }
        let stride = Int(cairo_image_surface_get_stride(surface))
        for row in 0..<description.height {
            let target = (bytes + row * description.bytesPerRow).assumingMemoryBound(to: UInt8.self)
            if let encoding {
                encoding.encode(source + row * stride, count: description.width, into: target)
            } else {
                memcpy(target, source + row * stride, description.width)
            }
        }
    }

    /// A copy of what is there now.
    func makeImage() -> CGImage? {
        flush()
        return currentImage
    }

    private var currentImage: CGImage? {
        guard let bytes = description.data else { return nil }
        let data = Data(
            bytes: bytes,
            count: description.bytesPerRow * (description.height - 1) + description.width * description.bitsPerPixel / 8
        )
        guard let provider = CGDataProvider(data: data) else { return nil }
        return CGImage(
            width: description.width, height: description.height, bitsPerComponent: description.bitsPerComponent,
            bitsPerPixel: description.bitsPerPixel, bytesPerRow: description.bytesPerRow,
            space: description.colorSpace ?? CGColorSpaceCreateDeviceGray(), bitmapInfo: description.bitmapInfo,
            provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    }
}

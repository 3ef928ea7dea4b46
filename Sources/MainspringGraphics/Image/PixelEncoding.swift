/// Writes what was drawn as sRGB, in words of four bytes, in memory blue, green, red and alpha, multiplied by alpha, into bitmaps of
/// another layout or space, without alpha or with it multiplied in.
package struct PixelEncoding {
    private let layout: PixelLayout
    /// What the components are converted to; nil where they are sRGB's own.
    private let target: ColorSpaceDefinition?

    /// Nil for a bitmap of alpha alone, and for one that cannot be drawn into.
    package init?(_ description: CGBitmapDescription) {
        guard description.canBeDrawnInto, let layout = description.layout, layout.kind != .alphaOnly else { return nil }
        self.layout = layout
        let space = description.colorSpace?.definition ?? .deviceGray
        target = space.isEncodedSRGB && layout.kind == .rgb ? nil : space
    }

    /// Writes a row of pixels.
    package func encode(
        _ source: UnsafePointer<UInt8>, count: Int, into bytes: UnsafeMutablePointer<UInt8>
    ) {
        for pixel in 0..<count {
            let (read, write) = (source + 4 * pixel, bytes + layout.bytesPerPixel * pixel)
            var (blue, green, red) = (read[0], read[1], read[2])
            let alpha = read[3]
            // What has no alpha lies on black, which is what the product with alpha says.
            let divides = layout.alpha != nil && target != nil
            if divides {
                red = PixelConversion.divide(red, alpha)
                green = PixelConversion.divide(green, alpha)
                blue = PixelConversion.divide(blue, alpha)
            }
            if let target { (red, green, blue) = Self.convert(red, green, blue, to: target) }
            if divides {
                red = PixelConversion.multiply(red, alpha)
                green = PixelConversion.multiply(green, alpha)
                blue = PixelConversion.multiply(blue, alpha)
            }
            for byte in 0..<layout.bytesPerPixel { write[byte] = 255 }
            write[layout.red] = red
            write[layout.green] = green
            write[layout.blue] = blue
            if let place = layout.alpha { write[place] = alpha }
        }
    }

    private static func convert(
        _ red: UInt8, _ green: UInt8, _ blue: UInt8, to target: ColorSpaceDefinition
    ) -> (UInt8, UInt8, UInt8) {
        if target.isEncodedSRGB, red == green, green == blue { return (red, green, blue) }
        let values = ColorValues(Double(red) / 255, Double(green) / 255, Double(blue) / 255, 1)
        let result = ColorSpaceDefinition.sRGB.converted(values, to: target)
        return (PixelConversion.byte(result.x), PixelConversion.byte(result.y), PixelConversion.byte(result.z))
    }
}

extension CGBitmapDescription {
    /// How a pixel's components lie; nil if the description contradicts itself, or components have not eight bits.
    var layout: PixelLayout? {
        let isAlphaOnly = bitmapInfo.alpha == .alphaOnly
        guard let space = colorSpace ?? (isAlphaOnly ? CGColorSpaceCreateDeviceGray() : nil) else { return nil }
        return PixelLayout(
            bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel > 0 ? bitsPerPixel : neededBits(space),
            space: space, info: bitmapInfo)
    }

    private func neededBits(_ space: CGColorSpace) -> Int {
        switch bitmapInfo.alpha {
        case .alphaOnly: 8
        case .some(.none), nil: 8 * space.numberOfComponents
        default: 8 * (space.numberOfComponents + 1)
        }
    }

    /// Ours: how many bits a pixel has, found where the description leaves it to others; nil if it contradicts itself.
    package var pixelBits: Int? { layout.map { 8 * $0.bytesPerPixel } }

    /// Whether pixels are words of four bytes, in memory blue, green, red, and alpha multiplied in or a byte that is not asked, as sRGB.
    package var isBGRA: Bool {
        guard let layout, layout.kind == .rgb, layout.bytesPerPixel == 4 else { return false }
        return layout.red == 2 && layout.green == 1 && layout.blue == 0
            && (layout.alpha == nil || layout.isPremultiplied)
            && colorSpace?.definition.isEncodedSRGB == true
    }

    /// Whether pixels cover what is behind them, having no alpha.
    package var isOpaque: Bool { layout.map { $0.alpha == nil } ?? false }

    /// Whether a pixel is alpha alone.
    package var isAlphaOnly: Bool { layout?.kind == .alphaOnly }

    /// Whether Apple's contexts draw into such a bitmap: grey without alpha, alpha alone, colours with alpha multiplied in or with room that
    /// is not asked.
    package var canBeDrawnInto: Bool {
        guard let layout else { return false }
        switch layout.kind {
        case .alphaOnly: return true
        case .gray: return layout.alpha == nil && layout.bytesPerPixel == 1
        case .rgb: return layout.bytesPerPixel == 4 && (layout.alpha == nil || layout.isPremultiplied)
        case .mask: return false
        }
    }
}
